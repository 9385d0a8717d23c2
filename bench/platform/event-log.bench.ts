import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { connectDatabase, type DatabaseConnection, ensureDatabase } from '../../apps/server/src/platform/db/connect.ts'
import type { Db, Tx } from '../../apps/server/src/platform/db/database.ts'
import { newestSeq, numberEvents, readEventsAfter, record } from '../../apps/server/src/platform/db/event-log.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/postgres/embedded-postgres.ts'
import { type Bench, type BenchReport, type BenchRow, median, percentile } from '../measure.ts'

const WRITERS = 16
const ROUNDS = 5
const SECONDS = 2
const QUIET_COMMITS = 300
/** Pause of the server's event reader between two reads. */
const SPACING_MS = 4
const BATCH = 500

interface Variant {
  /** Appends the event, as the last statement of a transaction. */
  append(tx: Tx, n: number): Promise<unknown>
  /** Delivers events and returns how many it read. Without it nothing reads. */
  read?(): Promise<number>
}

/**
 * Transactions per second with 16 writers, while one reader follows: events numbered after their commit, against a bare
 * append without numbering or reading, and against an append that takes turns until its commit.
 */
export const bench: Bench = {
  name: 'event-log',
  run: async () => {
    const stateDir = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-bench-'))
    fs.chmodSync(stateDir, 0o755)
    const notes = { info: () => undefined, warn: () => undefined }
    const postgres = await startEmbeddedPostgres({ stateDir, notes })
    try {
      await ensureDatabase(postgres.address('postgres'), 'bench')
      await ensureDatabase(postgres.address('postgres'), 'elsewhere')
      const connection = connectDatabase(postgres.address('bench'), { max: WRITERS + 1 })
      const elsewhere = connectDatabase(postgres.address('elsewhere'), { max: 1 })
      return await measure(connection, elsewhere).finally(() => Promise.all([connection.close(), elsewhere.close()]))
    } finally {
      await postgres.stop()
      fs.rmSync(stateDir, { recursive: true, force: true })
    }
  },
}

async function measure({ db }: DatabaseConnection, elsewhere: DatabaseConnection): Promise<BenchReport> {
  await migrate(db)
  await sql`create table bench_rows (id integer primary key, n integer not null)`.execute(db)
  await sql`insert into bench_rows select g, 0 from generate_series(0, ${WRITERS - 1}) g`.execute(db)
  await sql`create table bench_log (seq bigint generated always as identity primary key,
    at timestamptz not null, event text not null, to_companies bigint[] not null, data jsonb not null)`.execute(db)

  const variants = {
    numbered: await numberedVariant(db),
    bare: { append: appendEvent },
    inTurn: await inTurnVariant(db),
  }
  const names = ['numbered', 'bare', 'inTurn'] as const
  const waits = { numbered: [] as number[], bare: [] as number[], inTurn: [] as number[] }
  const rates = { numbered: [] as number[], bare: [] as number[], inTurn: [] as number[] }
  // Alternates A B C A B C …, so that a drifting machine affects all variants alike.
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) rates[name].push(await transactionsPerSecond(db, variants[name], waits[name]))
    // Numbers the leftovers of the bare append outside the next measurement.
    while ((await variants.numbered.read()) > 0);
  }
  const quiet = await commitToRead(db, variants.numbered)
  const beside = await whileOpen(elsewhere.db, () => commitToRead(db, variants.numbered))
  const inTurn = await commitToRead(db, variants.inTurn)

  const what = `transactions with one event, ${WRITERS} writers`
  const againstBare = { what, peerName: 'appended, neither numbered nor read' }
  const againstTurns = { what, peerName: 'appended in turn' }
  const rows: BenchRow[] = [
    { ...againstBare, unit: '/s', ours: median(rates.numbered), peer: median(rates.bare), better: 'higher' },
    {
      ...againstBare,
      unit: 'ms p99',
      ours: percentile(waits.numbered, 0.99),
      peer: percentile(waits.bare, 0.99),
      better: 'lower',
    },
    { ...againstTurns, unit: '/s', ours: median(rates.numbered), peer: median(rates.inTurn), better: 'higher' },
    {
      what: 'one commit to its event read, median',
      unit: 'ms',
      ours: median(quiet),
      peer: median(inTurn),
      peerName: 'appended in turn',
      better: 'lower',
    },
    {
      what: 'the same beside an open transaction of another database',
      unit: 'ms',
      ours: median(beside),
      peer: median(quiet),
      peerName: 'without it',
      better: 'lower',
    },
  ]
  return {
    title: 'Event log',
    growsWith: 'the new events, and the transactions that were open at the last batch.',
    rows,
    notes: names.map(
      (name) => `per round, ${name}: ${rates[name].map((rate) => rate.toFixed(0)).join(', ')} transactions/s`,
    ),
  }
}

