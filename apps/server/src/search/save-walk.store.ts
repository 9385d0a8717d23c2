import type { DriverId, RoundId } from '@dispecerat/domain/ids'
import type { NotPlaced, Offer, Round, Walk, WalkEffect } from '@dispecerat/domain/search/walk'
import { walkDueAt } from '@dispecerat/domain/search/walk'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoredWalk } from './walks.store.ts'

/** An offer the database did not allow. */
export type Refusal = Pick<NotPlaced, 'driverId' | 'because'>

type EffectOf<Type extends WalkEffect['type']> = Extract<WalkEffect, { type: Type }>

/** Writes the effects in two statements at most; tells which offers the database refused. */
export async function saveEffects(
  tx: Tx,
  stored: StoredWalk,
  effects: readonly WalkEffect[],
  now: Date,
): Promise<{ roundId: RoundId | null; refusals: Refusal[] }> {
  const roundId = await saveEndingsAndRound(tx, stored, effects)
  const made = ofType(effects, 'offer.made').map(({ offer }) => offer)
  const [first] = made
  if (!first || roundId === null) return { roundId, refusals: [] }
  const opened = ofType(effects, 'round.opened')[0]?.round ?? stored.walk.round
  const refusals = await insertOffers(tx, { roundId, stored, made, isNamed: opened?.step.searchType === 'custom' }, now)
  return { roundId, refusals }
}

/** Closed offers, receipts and the closed round belong to the round that was loaded; then the new round's row. */
async function saveEndingsAndRound(
  tx: Tx,
  { walkId, walk, roundId }: StoredWalk,
  effects: readonly WalkEffect[],
): Promise<RoundId | null> {
  const touched = effects.flatMap((effect) =>
    effect.type === 'offer.closed' || effect.type === 'offer.noted' ? [effect.offer] : [],
  )
  const closed = ofType(effects, 'round.closed')[0]?.round
  const opened = ofType(effects, 'round.opened')[0]?.round
  const parts: RawBuilder<unknown>[] = []
  if (touched.length > 0) parts.push(sql`offers as (${offerUpdate(roundId, touched)})`)
  if (closed) parts.push(sql`closed as (${roundUpdate(roundId, closed)})`)
  if (opened) parts.push(sql`opened as (${roundInsert(walkId, walk, opened)})`)
  if (parts.length === 0) return roundId
  const answer = opened ? sql`select id from opened` : sql`select ${roundId}::bigint as id`
  const { rows } = await sql<{ id: RoundId }>`with ${sql.join(parts)} ${answer}`.execute(tx)
  return rows[0]?.id ?? null
}

function offerUpdate(roundId: RoundId | null, offers: readonly Offer[]): RawBuilder<unknown> {
  return sql`
    update search_offers as offer set fate = seen.fate, closed_at = seen."closedAt",
      delivered_at = seen."deliveredAt", viewed_at = seen."viewedAt"
    from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb) as seen("driverId" bigint, fate text,
      "closedAt" timestamptz, "deliveredAt" timestamptz, "viewedAt" timestamptz)
    where offer.round_id = ${roundId} and offer.driver_id = seen."driverId"`
}

function roundUpdate(roundId: RoundId | null, round: Round): RawBuilder<unknown> {
  return sql`
    update search_rounds set ends_at = ${round.endsAt}, look_again_at = ${round.lookAgainAt},
      passed_over = ${JSON.stringify(round.passedOver)}, not_placed = ${placements(round)}::bigint[],
      outcome = ${round.outcome}, closed_at = ${round.closedAt}
    where id = ${roundId}`
}

function roundInsert(walkId: number, walk: Walk, round: Round): RawBuilder<unknown> {
  return sql`
    insert into search_rounds (walk_id, order_id, no, step, started_at, ends_at, look_again_at, passed_over)
    values (${walkId}, ${walk.orderId}, ${round.no}, ${JSON.stringify(round.step)}, ${round.startedAt},
      ${round.endsAt}, ${round.lookAgainAt}, ${JSON.stringify(round.passedOver)})
    returning id`
}

