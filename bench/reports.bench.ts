import { type Kysely, sql } from 'kysely'
import { openSession } from '../apps/server/src/accounts/log-in.ts'
import { systemClock } from '../apps/server/src/clock.ts'
import type { Tables } from '../apps/server/src/db/tables.ts'
import { type House, openHouse } from './bench-house.ts'
import { alternate, type Bench, type BenchRow, median, percentile } from './measure.ts'

const ORDERS = Number(process.env.BENCH_ORDERS ?? 500_000)
const DRIVERS = Number(process.env.BENCH_DRIVERS ?? 2000)
const AT_ONCE = 25_000
const ROUNDS = 5
const COMPANY = 1
const DISPATCHERS = 12
/** All orders lie in the year before. */
const YEAR = { from: '2025-06-01', to: '2026-05-31' }
const SECONDS_APART = (365 * 86_400) / ORDERS

const WITHIN = `created_at >= '${YEAR.from}' and created_at < '2026-06-01' and created_by_company_id = ${COMPANY} and deleted_at is null`
const OF_FINISHED = `trip_finished_at >= '${YEAR.from}' and trip_finished_at < '2026-06-01'
  and processed_by_company_id = ${COMPANY} and state = 'finished' and deleted_at is null`

interface Question {
  path: string
  /** What a hand would ask the orders themselves for the same figures. */
  bare: string
}

const QUESTIONS: readonly Question[] = [
  {
    path: 'dispatchers?group=dispatcher',
    bare: `select dispatcher_id, count(*), count(*) filter (where state = 'finished'), count(*) filter (where state = 'canceled'),
      sum(cost_bani), avg(assigned_at - placed_at) from orders where ${WITHIN} group by 1`,
  },
  {
    path: 'dispatchers?group=day',
    bare: `select (created_at at time zone 'Europe/Bucharest')::date, count(*), count(*) filter (where state = 'finished')
      from orders where ${WITHIN} group by 1`,
  },
  {
    path: 'drivers?group=driver',
    bare: `select driver_id, count(*), sum(cost_bani), sum(driver_payment_bani) from orders where ${OF_FINISHED} group by 1`,
  },
  {
    path: 'cancellations?group=reason',
    bare: `select cancellation_reason_type, count(*) from orders where ${WITHIN} and state = 'canceled' group by 1`,
  },
  {
    path: 'search?group=day',
    bare: `select day, count(*), percentile_disc(0.5) within group (order by seconds) filter (where outcome = 'accepted'),
      percentile_disc(0.9) within group (order by seconds) filter (where outcome = 'accepted') from search_facts
      where company_id = ${COMPANY} and day between '${YEAR.from}' and '${YEAR.to}' group by 1`,
  },
  {
    path: 'fairness?group=driver',
    bare: `select driver_id, sum(cost_bani), (select sum(stopped_at - started_at) from driver_shifts s where s.driver_id = o.driver_id)
      from orders o where ${OF_FINISHED} group by 1`,
  },
]

/** Reports of a whole year, as a manager asks for them, against what a hand would ask of the orders themselves. */
export const bench: Bench = {
  name: 'reports',
  run: async () => {
    await using house = await openHouse({ drivers: 0 })
    const cost = await house.db.connection().execute((one) => loadYear(one))
    const token = await managerToken(house)
    const rows: BenchRow[] = []
    const slowest: number[] = []
    for (const question of QUESTIONS) {
      const times = await alternate(
        ROUNDS,
        () => ours(house, token, question),
        () => bare(house.db, question),
      )
      slowest.push(percentile(times.ours, 0.99))
      rows.push({
        what: question.path,
        unit: 'ms',
        ours: median(times.ours),
        peer: median(times.peer),
        peerName: 'bare SQL over the orders',
        better: 'lower',
      })
    }
    return {
      title: 'Reports of a year',
      growsWith: 'days times people, not orders; searches with their number (one narrow index entry each).',
      rows,
      notes: [
        `${ORDERS.toLocaleString('en-US')} orders and searches of one company in a year, ${DRIVERS.toLocaleString('en-US')} drivers, ${DISPATCHERS} dispatchers; slowest p99 ${Math.max(...slowest).toFixed(0)} ms`,
        'ours is the whole request: scope, sums, names, totals; the bare SQL has no names and no totals',
        `keeping the sums costs an inserted order ${cost.toFixed(3)} ms, over ${AT_ONCE.toLocaleString('en-US')} rows with and without its trigger`,
      ],
    }
  },
}

async function managerToken({ db }: House): Promise<string> {
  const { rows } = await sql<{ id: number }>`select id from users where email = 'manager@demo.ro'`.execute(db)
  const userId = rows[0]?.id
  if (userId === undefined) throw new Error('the demo has a manager')
  return db.transaction().execute((tx) => openSession(tx, { userId, device: null, now: systemClock.now() }))
}

async function ours({ url }: House, token: string, { path }: Question): Promise<number> {
  const startedAt = performance.now()
  const asked = `${url}/api/reports/${path}&date_from=${YEAR.from}&date_to=${YEAR.to}&company_id=${COMPANY}`
  const answer = await fetch(asked, { headers: { authorization: `Bearer ${token}` } })
  const { rows } = (await answer.json()) as { rows?: unknown[] }
  if (!rows || rows.length === 0) throw new Error(`the report ${path} is empty: ${answer.status}`)
  return performance.now() - startedAt
}