const appendEvent: Variant['append'] = (tx, n) =>
  record(
    tx,
    [{ event: 'driver_status_changed', toCompanies: [asId<CompanyId>(1)], data: { driver_id: asId(n) } }],
    new Date(),
  )

async function numberedVariant(db: Db): Promise<Variant & { read(): Promise<number> }> {
  let cursor = await newestSeq(db)
  const read = async () => {
    await numberEvents(db, new Date())
    const events = await readEventsAfter(db, cursor, BATCH)
    cursor = events.at(-1)?.seq ?? cursor
    return events.length
  }
  return { append: appendEvent, read }
}

/** The textbook alternative: readers can safely resume from an identity column when the append holds a lock until the commit. */
async function inTurnVariant(db: Db): Promise<Variant & { read(): Promise<number> }> {
  let cursor = 0
  const append: Variant['append'] = async (tx, n) => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(tx)
    await sql`
      insert into bench_log (at, event, to_companies, data)
      values (${new Date()}, 'driver_status_changed', array[1]::bigint[], ${JSON.stringify({ driver_id: n })}::jsonb)
    `.execute(tx)
  }
  const read = async () => {
    const { rows } = await sql<{ seq: number }>`
      select * from bench_log where seq > ${cursor} order by seq limit ${BATCH}
    `.execute(db)
    cursor = rows.at(-1)?.seq ?? cursor
    return rows.length
  }
  return { append, read }
}

/** Throws when the reader missed an event or read one twice. */
async function transactionsPerSecond(db: Db, variant: Variant, waits: number[]): Promise<number> {
  const endAt = performance.now() + SECONDS * 1000
  let done = 0
  let isOver = false
  const reader = follow(variant, () => isOver)
  const write = async (id: number) => {
    while (performance.now() < endAt) {
      const began = performance.now()
      await transaction(db, variant, id)
      waits.push(performance.now() - began)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, id) => write(id)))
  isOver = true
  const read = await reader
  if (variant.read && read !== done) throw new Error(`${read} events were read of ${done}`)
  return done / SECONDS
}

async function follow({ read }: Variant, isOver: () => boolean): Promise<number> {
  for (let total = 0; read; ) {
    const isLast = isOver()
    const found = await read()
    total += found
    if (isLast && found === 0) return total
    await sleep(SPACING_MS)
  }
  return 0
}

async function transaction(db: Db, { append }: Variant, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select n from bench_rows where id = ${id} for update`.execute(tx)
    await sql`update bench_rows set n = n + 1 where id = ${id}`.execute(tx)
    await append(tx, id)
  })
}

/** Milliseconds from a commit until its event has been read, without other writers. */
async function commitToRead(db: Db, variant: Variant & { read(): Promise<number> }): Promise<number[]> {
  const waits: number[] = []
  for (let n = 0; n < QUIET_COMMITS; n++) {
    await transaction(db, variant, 0)
    const committedAt = performance.now()
    while ((await variant.read()) === 0);
    waits.push(performance.now() - committedAt)
  }
  return waits
}

async function whileOpen<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const tx = await db.startTransaction().execute()
  await sql`select pg_current_xact_id()`.execute(tx)
  return work().finally(() => tx.rollback().execute())
}
