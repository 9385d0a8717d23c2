import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Permission } from '@dispecerat/domain/identity/permissions'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { recordAudit } from '../audit/audit.public.ts'
import type { Scope } from '../db/actor.ts'
import { Slots } from '../db/slots.ts'
import { FileAnswer } from '../http/file-answer.ts'
import type { Server } from '../lifecycle/server.ts'
import { csvTable } from './csv-table.ts'
import {
  findExport,
  insertExport,
  removeExport,
  removeExportsBefore,
  removeOldestOf,
  storedAmong,
} from './exports.store.ts'
import type { TableColumn, TableRow } from './table-columns.ts'
import { xlsxTable } from './xlsx-table.ts'

export interface Table {
  format: 'csv' | 'xlsx'
  /** Without its extension: 'masini'. */
  fileName: string
  columns: readonly TableColumn[]
  rows: AsyncIterable<TableRow> | Iterable<TableRow>
}

/** The author of an export, with the permission that the list requires. */
export interface ExportOwner {
  userId: UserId
  scope: Scope
  permission: Permission
  /** The client's address, for the audit log. */
  ip: string
  /** Aborted when the client disconnects. */
  signal: AbortSignal
}

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
const CACHE_MS = 24 * 3_600_000
const MAX_STORED_PER_USER = 10
/** An open file that is not read for this long is closed. */
const UNREAD_TIMEOUT_MS = 60_000
/** Writing a file occupies a connection of the pool of 20. */
const LIMITS = { max: 4, maxPerKey: 1 }

type Parts = Pick<Server, 'db' | 'clock'>

/** Stores lists as files on this process' disk. A file is complete before its first byte is sent. */
export class ExportFiles {
  readonly #parts: Parts
  readonly #folder: string
  readonly #slots = new Slots(LIMITS)

  constructor(parts: Parts, folder: string) {
    this.#parts = parts
    this.#folder = folder
  }

  /** Writes the rows at the speed of the database, one list of a company at a time, then sends the file. */
  async send(owner: ExportOwner, { format, fileName, columns, rows }: Table): Promise<FileAnswer> {
    const id = randomUUID()
    const name = `${fileName.replaceAll(/[^\w.-]/g, '_')}.${format}`
    const file = { id, fileName: name, contentType: TYPES[format] }
    const release = await this.#slots.take(keyOf(owner))
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      // The row is inserted first: a concurrent erasure of a client deletes it, and the file with it.
      await this.#keep(owner, file)
      await pipeline(fileOf({ format, columns, rows }), createWriteStream(this.#pathOf(id), { mode: 0o600 }), {
        signal: owner.signal,
      })
      await this.#recordExport(owner, name)
    } catch (error) {
      await removeExport(this.#parts.db, id).catch(() => undefined)
      await rm(this.#pathOf(id), { force: true })
      throw error
    } finally {
      release()
    }
    return this.#open(file)
  }

  /** Finds a file again for its author; null when it is gone, or contains rows of a company that the author left. */
  async find(
    userId: UserId,
    scope: Scope,
    id: string,
  ): Promise<{ permission: Permission; open(): Promise<FileAnswer | null> } | null> {
    const found = await findExport(this.#parts.db, { id, userId, scope, since: this.#keptSince() })
    if (!found) return null
    return { permission: found.permission, open: () => this.#open(found).catch(nullIfMissing) }
  }

  /** Removes files older than a day, and files without a row, which an erasure has deleted. */
  async removeOld(): Promise<void> {
    const { db } = this.#parts
    await removeExportsBefore(db, this.#keptSince())
    const names = await readdir(this.#folder).catch(() => [])
    const stored = await storedAmong(db, names)
    for (const name of names) if (!stored.has(name)) await rm(this.#pathOf(name), { force: true })
  }

  async #keep({ userId, scope, permission }: ExportOwner, file: StoredFile): Promise<void> {
    const { db, clock } = this.#parts
    const companyIds = scope.companies === 'every' ? null : [...scope.companies]
    await insertExport(db, { ...file, userId, companyIds, permission }, clock.now())
    const removed = await removeOldestOf(db, { userId, newest: file.id, others: MAX_STORED_PER_USER - 1 })
    for (const id of removed) await rm(this.#pathOf(id), { force: true })
  }

  /** For each company whose rows the list may contain; those of a platform administrator are in the platform's audit log. */
  async #recordExport({ userId, ip, scope }: ExportOwner, name: string): Promise<void> {
    const { db, clock } = this.#parts
    const companyIds = scope.companies === 'every' ? [null] : scope.companies
    const exported = { entity: 'list', entityId: userId, action: 'list_exported', before: null, after: { name } }
    await db.transaction().execute(async (tx) => {
      for (const companyId of companyIds) {
        await recordAudit(tx, { userId, ip }, { ...exported, companyId }, clock.now())
      }
    })
  }

  async #open({ id, fileName, contentType }: StoredFile): Promise<FileAnswer> {
    const file = await open(this.#pathOf(id))
    const headers = { 'content-disposition': `attachment; filename="${fileName}"`, 'export-id': id }
    return new FileAnswer(contentType, endWhenUnread(file.createReadStream()), headers)
  }

  #keptSince(): Date {
    return new Date(this.#parts.clock.now().getTime() - CACHE_MS)
  }

  #pathOf(id: string): string {
    return path.join(this.#folder, id)
  }
}

interface StoredFile {
  id: string
  fileName: string
  contentType: string
}

/** The bytes of a table, generated while they are read. */
export function fileOf({ format, columns, rows }: Omit<Table, 'fileName'>): Readable {
  return format === 'csv' ? Readable.from(csvTable(columns, rows), { objectMode: false }) : xlsxTable(columns, rows)
}

function keyOf({ userId, scope }: ExportOwner): string {
  return scope.companies === 'every' ? `user ${userId}` : scope.companies.toSorted((a, b) => a - b).join(',')
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** A client that neither reads nor disconnects would keep the file open for ever. */
function endWhenUnread(file: Readable): Readable {
  let readAt = performance.now()
  const read = file.read.bind(file)
  file.read = (size) => {
    readAt = performance.now()
    return read(size)
  }
  const watch = setInterval(() => {
    if (performance.now() - readAt > UNREAD_TIMEOUT_MS) file.destroy(new Error('nobody reads the export'))
  }, UNREAD_TIMEOUT_MS / 4)
  watch.unref()
  file.once('close', () => clearInterval(watch))
  return file
}
