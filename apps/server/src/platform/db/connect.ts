import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Db } from './database.ts'
import { type HastenedClient, hastenClient } from './hasten-client.ts'
import { StorageHealth } from './storage-health.ts'
import type { Tables } from './tables/tables.ts'

export type DatabaseAddress =
  | { url: string }
  | { socketDir: string; database: string }
  | { host: string; port: number; password: string; database: string }

export interface ConnectOptions {
  /** The maximum number of connections. */
  max?: number
  /** Called when the server dropped a connection; the pool opens new ones by itself. */
  onLost?: (error: Error) => void
  /** Raises the timeouts from seconds to a minute, for work on whole databases and for tests. */
  isPatient?: boolean
  /** Timeout in the client for statements without a limit of their own. */
  answerMs?: number
  /** Passed when several pools of one database share their health. */
  storage?: StorageHealth
}

export interface DatabaseConnection {
  db: Db
  pool: pg.Pool
  /** Receives every error of the pool's statements. */
  storage: StorageHealth
  close(): Promise<void>
}

const STATEMENT_SECONDS = 5
const IDLE_IN_TRANSACTION_SECONDS = 10
const LOCK_SECONDS = 4
const CONNECT_SECONDS = 5
const PATIENT_SECONDS = 60
/**
 * PostgreSQL cancels a statement long before. A connection that is silent for longer was cut without a FIN, which TCP would notice only
 * after a quarter of an hour.
 */
const ANSWER_SECONDS = 15
/** TCP keep-alive for statements without a limit, e.g. of a migration. */
const KEEP_ALIVE_SECONDS = 10
/** A connection caches its plans, so an idle one is worth more than a new one. */
const IDLE_SECONDS = 300

const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082
const DATE_ARRAY = 1182
const TEXT_ARRAY: number = 1009

const readTexts: (value: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY)

/** bigint → number (ids and bani stay below 2^53), date → 'YYYY-MM-DD', timestamptz → Date. */
const wireTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number
    if (oid === DATE) return String
    if (oid === DATE_ARRAY) return readTexts
    if (oid === INT8_ARRAY) {
      return (value: string) => readTexts(value).map((item) => (item === null ? null : Number(item)))
    }
    return pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig

/** Opens a pool to the database; no connection is made before the first query. */
export function connectDatabase(address: DatabaseAddress, options: ConnectOptions = {}): DatabaseConnection {
  const atMost = (seconds: number) => (options.isPatient ? PATIENT_SECONDS : seconds) * 1000
  const answerMs = options.answerMs ?? atMost(ANSWER_SECONDS)
  const pool = new pg.Pool({
    ...whereIs(address),
    max: options.max ?? 10,
    types: wireTypes,
    application_name: 'dispecerat',
    statement_timeout: atMost(STATEMENT_SECONDS),
    idle_in_transaction_session_timeout: atMost(IDLE_IN_TRANSACTION_SECONDS),
    lock_timeout: atMost(LOCK_SECONDS),
    connectionTimeoutMillis: atMost(CONNECT_SECONDS),
    query_timeout: options.isPatient && options.answerMs === undefined ? 0 : answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_SECONDS * 1000,
    idleTimeoutMillis: IDLE_SECONDS * 1000,
    pipeline: true,
    // With 'auto' a cached generic plan is used only where it costs no more than a custom one. JIT compilation takes longer than any
    // statement of this server may.
    options: '-c plan_cache_mode=auto -c jit=off -c timezone=UTC',
  })
  const lost = options.onLost ?? (() => undefined)
  // Without these listeners a database restart ends the process.
  pool.on('error', lost)
  const clients = new Map<pg.PoolClient, HastenedClient>()
  // The idle connections were probably cut together with this one; each would fail one more request.
  const endIdle = () => {
    for (const [client, { isIdle }] of clients) if (isIdle()) endNow(client)
  }
  pool.on('connect', (client) => {
    client.on('error', lost)
    clients.set(client, hastenClient(client, { answerMs, silent: endIdle }))
  })
  pool.on('remove', (client) => void clients.delete(client))
  const storage = options.storage ?? new StorageHealth()
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      if (event.level === 'error') storage.failed(event.error)
    },
  })
  let closed: Promise<void> | undefined
  return {
    db,
    pool,
    storage,
    close: () => {
      closed ??= endWithin(answerMs, pool, clients)
      return closed
    },
  }
}

/** `pool.end` waits for running statements, also for a long one on a connection that was cut silently, so this adds a timeout. */
async function endWithin(ms: number, pool: pg.Pool, clients: ReadonlyMap<pg.PoolClient, unknown>): Promise<void> {
  const endAll = setTimeout(() => {
    for (const client of clients.keys()) endNow(client)
  }, ms)
  await pool.end().finally(() => clearTimeout(endAll))
}

/** Closes the socket without the Terminate message, to which a silent server would never respond. */
function endNow(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

/** Creates the database in an embedded cluster; `address` is that of its maintenance database. */
export async function ensureDatabase(address: DatabaseAddress, name: string): Promise<void> {
  const { db, close } = connectDatabase(address, { max: 1, isPatient: true })
  try {
    const { rows } = await sql`select 1 from pg_database where datname = ${name}`.execute(db)
    if (rows.length > 0) return
    await sql`create database ${sql.id(name)}`.execute(db)
  } catch (error) {
    if (!madeMeanwhile(error)) throw error
  } finally {
    await close()
  }
}

const DUPLICATE_DATABASE = '42P04'
const UNIQUE_VIOLATION = '23505'

function madeMeanwhile(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === DUPLICATE_DATABASE || error.code === UNIQUE_VIOLATION)
}

function whereIs(address: DatabaseAddress): pg.PoolConfig {
  if ('url' in address) return { connectionString: address.url }
  if ('socketDir' in address) return { host: address.socketDir, database: address.database, user: SUPER_USER }
  return { ...address, user: SUPER_USER }
}

/** The superuser that initdb creates in embedded clusters. */
export const SUPER_USER = 'dispecerat'
