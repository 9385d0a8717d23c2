import type { CompanyId, DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import type { CarWarning, WatchedPoint } from '@dispecerat/domain/orders/car-watch'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

export interface CarWatch {
  assignedAt: Date
  since: Date
  warnedAs: CarWarning | null
  warnedSince: Date | null
  /** When another car was last searched because of the warning. */
  soughtAt: Date | null
}

/** A backlog is caught up in several runs. */
const MAX_AT_ONCE = 200

/** Begins to watch the cars that are on the way to a pickup and not watched yet. An order that is locked elsewhere is left to the next run. */
export async function beginWatches(tx: Tx, now: Date): Promise<void> {
  await sql`
    with fresh as (
      select orders.id, orders.driver_id, orders.assigned_at
      from orders left join car_watches as watch on watch.order_id = orders.id
      where orders.state = 'assigned' and orders.trip_state = 'waiting_driver' and not orders.is_next_order
        and orders.deleted_at is null and orders.assigned_at is not null
        and (watch.order_id is null or (watch.driver_id, watch.assigned_at) <> (orders.driver_id, orders.assigned_at))
      order by orders.id limit ${MAX_AT_ONCE}
      for update of orders skip locked
    )
    insert into car_watches (order_id, driver_id, assigned_at, since, due_at)
    select id, driver_id, assigned_at, ${now}, ${now} from fresh
    on conflict (order_id) do update set driver_id = excluded.driver_id, assigned_at = excluded.assigned_at,
      since = excluded.since, due_at = excluded.due_at, warned_as = null, warned_since = null, sought_at = null
  `.execute(tx)
}

/** Locks the order of one watch that is due, and that no other server has locked. */
export async function claimDueWatch(tx: Tx, now: Date, except: readonly OrderId[]): Promise<OrderId | null> {
  const { rows } = await sql<{ orderId: OrderId }>`
    select watch.order_id as "orderId"
    from car_watches as watch join orders on orders.id = watch.order_id
    where watch.due_at <= ${now} and watch.order_id <> all(${[...except]}::bigint[])
    order by watch.due_at limit 1
    for update of orders skip locked
  `.execute(tx)
  return rows[0]?.orderId ?? null
}

/** True while somebody is asked for a locked order. */
export async function isSearched(tx: Tx, orderId: OrderId): Promise<boolean> {
  const { rows } = await sql`
    select from search_walks where order_id = ${orderId} and status = 'running' limit 1
  `.execute(tx)
  return rows.length > 0
}

/** The watch of a locked order while it is of this driver. */
export async function readWatch(tx: Tx, orderId: OrderId, driverId: DriverId): Promise<CarWatch | null> {
  const { rows } = await sql<CarWatch>`
    select assigned_at as "assignedAt", since, warned_as as "warnedAs", warned_since as "warnedSince",
      sought_at as "soughtAt"
    from car_watches where order_id = ${orderId} and driver_id = ${driverId}
  `.execute(tx)
  return rows[0] ?? null
}

export async function saveWatch(tx: Tx, orderId: OrderId, watch: CarWatch, dueAt: Date): Promise<void> {
  await tx
    .updateTable('car_watches')
    .set({
      since: watch.since,
      warned_as: watch.warnedAs,
      warned_since: watch.warnedSince,
      sought_at: watch.soughtAt,
      due_at: dueAt,
    })
    .where('order_id', '=', orderId)
    .execute()
}

/** The car has another way: what was seen before says nothing. */
export async function restartWatch(tx: Tx, orderId: OrderId, now: Date): Promise<void> {
  const begun = { since: now, due_at: now, warned_as: null, warned_since: null, sought_at: null }
  await tx.updateTable('car_watches').set(begun).where('order_id', '=', orderId).execute()
}

export async function endWatch(tx: Tx, orderId: OrderId): Promise<void> {
  await tx.deleteFrom('car_watches').where('order_id', '=', orderId).execute()
}

/** Stored positions of the driver from `since` to `until`, oldest first. */
export async function readTrail(
  tx: Tx,
  driverId: DriverId,
  { since, until }: { since: Date; until: Date },
): Promise<WatchedPoint[]> {
  const { rows } = await sql<WatchedPoint>`
    select lat, long, recorded_at as at, is_marked as "isMarked" from driver_trail
    where driver_id = ${driverId} and recorded_at >= ${since} and recorded_at <= ${until} order by recorded_at
  `.execute(tx)
  return rows
}

export interface WatchRules {
  warningMinutes: number
  replacementMinutes: number
  arrivalRadiusMetres: number
}

/** Null for a company without settings, which has their defaults. */
export async function readWatchRules(tx: Tx, companyId: CompanyId): Promise<WatchRules | null> {
  const { rows } = await sql<WatchRules>`
    select car_warning_min as "warningMinutes", car_replacement_min as "replacementMinutes",
      arrival_radius_m as "arrivalRadiusMetres"
    from company_settings where company_id = ${companyId}
  `.execute(tx)
  return rows[0] ?? null
}
