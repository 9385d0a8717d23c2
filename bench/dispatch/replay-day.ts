import {
  DAY_FROM,
  OUR_COMPANY,
  type PretendDay,
  pretendDay,
} from '@dispecerat/domain/dispatch/replay/testing/pretend-day'
import type { ReplayWorld } from '@dispecerat/domain/dispatch/replay/world'
import { startOfBucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import type { DriverId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../apps/server/src/platform/db/database.ts'
import { limitStatements } from '../../apps/server/src/platform/db/limit-statements.ts'

const HOUR_MS = 3_600_000
/** Past offers of each order, so that the answer statistics have a month's worth of data. */
const OFFERS_PER_ORDER = 12

/** Rows of a large company's yesterday: orders with walks and offers, shifts, and a position every few seconds. */
export async function fillYesterday(
  db: Db,
  driverIds: readonly DriverId[],
  day: Omit<PretendDay, 'drivers' | 'hours'>,
): Promise<{ positions: number }> {
  const world = pretendDay({ ...day, drivers: driverIds.length, hours: 24 })
  const yesterday = startOfBucharestDay(new Date(startOfBucharestDay(new Date()).getTime() - HOUR_MS))
  await db.transaction().execute(async (tx) => {
    await limitStatements(tx, 600)
    await sql`set local idle_in_transaction_session_timeout = '10min'`.execute(tx)
    await sql`update orders set deleted_at = now() where created_by_company_id = ${OUR_COMPANY}`.execute(tx)
    await sql`delete from driver_shifts where driver_id = any(${driverIds}::bigint[]) and stopped_at is not null`.execute(
      tx,
    )
    await insertOrders(tx, world, yesterday)
    await insertOffers(tx, driverIds, yesterday)
    for (const [i, driverId] of driverIds.entries()) await insertDuty(tx, world, { i, driverId, yesterday })
    await sql`analyze`.execute(tx)
  })
  return { positions: world.trails.at.length }
}

async function insertOrders(tx: Tx, world: ReplayWorld, yesterday: Date): Promise<void> {
  const orders = world.orders.map(({ searchAt, pickup, destination }) => ({
    at: new Date(yesterday.getTime() + searchAt - DAY_FROM),
    pickup,
    destination,
  }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as one(at timestamptz, pickup jsonb, destination jsonb)
    ), placed as (
      insert into orders (state, cancellation_reason_type, created_by_company_id, departure_time, placed_at, created_at,
        updated_at, canceled_at)
      select 'canceled', 'no_drivers_found', ${OUR_COMPANY}, at, at, at, at, at + interval '1 minute' from given order by at
      returning id, placed_at
    ), numbered as (
      select id, row_number() over (order by placed_at, id) as n from placed
    ), places as (
      select row_number() over (order by at) as n, pickup, destination from given
    )
    insert into order_places (order_id, position, name, lat, long)
    select id, position, 'Loc', (point ->> 'lat')::float8, (point ->> 'long')::float8
    from numbered join places using (n)
    cross join lateral (values (0, pickup), (1, destination)) as stop(position, point)
    where jsonb_typeof(point) = 'object'
  `.execute(tx)
}

/** A third of the offers is accepted within seconds, the others are seen and expire. */
async function insertOffers(tx: Tx, driverIds: readonly DriverId[], yesterday: Date): Promise<void> {
  await sql`
    with walks as (
      insert into search_walks (order_id, walk_no, steps, status, started_at, ended_at)
      select id, 1, '[]', 'exhausted', placed_at, canceled_at from orders
      where created_by_company_id = ${OUR_COMPANY} and placed_at >= ${yesterday} and deleted_at is null
      returning id, order_id, started_at
    ), rounds as (
      insert into search_rounds (walk_id, order_id, no, step, started_at, ends_at, look_again_at, outcome, closed_at)
      select id, order_id, 1, '{}', started_at, started_at + interval '12 s', started_at + interval '12 s', 'expired',
        started_at + interval '12 s' from walks
      returning id, order_id, started_at
    )
    insert into search_offers (round_id, order_id, driver_id, rank, metres, notified_at, delivered_at, viewed_at,
      expires_at, fate, closed_at)
    select id, order_id, (${driverIds}::bigint[])[1 + (order_id * 7 + rank * 13) % ${driverIds.length}], rank,
      100 + rank * 300, started_at, started_at, started_at + interval '1 s', started_at + interval '12 s',
      case when rank = 1 + order_id % 3 then 'accepted' when (order_id + rank) % 5 = 0 then 'refused' else 'seen_no_answer' end,
      started_at + make_interval(secs => 3 + (order_id + rank) % 9)
    from rounds cross join generate_series(1, ${OFFERS_PER_ORDER}) as rank
    where rank <> 1 + order_id % 3 or rank <= 3
    on conflict do nothing
  `.execute(tx)
}

async function insertDuty(
  tx: Tx,
  world: ReplayWorld,
  { i, driverId, yesterday }: { i: number; driverId: DriverId; yesterday: Date },
): Promise<void> {
  const driver = world.drivers[i]
  if (!driver) return
  const instant = (at: number) => new Date(yesterday.getTime() + at - world.from)
  for (const { from, to } of driver.shifts) {
    await sql`
      insert into driver_shifts (driver_id, car_id, started_at, stopped_at)
      select ${driverId}, car_id, ${instant(from)}, ${instant(to)} from driver_cars
      where driver_id = ${driverId} and is_default
    `.execute(tx)
  }
  const { first, end } = driver.trail
  const column = (values: Int32Array) => `{${values.subarray(first, end).join(',')}}`
  await sql`
    insert into driver_trail (driver_id, recorded_at, lat, long)
    select ${driverId}, ${yesterday}::timestamptz + make_interval(secs => at / 1000.0), lat / 1e6, long / 1e6
    from unnest(${column(world.trails.at)}::int[], ${column(world.trails.lat)}::int[], ${column(world.trails.long)}::int[])
      as row(at, lat, long)
  `.execute(tx)
}
