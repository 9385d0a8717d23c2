import { isExclusive, type NotPlaced, type Offer, type WalkStep } from '@dispecerat/domain/dispatch/search/walk'
import type { DriverId, OrderId, RoundId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** An offer made by the engine, with the row of its round. */
export interface MadeOffer {
  roundNo: number
  roundId: RoundId
  step: WalkStep
  offer: Offer
}

/** An offer refused by the database. */
export type Refusal = Pick<NotPlaced, 'driverId' | 'because'> & { roundNo: number }

/**
 * Writes offers, with the database as the final check: drivers who went off duty, became busy or are locked by an accept are skipped, and
 * the unique index on ringing offers prevents two walks from ringing at one driver. A busy driver is allowed in a step that includes busy
 * drivers, behind a single trip with the client in the car. Drivers are locked and offers written in ascending driver ids, so that two
 * walks never deadlock.
 */
export async function insertOffers(
  tx: Tx,
  orderId: OrderId,
  made: readonly MadeOffer[],
  now: Date,
): Promise<Refusal[]> {
  const wanted = made.map(({ roundId, step, offer }) => ({
    ...offer,
    roundId,
    isExclusive: isExclusive(step),
    mayBeBusy: step.showForBusyDrivers,
    isNamed: step.searchType === 'custom',
  }))
  const { rows } = await sql<{ free: string[] | null; placed: string[] | null }>`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as asked("roundId" bigint, "driverId" bigint,
        rank integer, metres integer, "routeMetres" integer, "isRouteGuess" boolean, "isPriority" boolean, "isPartner" boolean,
        "isExclusive" boolean, "mayBeBusy" boolean, "isNamed" boolean, "notifiedAt" timestamptz, "expiresAt" timestamptz)
    ),
    free as (
      select asked."roundId", status.driver_id
      from asked
      join driver_status as status on status.driver_id = asked."driverId"
      join users on users.id = status.driver_id
      where status.on_shift and (not status.is_paused or asked."isNamed")
        and (not status.is_busy or (asked."mayBeBusy" and (
          select count(*) = 1 and bool_and(trip_state = 'started') from orders
          where orders.driver_id = status.driver_id and orders.state = 'assigned')))
        and users.is_active and users.deleted_at is null and (users.ban_until is null or users.ban_until < ${now})
      order by status.driver_id
      for share of status skip locked
    ),
    placed as (
      insert into search_offers (round_id, order_id, driver_id, rank, metres, route_metres, route_is_guess, is_priority, is_partner,
        is_exclusive, notified_at, expires_at)
      select "roundId", ${orderId}, "driverId", rank, metres, "routeMetres", "isRouteGuess", "isPriority", "isPartner", "isExclusive",
        "notifiedAt", "expiresAt"
      from asked join free using ("roundId")
      where free.driver_id = asked."driverId"
      order by "driverId"
      on conflict (driver_id) where fate = 'open' and is_exclusive do nothing
      returning round_id, driver_id
    )
    select (select array_agg(concat_ws(' ', "roundId", driver_id)) from free) as free,
      (select array_agg(concat_ws(' ', round_id, driver_id)) from placed) as placed
  `.execute(tx)
  const free = new Set(rows[0]?.free)
  const placed = new Set(rows[0]?.placed)
  return made.flatMap(({ roundNo, roundId, offer: { driverId } }): Refusal[] => {
    const key = entryKey(roundId, driverId)
    if (placed.has(key)) return []
    return [{ driverId, roundNo, because: free.has(key) ? 'holds_another_offer' : 'busy' }]
  })
}

/** The locked driver's ban, and whether the offer of the round is still open, as they are now. */
export async function readOpenOffer(
  tx: Tx,
  roundId: RoundId | undefined,
  driverId: DriverId,
): Promise<{ banUntil: Date | null; isOpen: boolean }> {
  const { rows } = await sql<{ banUntil: Date | null; isOpen: boolean }>`
    select ban_until as "banUntil", exists (
      select from search_offers where round_id = ${roundId ?? null}::bigint and driver_id = users.id and fate = 'open') as "isOpen"
    from users where id = ${driverId}
  `.execute(tx)
  return rows[0] ?? { banUntil: null, isOpen: false }
}

function entryKey(roundId: RoundId, driverId: DriverId): string {
  return `${roundId} ${driverId}`
}