async function bare(db: Kysely<Tables>, { bare: statement }: Question): Promise<number> {
  const startedAt = performance.now()
  await sql.raw(statement).execute(db)
  return performance.now() - startedAt
}

/** Fills a year; milliseconds an order's sums cost when the trigger keeps them. */
async function loadYear(db: Kysely<Tables>): Promise<number> {
  await sql`set statement_timeout = 0`.execute(db)
  await sql`
    with made as (
      insert into users (name, phone, created_at)
      select 'Șofer ' || n, '+4077' || lpad(n::text, 7, '0'), now() from generate_series(1, ${DRIVERS}::int) n returning id
    ), roles as (insert into user_roles (user_id, role) select id, 'driver' from made)
    insert into driver_status (driver_id, company_id, updated_at) select id, ${COMPANY}, now() from made
  `.execute(db)
  await sql`
    insert into driver_shifts (driver_id, car_id, started_at, stopped_at)
    select driver_id, (select min(id) from cars), day, day + interval '9 hours'
    from driver_status, generate_series(timestamptz '2025-06-01', timestamptz '2026-05-31', interval '1 day') as day
    where company_id = ${COMPANY}
  `.execute(db)
  await sql`alter table orders disable trigger user`.execute(db)
  await sql`alter table search_walks disable trigger user`.execute(db)
  const without = await insert(db, 0, AT_ONCE)
  await sql`alter table orders enable trigger orders_added_sums`.execute(db)
  const withSums = await insert(db, AT_ONCE, AT_ONCE)
  await sql`alter table orders disable trigger user`.execute(db)
  for (let from = 2 * AT_ONCE; from < ORDERS; from += AT_ONCE) await insert(db, from, Math.min(AT_ONCE, ORDERS - from))
  await sql`alter table orders enable trigger user`.execute(db)
  await summarise(db)
  for (const table of ['orders', 'order_sums', 'offer_sums', 'search_facts', 'driver_shifts']) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  }
  return (withSums - without) / AT_ONCE
}

/** The sums as the triggers would have kept them, a search an order, and five offers a driver and day. */
async function summarise(db: Kysely<Tables>): Promise<void> {
  await sql`truncate order_sums, order_sum_changes`.execute(db)
  await sql`
    insert into order_sums
    select m.company_id, m.side, m.day, m.person_id, m.reason, m.ended_by, sum(m.orders), sum(m.finished), sum(m.manual),
      sum(m.waits), sum(m.wait_seconds), sum(m.cost_bani), sum(m.cash_bani), sum(m.discount_bani), sum(m.payment_bani),
      sum(m.busy_seconds)
    from orders o cross join lateral order_sum_marks(o) m group by 1, 2, 3, 4, 5, 6
  `.execute(db)
  await sql`
    insert into search_walks (order_id, walk_no, steps, status, started_at, ended_at)
    select id, 1, '[]', case when state = 'finished' then 'accepted' else 'exhausted' end, created_at,
      created_at + id % 240 * interval '1 second'
    from orders where address like 'Strada de probă%'
  `.execute(db)
  await sql`
    insert into search_facts
    select id, ${COMPANY}, (started_at at time zone 'Europe/Bucharest')::date,
      extract(hour from started_at at time zone 'Europe/Bucharest')::smallint, null, status, false,
      extract(epoch from ended_at - started_at)::integer, 2, 5, 2, 1500
    from search_walks where not exists (select from search_facts f where f.walk_id = search_walks.id)
  `.execute(db)
  await sql`
    insert into offer_sums
    select driver_id, day::date, 5, 2, 0, 1, 1, 1, 0, 0, 0, 3000
    from driver_status, generate_series(date '2025-06-01', date '2026-05-31', interval '1 day') as day
    where company_id = ${COMPANY} on conflict do nothing
  `.execute(db)
}

async function insert(db: Kysely<Tables>, from: number, count: number): Promise<number> {
  const startedAt = performance.now()
  await sql`
    with people as (
      select (select array_agg(driver_id) from driver_status where company_id = ${COMPANY}) as drivers,
        (select array_agg(id) from (select id from users order by id limit ${DISPATCHERS}) u) as dispatchers
    )
    insert into orders (state, cancellation_reason_type, cancelled_by, address, created_by_company_id, processed_by_company_id,
      dispatcher_id, driver_id, departure_time, placed_at, assigned_at, trip_finished_at, canceled_at, cost_bani, created_at, updated_at)
    select case when is_lost then 'canceled' else 'finished' end, case when is_lost then 'no_drivers_found' end,
      case when is_lost then 'system' end, 'Strada de probă ' || n % 900, ${COMPANY}, ${COMPANY},
      dispatchers[1 + n % array_length(dispatchers, 1)],
      case when not is_lost then drivers[1 + n * 7919 % array_length(drivers, 1)] end, at, at,
      case when not is_lost then at + interval '40 seconds' end, case when not is_lost then at + interval '20 minutes' end,
      case when is_lost then at + interval '3 minutes' end, case when not is_lost then 1500 + n % 4000 end, at, at
    from people, generate_series(${from}::bigint, ${from + count - 1}::bigint) as n,
      lateral (select timestamptz '2026-05-31 20:00:00' - n * ${SECONDS_APART}::float8 * interval '1 second' as at,
        n % 10 = 0 as is_lost) as moment
  `.execute(db)
  return performance.now() - startedAt
}
