import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { connectDatabase, type DatabaseConnection, ensureDatabase } from '../apps/server/src/db/connect.ts'
import type { Db, Tx } from '../apps/server/src/db/database.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded-postgres.ts'
import { record } from '../apps/server/src/db/event-log.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { alternate, type Bench, type BenchReport, median, percentile } from './measure.ts'

const WRITERS = 16
const ROUNDS = 5
const SECONDS = 2

type Append = (tx: Tx, n: number) => Promise<void>

/** Verbs per second with 16 writers: the log's append as it is, against one that takes turns until its commit. */
export const bench: Bench = {
  name: 'event-log',
  run: async () => {
    const stateDir = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-bench-'))
    fs.chmodSync(stateDir, 0o755)
    const notes = { info: () => undefined, warn: () => undefined }
    const postgres = await startEmbeddedPostgres({ stateDir, notes })
    try {
      await ensureDatabase(postgres.address('postgres'), 'bench')
      const connection = connectDatabase(postgres.address('bench'), { max: WRITERS })
      return await measureAppends(connection).finally(connection.close)
    } finally {
      await postgres.stop()
      fs.rmSync(stateDir, { recursive: true, force: true })
    }
  },
}

/** The same verb with both appends in turn, on one migrated database; prints nothing, returns the table. */
export async function measureAppends({ db }: Pick<DatabaseConnection, 'db'>): Promise<BenchReport> {
  await migrate(db)
  await sql`create table if not exists bench_things (id integer primary key, n integer not null)`.execute(db)
  await sql`insert into bench_things select g, 0 from generate_series(0, ${WRITERS - 1}) g on conflict do nothing`.execute(
    db,
  )
  await sql`create table if not exists bench_log (seq bigint generated always as identity primary key,
    at timestamptz not null, event text not null, to_companies bigint[] not null, data jsonb not null)`.execute(db)

  const waits = { ours: [] as number[], peer: [] as number[] }
  const rates = await alternate(
    ROUNDS,
    () => verbsPerSecond(db, appendByTransactionId, waits.ours),
    () => verbsPerSecond(db, appendInTurn, waits.peer),
  )
  const row = { what: `verbs with one event, ${WRITERS} writers`, peerName: 'appending in turn' }
  return {
    title: 'Event log',
    growsWith: 'the writers for the append in turn (one commit at a time); the disk for ours.',
    rows: [
      { ...row, unit: '/s', ours: median(rates.ours), peer: median(rates.peer), better: 'higher' },
      { ...row, unit: 'ms p50', ours: percentile(waits.ours, 0.5), peer: percentile(waits.peer, 0.5), better: 'lower' },
      {
        ...row,
        unit: 'ms p99',
        ours: percentile(waits.ours, 0.99),
        peer: percentile(waits.peer, 0.99),
        better: 'lower',
      },
    ],
    notes: [`per round, ours: ${shown(rates.ours)}; in turn: ${shown(rates.peer)} verbs/s`],
  }
}

const appendByTransactionId: Append = (tx, n) =>
  record(tx, [{ event: 'driver_status_changed', toCompanies: [1], data: { driver_id: n } }], new Date())

/** The textbook alternative: an identity column is safe to resume from when the append holds a lock until the commit. */
const appendInTurn: Append = async (tx, n) => {
  await sql`select pg_advisory_xact_lock(4711)`.execute(tx)
  await sql`
    insert into bench_log (at, event, to_companies, data)
    values (${new Date()}, 'driver_status_changed', array[1]::bigint[], ${JSON.stringify({ driver_id: n })}::jsonb)
  `.execute(tx)
}

async function verbsPerSecond(db: Db, append: Append, waits: number[]): Promise<number> {
  const endAt = performance.now() + SECONDS * 1000
  let done = 0
  const write = async (id: number) => {
    while (performance.now() < endAt) {
      const began = performance.now()
      await db.transaction().execute(async (tx) => {
        await sql`select n from bench_things where id = ${id} for update`.execute(tx)
        await sql`update bench_things set n = n + 1 where id = ${id}`.execute(tx)
        await append(tx, id)
      })
      waits.push(performance.now() - began)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, id) => write(id)))
  return done / SECONDS
}

function shown(figures: number[]): string {
  return figures.map((figure) => figure.toFixed(0)).join(', ')
}
