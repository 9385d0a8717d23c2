import { setTimeout as sleep } from 'node:timers/promises'
import { aStep } from '@dispecerat/domain/dispatch/search/testing/builders'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../../apps/server/src/platform/db/database.ts'
import { type Installation, openInstallation, spread } from '../bench-installation.ts'
import { type Bench, type BenchRow, percentile } from '../measure.ts'
import { cpuOf, cpuOfFamily } from '../process-cost.ts'

const DRIVERS = 300
const SEARCHES = [100, 1_000, 10_000]
/** Length of a round in the shipped rules; during a round the search looks for newly eligible drivers every 2 s. */
const ROUND_SECONDS = 6
const TICK_SECONDS = 2
const WARM_SECONDS = 8
const SECONDS = 15
/** The number of connections that the server's engine uses. */
const CLAIMERS = 4

interface Ran {
  lateMs: number[]
  perSecond: number
  nodeMicros: number
  postgresMicros: number
}

/** Many concurrent searches: how late their rounds begin, and what one step of one search costs, against a bare claim. */
export const bench: Bench = {
  name: 'due-rounds',
  run: async () => {
    await using installation = await openInstallation({ drivers: DRIVERS })
    const template = await aTemplateOrder(installation)
    const rows: BenchRow[] = []
    const notes: string[] = []
    for (const searches of SEARCHES) {
      const bare = await bareTimers(installation, searches)
      const ours = await realSearches(installation, template, searches)
      rows.push(...rowsOf(searches, ours, bare))
      const wanted = Math.round(searches / TICK_SECONDS)
      notes.push(
        `${searches.toLocaleString('en-US')} searches want ${wanted.toLocaleString('en-US')} steps a second: ours did ${ours.perSecond.toFixed(0)}, the bare claims ${bare.perSecond.toFixed(0)}; a step of ours cost ${ours.nodeMicros.toFixed(0)} µs of node and ${ours.postgresMicros.toFixed(0)} µs of PostgreSQL`,
      )
    }
    return {
      title: 'Rounds that are due',
      growsWith:
        'the searches that run (each looks every 2 s) and the drivers of their companies; the lateness only once the steps wanted exceed the steps done.',
      rows,
      notes: [
        ...notes,
        `each search has rounds of ${ROUND_SECONDS} s that reach no driver; ${DRIVERS} drivers of the company are judged at each look; lateness is a round’s beginning after the end of the one before, as the rows say`,
        `the bare claim locks one due row, moves it by ${TICK_SECONDS} s and commits, ${CLAIMERS} at once`,
      ],
    }
  },
}

function rowsOf(searches: number, ours: Ran, bare: Ran): BenchRow[] {
  const running = `${searches.toLocaleString('en-US')} searches`
  const late = (share: number): BenchRow => ({
    what: `rounds begin late, p${share * 100}, ${running}`,
    unit: 'ms',
    ours: percentile(ours.lateMs, share),
    peer: percentile(bare.lateMs, share),
    peerName: 'bare claim of a due row',
    better: 'lower',
  })
  const rate = { what: `steps per second, ${running}`, unit: '/s', ours: ours.perSecond, peer: bare.perSecond }
  return [late(0.5), late(0.99), { ...rate, peerName: 'bare claims', better: 'higher' }]
}

async function realSearches(installation: Installation, template: number, searches: number): Promise<Ran> {
  const { db, pid, postgresPid } = installation
  await startSearches(db, template, searches)
  await sleep(WARM_SECONDS * 1000)
  const from = new Date()
  const before = { steps: await stepsDone(db), node: cpuOf(pid), postgres: cpuOfFamily(postgresPid) }
  await sleep(SECONDS * 1000)
  const spent = { node: cpuOf(pid) - before.node, postgres: cpuOfFamily(postgresPid) - before.postgres }
  const steps = (await stepsDone(db)) - before.steps
  const { rows } = await sql<{ ms: number }>`
    select extract(epoch from started_at - due)::float8 * 1000 as ms from (
      select started_at, lag(ends_at) over (partition by walk_id order by no) as due from search_rounds
    ) as begun where due is not null and started_at >= ${from}`.execute(db)
  await sql`update search_walks set status = 'aborted', due_at = null, ended_at = now() where status = 'running'`.execute(
    db,
  )
  await sleep(1_000)
  return {
    lateMs: rows.map(({ ms }) => ms),
    perSecond: steps / SECONDS,
    nodeMicros: spent.node / steps,
    postgresMicros: spent.postgres / steps,
  }
}

