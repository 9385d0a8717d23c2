import type { IncomingHttpHeaders } from 'node:http'
import { DomainError, type DomainErrorCode, FieldErrors } from '@dispecerat/domain/kernel/errors'
import { fromWireTime, toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { z } from 'zod'

/** What an editor has loaded: the version, or the `updated_at` of a client that knows no versions. Undefined skips the check. */
export type ReadVersion = { version: number } | { updatedAt: string } | undefined

/** Headers of an endpoint that takes the version which an editor has loaded. */
export const VersionHeaders = z.object({
  'if-match': z
    .string()
    .optional()
    .meta({ description: 'The version that was read, or *. It wins over if-unmodified-since.' }),
  'if-unmodified-since': z.string().optional().meta({ description: 'The updated_at that was read.' }),
})

/** A locked row. `updatedAt` is given where the record shows `updated_at`. */
export interface VersionedRow {
  version: number
  updatedAt?: Date | null
}

export type ConflictCode = Extract<DomainErrorCode, `${string}.changed_meanwhile`>

/** An entity tag of RFC 9110 or the bare number. */
const TAG = /^(?:(?:W\/)?"(\d{1,10})"|(\d{1,10}))$/

/** Reads `If-Match`, or `If-Unmodified-Since` without it. Throws FieldErrors: a version that cannot be read is never ignored. */
export function readVersion(headers: IncomingHttpHeaders): ReadVersion {
  const match = headers['if-match']?.trim()
  if (match === '*') return undefined
  if (match !== undefined) return { version: numberIn(match) ?? refuse('if-match', 'Scrieți versiunea citită sau *') }
  const since = headers['if-unmodified-since']?.trim()
  if (since === undefined) return undefined
  // Consoles of the version before send the number here; their tabs stay open over an upgrade.
  const version = numberIn(since)
  if (version !== null) return { version }
  const instant = fromWireTime(since)
  if (instant === null) refuse('if-unmodified-since', 'Scrieți updated_at citit: AAAA-LL-ZZ hh:mm:ss')
  return { updatedAt: toWireTime(instant) }
}

/** Throws `code` when somebody has changed the row since the editor loaded it. */
export function requireFresh(
  read: ReadVersion,
  row: VersionedRow,
  code: ConflictCode,
  facts: DomainError['facts'] = {},
): void {
  if (isStale(read, row)) throw new DomainError(code, { version: row.version, ...facts })
}

/** A row without the time of its last change cannot prove that it is the one that was read. */
function isStale(read: ReadVersion, { version, updatedAt = null }: VersionedRow): boolean {
  if (read === undefined) return false
  if ('version' in read) return read.version !== version
  return updatedAt === null || read.updatedAt !== toWireTime(updatedAt)
}

function numberIn(tag: string): number | null {
  const [, quoted, bare] = TAG.exec(tag) ?? []
  const digits = quoted ?? bare
  return digits === undefined ? null : Number(digits)
}

function refuse(header: string, message: string): never {
  throw new FieldErrors({ [header]: [message] })
}
