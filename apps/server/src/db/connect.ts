import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Db } from './database.ts'
import { type HastenedClient, hastenClient } from './hasten-client.ts'
import { StorageHealth } from './storage-health.ts'
import type { Tables } from './tables.ts'

export type DatabaseAddress =
  | { url: string }
  | { socketDir: string; database: string }
  | { host: string; port: number; password: string; database: string }

export interface ConnectOptions {
  /** Most connections at once. */
  max?: number
  /** Hears of connections the server dropped; the pool itself opens new ones. */
  onLost?: (error: Error) => void
  /** Waits for a minute where a server at work gives up after seconds: for work on whole databases, and for tests. */
  isPatient?: boolean
  /** How long a statement without a limit of its own is waited for. */
  answerMs?: number
  /** Of several pools of one database. */
  storage?: StorageHealth
}

export interface DatabaseConnection {
  db: Db
  pool: pg.Pool
  /** Hears every error of the pool's statements. */
  storage: StorageHealth
  close(): Promise<void>
}

const STATEMENT_SECONDS = 5
const IDLE_IN_TRANSACTION_SECONDS = 10
const LOCK_SECONDS = 4
const CONNECT_SECONDS = 5
const PATIENT_SECONDS = 60
/**
 * PostgreSQL ends a statement long before. A connection that is silent for longer has been cut on its way without a word, which
 * TCP would notice after a quarter of an hour.
 */
const ANSWER_SECONDS = 15
/** For statements without a limit, e.g. of a migration: TCP asks the other end whether it is there. */
const KEEP_ALIVE_SECONDS = 10
/** A connection keeps its plans: one that rests for a while is worth more than a new one. */
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
    // By 'auto' a kept plan serves all values only where it costs no more than one made for the values. Compiling a plan
    // (JIT) takes longer than any statement of ours may.
    options: '-c plan_cache_mode=auto -c jit=off -c timezone=UTC',
  })
  const lost = options.onLost ?? (() => undefined)
  // Without these listeners a database restart ends the process.
  pool.on('error', lost)
  const clients = new Map<pg.PoolClient, HastenedClient>()
  // Whatever cut one connection has cut those at rest too; each would cost a request its answer.
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

/** A pool waits for what is under way, also for a long statement on a connection that was cut without a word. */
async function endWithin(ms: number, pool: pg.Pool, clients: ReadonlyMap<pg.PoolClient, unknown>): Promise<void> {
  const endAll = setTimeout(() => {
    for (const client of clients.keys()) endNow(client)
  }, ms)
  await pool.end().finally(() => clearTimeout(endAll))
}

/** Without the goodbye that a silent server would never answer. */
function endNow(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

/** Creates the database in a cluster of ours, beside the maintenance database `address` leads to. */
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

/** The role initdb gives our own clusters. */
export const SUPER_USER = 'dispecerat'