/** Counts updates of search rows, since every step of a search writes its row once. */
async function stepsDone(db: Db): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  await sleep(1_100)
  const { rows } = await sql<{ n: number }>`
    select n_tup_upd as n from pg_stat_user_tables where relname = 'search_walks'`.execute(db)
  return rows[0]?.n ?? 0
}

/** Copies of one order, each searched for where no driver is, due one after another over a tick. */
async function startSearches(db: Db, template: number, searches: number): Promise<void> {
  const steps = JSON.stringify(
    Array.from({ length: 20 }, () =>
      aStep({ searchType: 'by_radius', searchLimit: 100, searchSeconds: ROUND_SECONDS }),
    ),
  )
  const { rows } = await sql<{ name: string }>`
    select quote_ident(column_name) as name from information_schema.columns
    where table_name = 'orders' and column_name not in ('id', 'order_no', 'state', 'start_at')`.execute(db)
  const columns = sql.raw(rows.map(({ name }) => name).join(', '))
  await sql`
    with copied as (
      insert into orders (${columns}, state) select ${columns}, 'created' from orders, generate_series(1, ${searches})
      where orders.id = ${template} returning id
    ), placed as (
      insert into order_places (order_id, position, name, lat, long) select id, 0, 'La capăt', 45.9, 25.1 from copied
    )
    insert into search_walks (order_id, walk_no, steps, started_at, due_at)
    select id, 1, ${steps}::jsonb, now(), now() + random() * make_interval(secs => ${TICK_SECONDS}) from copied
  `.execute(db)
  await sql`analyze orders, order_places, search_walks, search_rounds`.execute(db)
}

async function aTemplateOrder({ url, dispatcherToken }: Installation): Promise<number> {
  const departure = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const response = await fetch(`${url}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${dispatcherToken}` },
    body: JSON.stringify({
      client_phone: '0720099999',
      departure_time: departure,
      places: [{ name: 'La capăt', ...spread(0) }],
    }),
  })
  return ((await response.json()) as { data: { id: number } }).data.id
}

/** Rows that fall due again and again, claimed one by one over as many connections as the engine has. */
async function bareTimers({ db, databaseUrl, postgresPid }: Installation, timers: number): Promise<Ran> {
  await sql`create table if not exists bench_timers (id integer primary key, due_at timestamptz not null)`.execute(db)
  await sql`truncate bench_timers`.execute(db)
  await sql`create index if not exists bench_timers_due on bench_timers (due_at)`.execute(db)
  await sql`
    insert into bench_timers select n, now() + random() * make_interval(secs => ${TICK_SECONDS})
    from generate_series(1, ${timers}) as n`.execute(db)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CLAIMERS })
  const lateMs: number[] = []
  const before = { node: process.cpuUsage(), postgres: cpuOfFamily(postgresPid) }
  const endAt = performance.now() + SECONDS * 1000
  const claimer = async () => {
    while (performance.now() < endAt) {
      const late = await claimOne(pool)
      if (late === null) await sleep(2)
      else lateMs.push(late)
    }
  }
  await Promise.all(Array.from({ length: CLAIMERS }, claimer))
  await pool.end()
  const { user, system } = process.cpuUsage(before.node)
  return {
    lateMs,
    perSecond: lateMs.length / SECONDS,
    nodeMicros: (user + system) / lateMs.length,
    postgresMicros: (cpuOfFamily(postgresPid) - before.postgres) / lateMs.length,
  }
}

/** Claims a due row and returns its delay in ms; null when none is due. */
async function claimOne(pool: pg.Pool): Promise<number | null> {
  const client = await pool.connect()
  try {
    const now = new Date()
    await client.query('begin')
    const { rows } = await client.query<{ id: number; due_at: Date }>({
      name: 'claim',
      text: 'select id, due_at from bench_timers where due_at <= $1 order by due_at limit 1 for update skip locked',
      values: [now],
    })
    const [row] = rows
    if (row) {
      await client.query({
        name: 'move',
        text: 'update bench_timers set due_at = $2 where id = $1',
        values: [row.id, new Date(row.due_at.getTime() + TICK_SECONDS * 1000)],
      })
    }
    await client.query('commit')
    return row ? now.getTime() - row.due_at.getTime() : null
  } finally {
    client.release()
  }
}
