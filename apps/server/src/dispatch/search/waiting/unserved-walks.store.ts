import type { Offer, WalkStep } from '@dispecerat/domain/dispatch/search/walk'
import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** Newer unserved orders reserve no driver and are found by their own tick, so that one evaluation costs a limited time. */
const MAX_UNSERVED = 200

/** A running walk without an open offer in its current round. */
export interface UnservedWalk {
  orderId: OrderId
  promisedAt: Date
  steps: WalkStep[]
  step: WalkStep
  no: number
  startedAt: Date
  /** The offers of the walk. */
  offers: { driverId: DriverId; no: number; fate: Offer['fate'] }[] | null
}

/** The oldest promises first. A walk that is retried after a failure is left out, because it may fail again. */
export async function unservedWalks(db: Db | Tx): Promise<UnservedWalk[]> {
  const { rows } = await sql<UnservedWalk>`
    select walk.order_id as "orderId", coalesce(walk.promised_at, walk.started_at) as "promisedAt", walk.steps,
      round.step, round.no, round.started_at as "startedAt", before.offers
    from search_walks as walk
    join lateral (
      select id, no, step, started_at, outcome, pinned_at from search_rounds where walk_id = walk.id order by no desc limit 1
    ) as round on round.outcome is null and round.pinned_at is null
    left join lateral (
      select jsonb_agg(jsonb_build_object('driverId', offer.driver_id, 'no', made.no, 'fate', offer.fate)) as offers
      from search_rounds as made join search_offers as offer on offer.round_id = made.id where made.walk_id = walk.id
    ) as before on true
    where walk.status = 'running' and walk.failures = 0
      and not exists (select from search_offers where round_id = round.id and fate = 'open')
    order by coalesce(walk.promised_at, walk.started_at), walk.order_id
    limit ${MAX_UNSERVED}
  `.execute(db)
  return rows
}

/** Drivers whose ringing offer of one of these orders ended since `since`. */
export async function driversFreed(db: Db, orderIds: readonly OrderId[], since: Date): Promise<DriverId[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<{ driverId: DriverId }>`
    select distinct driver_id as "driverId" from search_offers
    where order_id = any(${[...orderIds]}::bigint[]) and is_exclusive and closed_at >= ${since}
  `.execute(db)
  return rows.map(({ driverId }) => driverId)
}

/** Makes the walks of these orders due, and their open rounds. Their orders are locked first, as everywhere, in ascending order. */
export async function wakeOrders(tx: Tx, orderIds: readonly OrderId[], now: Date): Promise<void> {
  const ids = [...orderIds]
  await sql`select from orders where id = any(${ids}::bigint[]) order by id for update`.execute(tx)
  await sql`
    with woken as (
      update search_walks set due_at = least(due_at, ${now}::timestamptz)
      where order_id = any(${ids}::bigint[]) and status = 'running' returning id
    )
    update search_rounds set look_again_at = least(look_again_at, ${now}::timestamptz)
    where walk_id in (select id from woken) and outcome is null and pinned_at is null
  `.execute(tx)
}
