import pg from 'pg'

/** unreachable: retry later; not_writable: reading goes on; not_storable: the client sent a value that no column can hold. */
export type DatabaseTrouble = 'unreachable' | 'not_writable' | 'not_storable'
export type StorageTrouble = 'disk_full' | 'io_error' | 'read_only'

const STORAGE_TROUBLES: ReadonlyMap<string, StorageTrouble> = new Map([
  ['53100', 'disk_full'],
  ['58030', 'io_error'],
  ['25006', 'read_only'],
])

/** The reason why the database cannot write; null for any other error. */
export function storageTrouble(error: unknown): StorageTrouble | null {
  return error instanceof pg.DatabaseError ? storageTroubleOfCode(error.code ?? '') : null
}

export function storageTroubleOfCode(code: string): StorageTrouble | null {
  return STORAGE_TROUBLES.get(code) ?? null
}

/** Connection exceptions, insufficient resources, shutdown, lock and statement timeouts, serialization failures and deadlocks. */
const UNREACHABLE = /^(08|53|57P|57014|55P03|25P03|40001|40P01)/
/** Characters that PostgreSQL refuses in text, and numbers too large for their column. */
const NOT_STORABLE = /^(22P05|22021|22003)$/
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])
/** The driver reports these as messages without a code. */
const DRIVER_ERRORS =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|connection error and is not queryable|Cannot use a pool after/

/** Distinguishes an outage of the database from a bug (null). */
export function databaseTrouble(error: unknown): DatabaseTrouble | null {
  if (!(error instanceof Error)) return null
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? ''
    if (storageTrouble(error)) return 'not_writable'
    if (NOT_STORABLE.test(code)) return 'not_storable'
    return UNREACHABLE.test(code) ? 'unreachable' : null
  }
  const { code, syscall } = error as NodeJS.ErrnoException
  if (error instanceof AggregateError) return error.errors.some((one) => databaseTrouble(one)) ? 'unreachable' : null
  if (code && SOCKET_CODES.has(code) && (syscall === 'connect' || syscall === 'read' || syscall === 'write')) {
    return 'unreachable'
  }
  return DRIVER_ERRORS.test(error.message) ? 'unreachable' : null
}

/** Connection exceptions and shutdown. */
const CONNECTION_ENDED = /^(08|57P)/

/** Called for errors of a commit: the connection ended, so it is unknown whether the commit was made. */
export function isAnswerLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return CONNECTION_ENDED.test(error.code ?? '')
  return databaseTrouble(error) === 'unreachable'
}

/** The facts of a PostgreSQL error without any value of a row; null for any other error. */
export function databaseErrorFacts(error: Error): Record<string, unknown> | null {
  if (!(error instanceof pg.DatabaseError)) return null
  const { code, table, column, constraint, routine } = error
  return { name: 'DatabaseError', code, table, column, constraint, routine }
}
