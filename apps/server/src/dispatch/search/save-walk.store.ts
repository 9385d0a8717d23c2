import {
  type Offer,
  type PassedOver,
  type Round,
  type Walk,
  type WalkEffect,
  type WalkStep,
  walkDueAt,
} from '@dispecerat/domain/dispatch/search/walk'
import type { RoundId, WalkId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { UNREAD } from '../../platform/db/hasten-client.ts'
import { insertOffers, type Refusal } from '../offers/place-offers.store.ts'
import type { StoredWalk } from './walks.store.ts'

type EffectOf<Type extends WalkEffect['type']> = Extract<WalkEffect, { type: Type }>

export interface Saved {
  /** Rows of the rounds, a new one included. */
  roundIds: StoredWalk['roundIds']
  refusals: Refusal[]
}

/** Writes ended offers, closed rounds and a new one, in two statements at most; returns the offers that the database refused. */
export async function saveEffects(
  tx: Tx,
  stored: StoredWalk,
  effects: readonly WalkEffect[],
  now: Date,
): Promise<Saved> {
  const roundIds = await saveEndingsAndRound(tx, stored, effects)
  const made = ofType(effects, 'offer.made').flatMap(({ roundNo, offer }) => {
    const roundId = roundIds.get(roundNo)
    const step = stepOf(stored.walk, effects, roundNo)
    return roundId === undefined || step === undefined ? [] : [{ roundNo, roundId, step, offer }]
  })
  if (made.length === 0) return { roundIds, refusals: [] }
  return { roundIds, refusals: await insertOffers(tx, stored.walk.orderId, made, now) }
}

/** The step of an open round: one of the method, or the wait after it. */
function stepOf({ round, steps }: Walk, effects: readonly WalkEffect[], roundNo: number): WalkStep | undefined {
  const opened = ofType(effects, 'round.opened')[0]?.round
  const open = opened?.no === roundNo ? opened : round
  return open?.no === roundNo ? open.step : steps[roundNo - 1]
}

async function saveEndingsAndRound(
  tx: Tx,
  { walkId, walk, roundIds }: StoredWalk,
  effects: readonly WalkEffect[],
): Promise<StoredWalk['roundIds']> {
  const touched = touchedOffers(effects, roundIds)
  const closed = ofType(effects, 'round.closed').map(({ round }) => round)
  const opened = ofType(effects, 'round.opened')[0]?.round
  const parts: RawBuilder<unknown>[] = []
  if (touched.length > 0) parts.push(sql`offers as (${offersUpdate(touched)})`)
  if (closed.length > 0) parts.push(sql`closed as (${roundsUpdate(roundIds, closed)})`)
  if (opened) parts.push(sql`opened as (${roundInsert(walkId, walk, opened)})`)
  if (parts.length === 0) return roundIds
  const answer = opened ? sql`select id from opened` : sql`select null::bigint as id`
  const { rows } = await sql<{ id: RoundId | null }>`with ${sql.join(parts)} ${answer}`.execute(tx)
  const id = rows[0]?.id
  return opened && id ? new Map([...roundIds, [opened.no, id]]) : roundIds
}

interface TouchedOffer extends Offer {
  roundId: RoundId
}

/** Final state of each offer that ended or got a receipt. */
function touchedOffers(effects: readonly WalkEffect[], roundIds: StoredWalk['roundIds']): TouchedOffer[] {
  const touched = new Map<string, TouchedOffer>()
  for (const effect of effects) {
    if (effect.type !== 'offer.closed' && effect.type !== 'offer.noted') continue
    const roundId = roundIds.get(effect.roundNo)
    if (roundId !== undefined) touched.set(`${roundId} ${effect.offer.driverId}`, { ...effect.offer, roundId })
  }
  return [...touched.values()]
}

/** An offer that ended meanwhile, because its driver accepted another order, stays ended. */
function offersUpdate(offers: readonly TouchedOffer[]): RawBuilder<unknown> {
  return sql`
    update search_offers as offer set fate = seen.fate, closed_at = seen."closedAt",
      delivered_at = seen."deliveredAt", viewed_at = seen."viewedAt", offline_at = seen."offlineAt"
    from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb) as seen("roundId" bigint, "driverId" bigint, fate text,
      "closedAt" timestamptz, "deliveredAt" timestamptz, "viewedAt" timestamptz, "offlineAt" timestamptz)
    where offer.round_id = seen."roundId" and offer.driver_id = seen."driverId" and offer.fate = 'open'`
}

interface RowsSay {
  /** Rounds that become pinned now; the others are unchanged. */
  pinnedAt?: ReadonlyMap<number, Date>
  /** Lists of passed-over drivers that are in their rows already, with the distances; not rewritten because they are long. */
  passedOver?: ReadonlySet<PassedOver | undefined>
}

function roundsUpdate(
  roundIds: StoredWalk['roundIds'],
  rounds: readonly Round[],
  { pinnedAt, passedOver }: RowsSay = {},
): RawBuilder<unknown> {
  const records = rounds.map((round) => ({
    id: roundIds.get(round.no),
    endsAt: round.endsAt,
    nextEvaluationAt: round.nextEvaluationAt,
    // Sent as one text, so that PostgreSQL does not parse each id.
    passedOver: passedOver?.has(round.passedOver) ? null : JSON.stringify(round.passedOver),
    beyond: passedOver?.has(round.passedOver) ? null : JSON.stringify(round.beyond),
    notPlaced: round.notPlaced.map(({ driverId }) => driverId),
    outcome: round.outcome,
    closedAt: round.closedAt,
    pinnedAt: pinnedAt?.get(round.no) ?? null,
  }))
  return sql`
    update search_rounds as round set ends_at = now_is."endsAt", look_again_at = now_is."nextEvaluationAt",
      passed_over = coalesce(now_is."passedOver"::json, round.passed_over),
      beyond = coalesce(now_is.beyond::json, round.beyond), not_placed = now_is."notPlaced", outcome = now_is.outcome,
      closed_at = now_is."closedAt", pinned_at = coalesce(round.pinned_at, now_is."pinnedAt")
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as now_is(id bigint, "endsAt" timestamptz,
      "nextEvaluationAt" timestamptz, "passedOver" text, beyond text, "notPlaced" bigint[], outcome text,
      "closedAt" timestamptz, "pinnedAt" timestamptz)
    where round.id = now_is.id`
}

function roundInsert(walkId: WalkId, walk: Walk, round: Round): RawBuilder<unknown> {
  return sql`
    insert into search_rounds (walk_id, order_id, no, step, started_at, ends_at, look_again_at, passed_over, beyond)
    values (${walkId}, ${walk.orderId}, ${round.no}, ${JSON.stringify(round.step)}, ${round.startedAt},
      ${round.endsAt}, ${round.nextEvaluationAt}, ${JSON.stringify(round.passedOver)}, ${JSON.stringify(round.beyond)})
    returning id`
}

/**
 * Writes the walk's due time and its open rounds. `written` holds the rounds whose rows are up to date; rounds in `ranksMoved` had an offer
 * refused, so that the ranks behind it moved up. Only an evaluation that succeeded (`isAdvanced`) ends a series of failures: an answer or a
 * receipt does not repeat a failing step before its retry is due.
 */
export async function saveWalk(
  tx: Tx,
  { walkId, roundIds, walk: before }: StoredWalk,
  walk: Walk,
  more: { now: Date; written?: readonly Round[]; ranksMoved?: ReadonlySet<number>; isAdvanced?: boolean },
): Promise<void> {
  const open = [...walk.pinned, ...(walk.round ? [walk.round] : [])].filter(({ outcome }) => outcome === null)
  const written = new Set([before.round, ...before.pinned, ...(more.written ?? [])])
  const wasPinned = new Set(before.pinned.map(({ no }) => no))
  const newlyPinned = walk.pinned.filter(({ no }) => !wasPinned.has(no))
  const changed = open.filter((round) => !written.has(round) || newlyPinned.includes(round))
  const moved = open.filter(({ no }) => more.ranksMoved?.has(no))
  const parts: RawBuilder<unknown>[] = []
  if (changed.length > 0) {
    const pinnedAt = new Map(newlyPinned.map(({ no }) => [no, more.now]))
    const passedOver = new Set([...written].map((round) => round?.passedOver))
    parts.push(sql`rounds as (${roundsUpdate(roundIds, changed, { pinnedAt, passedOver })})`)
  }
  if (moved.length > 0) parts.push(sql`ranks as (${ranksUpdate(roundIds, moved)})`)
  const rest = parts.length > 0 ? sql`with ${sql.join(parts)}` : sql``
  const dueAt = walkDueAt(walk)
  const retried = more.isAdvanced
    ? sql`due_at = ${dueAt}, failures = 0`
    : sql`due_at = case when failures > 0 and ${dueAt}::timestamptz is not null then greatest(due_at, ${dueAt}) else ${dueAt} end`
  await sql`
    ${UNREAD} ${rest} update search_walks set status = ${walk.status}, ended_at = ${walk.endedAt}, ${retried}
    where id = ${walkId}
  `.execute(tx)
}

function ranksUpdate(roundIds: StoredWalk['roundIds'], rounds: readonly Round[]): RawBuilder<unknown> {
  const ranks = rounds.flatMap(({ no, offers }) =>
    offers.map(({ driverId, rank }) => ({ roundId: roundIds.get(no), driverId, rank })),
  )
  return sql`
    update search_offers as offer set rank = moved.rank
    from jsonb_to_recordset(${JSON.stringify(ranks)}::jsonb) as moved("roundId" bigint, "driverId" bigint, rank integer)
    where offer.round_id = moved."roundId" and offer.driver_id = moved."driverId" and offer.rank <> moved.rank`
}

export function ofType<Type extends WalkEffect['type']>(effects: readonly WalkEffect[], type: Type): EffectOf<Type>[] {
  return effects.filter((effect): effect is EffectOf<Type> => effect.type === type)
}
