import type { ImportReport } from '@dispecerat/contract/office/imports'
import { QuotaExceeded, quotaMessage } from '@dispecerat/domain/identity/quota'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import {
  beginStop,
  endImport,
  endPublished,
  forgetPrepared,
  holdCompany,
  lockImport,
  markRecorded,
  preparePhones,
  readImport,
  removePhones,
  rowsOf,
  type StoredImport,
  unrecordedRows,
} from './imports.store.ts'
import { KINDS } from './kinds.ts'
import type { ImportRow } from './read-rows.ts'

export interface ImportHooks {
  /** Runs between two portions, while the import holds no lock. Used by tests. */
  betweenPortions?: () => Promise<void>
}

/** Rows per transaction; one takes about ten milliseconds. */
const PORTION = 250
const UNIQUE_VIOLATION = '23505'
type Refusal = NonNullable<StoredImport['refusal']>
const CHANGED: Refusal = { file: ['Datele s-au schimbat între timp; verificați fișierul din nou'] }

/** The import was stopped after its state was read, or the data changed and no longer allow it. */
class NotPublished extends Error {}

/**
 * Runs an import to its end in portions. Only phones are shared between companies, so only they are inserted in portions, as users that
 * belong to no company. The last transaction inserts the company's own rows and makes all of them visible at once. The name index and the
 * history are written afterwards, in portions, because no request waits for them. Every portion locks the row of the import, so two
 * processes that run the same import alternate. Throws `import.stopped`, and FieldErrors when the data changed meanwhile or the rows' mails
 * exceed the daily limit.
 */
export async function advanceImport(server: Server, id: number, hooks: ImportHooks = {}): Promise<ImportReport> {
  const rows = await rowsOf(server.db, id)
  for (;;) {
    const now = await readImport(server.db, id)
    switch (now.state) {
      case 'done':
        if (await finish(server, now)) return now.report
        break
      case 'stopped':
        throw new DomainError('import.stopped')
      case 'refused':
        throw new FieldErrors(now.refusal ?? CHANGED)
      case 'stopping':
        await takeBack(server, now)
        break
      case 'running':
        await goOn(server, now, rows)
    }
    await hooks.betweenPortions?.()
  }
}

async function goOn(server: Server, { id, kind, request }: StoredImport, rows: readonly ImportRow[]): Promise<void> {
  const hasMore = kind !== 'cars' && (await prepare(server, id, request.actor, rows))
  if (hasMore) return
  try {
    await write(server, request.actor, (tx) => publish(tx, id, rows, server.clock.now()))
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    await refuse(server, id, refusal)
  }
}

/** The reason why an import can never be published; null for an error after which a retry may succeed. */
function refusalOf(error: unknown): Refusal | null {
  // Not retried the next day: the rows may need more than a whole day's limit, and the company's other imports would wait for it.
  if (error instanceof QuotaExceeded) return { file: [quotaMessage(error.quota, error.wanted)] }
  const isChanged = error instanceof NotPublished || (error as { code?: string }).code === UNIQUE_VIOLATION
  return isChanged ? CHANGED : null
}

/** Returns false when every phone has a user. */
async function prepare(server: Server, id: number, actor: Actor, rows: readonly ImportRow[]): Promise<boolean> {
  return write(server, { ...actor, once: null }, async (tx) => {
    const { state, preparedCount } = await lockImport(tx, id)
    const portion = rows.slice(preparedCount, preparedCount + PORTION)
    if (state !== 'running' || portion.length === 0) return false
    const phones = portion.map(({ fields }) => String(fields.phone))
    await preparePhones(tx, id, { phones, prepared: preparedCount + portion.length, now: server.clock.now() })
    return true
  })
}

/** Inserts the company's own rows in one transaction; the added ids are stored for the history. The company is locked meanwhile. */
async function publish(tx: Tx, id: number, allRows: readonly ImportRow[], now: Date): Promise<ImportReport> {
  const { state, companyId, kind, request, report } = await lockImport(tx, id)
  if (state !== 'running') throw new NotPublished()
  await holdCompany(tx, companyId)
  const { there, faults } = await KINDS[kind].judge(tx, companyId, allRows)
  if (faults.length > 0 || (there.length > 0 && !request.skipExisting)) throw new NotPublished()
  const known = new Set(there.map(({ row }) => row))
  const rows = allRows.filter(({ row }) => !known.has(row))
  const added = await KINDS[kind].add(tx, request.actor, { companyId, rows, consoleUrl: request.consoleUrl }, now)
  const result = { ...report, to_add: rows.length, skipped: report.skipped + known.size, done: true }
  const idOf = ({ row, fields }: ImportRow) => (known.has(row) ? null : (added?.get(String(fields.phone)) ?? null))
  await endPublished(tx, id, { report: result, addedIds: added && allRows.map(idOf), now })
  return result
}

/** One portion of the work after publishing; true when nothing is left. */
async function finish(server: Server, { id, kind, isUnrecorded, recordedCount }: StoredImport): Promise<boolean> {
  if (!isUnrecorded) {
    await forgetPrepared(server.db, id)
    return true
  }
  if (recordedCount === 0) await KINDS[kind].afterwards?.(server.db)
  return recordPortion(server, id)
}

async function recordPortion(server: Server, id: number): Promise<false> {
  await server.db.transaction().execute(async (tx) => {
    const { kind, companyId, request, isUnrecorded, endedAt } = await lockImport(tx, id)
    if (!isUnrecorded || endedAt === null) return
    const portion = await unrecordedRows(tx, id, PORTION)
    const rows = portion.flatMap(({ row, userId }) => (userId === null ? [] : [{ row, userId }]))
    await KINDS[kind].recordHistory?.(tx, request.actor, { companyId, rows }, endedAt)
    const count = portion.length
    await markRecorded(tx, id, { count, isLast: count < PORTION, now: server.clock.now() })
  })
  return false
}

async function refuse(server: Server, id: number, refusal: Refusal): Promise<void> {
  await server.db.transaction().execute(async (tx) => {
    const { state } = await lockImport(tx, id)
    if (state === 'running') await beginStop(tx, id, { by: null, refusal, now: server.clock.now() })
  })
}

async function takeBack(server: Server, { id }: StoredImport): Promise<void> {
  await server.db.transaction().execute(async (tx) => {
    const { state, refusal } = await lockImport(tx, id)
    const now = server.clock.now()
    if (state !== 'stopping' || (await removePhones(tx, id, { portion: PORTION, now }))) return
    await endImport(tx, id, { state: refusal === null ? 'stopped' : 'refused', now })
  })
}
