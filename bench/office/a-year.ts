import type { UserId } from '@dispecerat/domain/kernel/ids'
import { type Kysely, sql } from 'kysely'
import { openSession } from '../../apps/server/src/identity/accounts/log-in.ts'
import { limitStatementsOfSession } from '../../apps/server/src/platform/db/limit-statements.ts'
import type { Tables } from '../../apps/server/src/platform/db/tables/tables.ts'
import { systemClock } from '../../apps/server/src/platform/lifecycle/clock.ts'
import type { Installation } from '../bench-installation.ts'

export const ORDERS = Number(process.env.BENCH_ORDERS ?? 500_000)
export const DRIVERS = Number(process.env.BENCH_DRIVERS ?? 2000)
export const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 50_000)
export const AT_ONCE = 25_000
export const COMPANY = 1
export const DISPATCHERS = 12
/** All orders lie in the year before the bench. */
export const YEAR = { from: '2025-06-01', to: '2026-05-31' }
const SECONDS_APART = (365 * 86_400) / ORDERS

export async function managerToken({ db }: Installation): Promise<string> {
  const { rows } = await sql<{ id: UserId }>`select id from users where email = 'manager@demo.ro'`.execute(db)
  const userId = rows[0]?.id
  if (userId === undefined) throw new Error('the demo has a manager')
  return db.transaction().execute((tx) => openSession(tx, { userId, device: null, now: systemClock.now() }))
}

/** Fills a year; returns the milliseconds that the totals of one order cost while the trigger maintains them. */
export async function loadYear(db: Kysely<Tables>): Promise<number> {
  await limitStatementsOfSession(db, 0)
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
  await addClients(db)
  await sql`alter table orders disable trigger user`.execute(db)
  await sql`alter table search_walks disable trigger user`.execute(db)
  const without = await insert(db, 0, AT_ONCE)
  await sql`alter table orders enable trigger orders_added_sums`.execute(db)
  const withTotals = await insert(db, AT_ONCE, AT_ONCE)
  await sql`alter table orders disable trigger user`.execute(db)
  for (let from = 2 * AT_ONCE; from < ORDERS; from += AT_ONCE) await insert(db, from, Math.min(AT_ONCE, ORDERS - from))
  await sql`alter table orders enable trigger user`.execute(db)
  await summarise(db)
  for (const table of [
    'orders',
    'order_sums',
    'offer_sums',
    'search_facts',
    'driver_shifts',
    'users',
    'company_clients',
    'ledger_entries',
  ]) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  }
  return (withTotals - without) / AT_ONCE
}

/** Clients of the company; hundreds share some of the names, other names are unique. */
async function addClients(db: Kysely<Tables>): Promise<void> {
  await sql`
    with made as (
      insert into users (name, phone, created_at)
      select (array['Popescu', 'Ionescu', 'Munteanu', 'Rusu'])[1 + n % 4] || ' ' || md5(n::text),
        '+40766' || lpad(n::text, 6, '0'), timestamptz '2025-01-01' + n * interval '1 minute'
      from generate_series(1, ${CLIENTS}::int) n returning id, name, created_at
    ), roles as (insert into user_roles (user_id, role) select id, 'client' from made)
    insert into company_clients (company_id, user_id, name, created_at) select ${COMPANY}, id, name, created_at from made
  `.execute(db)
}

/** Computes the totals as the triggers would have, one search per order, and five offers per driver and day. */
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
        (select array_agg(id) from (select id from users order by id limit ${DISPATCHERS}) u) as dispatchers,
        (select array_agg(user_id) from company_clients where company_id = ${COMPANY}) as clients
    )
    insert into orders (state, cancellation_reason_type, cancelled_by, address, created_by_company_id, processed_by_company_id,
      dispatcher_id, client_id, driver_id, departure_time, placed_at, assigned_at, trip_finished_at, canceled_at, cost_bani, created_at, updated_at)
    select case when is_lost then 'canceled' else 'finished' end, case when is_lost then 'no_drivers_found' end,
      case when is_lost then 'system' end, 'Strada de probă ' || n % 900, ${COMPANY}, ${COMPANY},
      dispatchers[1 + n % array_length(dispatchers, 1)], clients[1 + n % array_length(clients, 1)],
      case when not is_lost then drivers[1 + n * 7919 % array_length(drivers, 1)] end, at, at,
      case when not is_lost then at + interval '40 seconds' end, case when not is_lost then at + interval '20 minutes' end,
      case when is_lost then at + interval '3 minutes' end, case when not is_lost then 1500 + n % 4000 end, at, at
    from people, generate_series(${from}::bigint, ${from + count - 1}::bigint) as n,
      lateral (select timestamptz '2026-05-31 20:00:00' - n * ${SECONDS_APART}::float8 * interval '1 second' as at,
        n % 10 = 0 as is_lost) as moment
  `.execute(db)
  return performance.now() - startedAt
}