/**
 * The database is the last judge: a driver who went off duty, became busy or is being locked by an accept right now is
 * skipped, and the index on ringing offers keeps two walks from ringing at one driver. Drivers are locked and offers
 * written in the order of the driver ids, so that two walks never wait for each other in a circle.
 */
async function insertOffers(
  tx: Tx,
  {
    roundId,
    stored,
    made,
    isNamed,
  }: { roundId: RoundId; stored: StoredWalk; made: readonly Offer[]; isNamed: boolean },
  now: Date,
): Promise<Refusal[]> {
  const { rows } = await sql<{ free: DriverId[] | null; placed: DriverId[] | null }>`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as asked("driverId" bigint, rank integer,
        metres integer, "routeMetres" integer, "isPriority" boolean, "notifiedAt" timestamptz, "expiresAt" timestamptz)
    ),
    free as (
      select status.driver_id from driver_status as status join users on users.id = status.driver_id
      where status.driver_id in (select "driverId" from asked) and status.on_shift and not status.is_busy
        and (not status.is_paused or ${isNamed}) and users.is_active and users.deleted_at is null
        and (users.ban_until is null or users.ban_until <= ${now})
      order by status.driver_id
      for share of status skip locked
    ),
    placed as (
      insert into search_offers (round_id, order_id, driver_id, rank, metres, route_metres, is_priority,
        notified_at, expires_at)
      select ${roundId}, ${stored.walk.orderId}, "driverId", rank, metres, "routeMetres", "isPriority", "notifiedAt",
        "expiresAt"
      from asked join free on free.driver_id = asked."driverId"
      order by "driverId"
      on conflict (driver_id) where fate = 'open' and is_exclusive do nothing
      returning driver_id
    )
    select (select array_agg(driver_id) from free) as free, (select array_agg(driver_id) from placed) as placed
  `.execute(tx)
  const free = new Set(rows[0]?.free)
  const placed = new Set(rows[0]?.placed)
  return made
    .filter(({ driverId }) => !placed.has(driverId))
    .map(({ driverId }) => ({ driverId, because: free.has(driverId) ? 'holds_another_offer' : 'busy' }))
}

/** The walk's next instant and its round as the engine left them; `before` is what the rows hold. */
export async function saveWalk(
  tx: Tx,
  { walkId, roundId }: Pick<StoredWalk, 'walkId' | 'roundId'>,
  walk: Walk,
  ranksMoved: boolean,
): Promise<void> {
  const { round } = walk
  const parts: RawBuilder<unknown>[] = []
  if (round && round.outcome === null) parts.push(sql`round as (${roundUpdate(roundId, round)})`)
  if (round && ranksMoved) parts.push(sql`ranks as (${rankUpdate(roundId, round.offers)})`)
  const rest = parts.length > 0 ? sql`with ${sql.join(parts)}` : sql``
  await sql`
    ${rest} update search_walks set status = ${walk.status}, ended_at = ${walk.endedAt}, due_at = ${walkDueAt(walk)},
      failures = 0
    where id = ${walkId}
  `.execute(tx)
}

function rankUpdate(roundId: RoundId | null, offers: readonly Offer[]): RawBuilder<unknown> {
  return sql`
    update search_offers as offer set rank = moved.rank
    from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb) as moved("driverId" bigint, rank integer)
    where offer.round_id = ${roundId} and offer.driver_id = moved."driverId" and offer.rank <> moved.rank`
}

function placements(round: Round): DriverId[] {
  return round.notPlaced.map(({ driverId }) => driverId)
}

export function ofType<Type extends WalkEffect['type']>(effects: readonly WalkEffect[], type: Type): EffectOf<Type>[] {
  return effects.filter((effect): effect is EffectOf<Type> => effect.type === type)
}
