import type { DriverId } from '../../kernel/ids.ts'
import { missesOf, type RoundEnding } from './judge-misses.ts'
import {
  type Offer,
  type Round,
  type RoundOutcome,
  type Walk,
  type WalkDecision,
  type WalkEffect,
  type WalkEnd,
  walkDueAt,
} from './walk.ts'

/** The round with updated offers; every offer that ended or got a receipt is an effect, in rank order. */
export function withOffers(round: Round, offers: readonly Offer[], effects: WalkEffect[]): Round {
  let isChanged = false
  offers.forEach((offer, i) => {
    const before = round.offers[i]
    if (before === offer) return
    isChanged = true
    if (before?.fate !== 'open') return
    effects.push({ type: offer.fate === 'open' ? 'offer.noted' : 'offer.closed', roundNo: round.no, offer })
  })
  return isChanged ? { ...round, offers } : round
}

/** The walk with this round replaced, the current one or a pinned one. */
export function putRound(walk: Walk, round: Round): Walk {
  if (walk.round?.no === round.no) return walk.round === round ? walk : { ...walk, round }
  return { ...walk, pinned: walk.pinned.map((pinned) => (pinned.no === round.no ? round : pinned)) }
}

/** Rounds that can still be answered, by `no`: pinned lists, then the current round. */
export function openRounds({ pinned, round }: Walk): Round[] {
  const all = round === null ? pinned : [...pinned, round]
  return all.filter(({ outcome }) => outcome === null)
}

const OUTCOMES: Record<RoundEnding, RoundOutcome> = {
  expired: 'expired',
  accepted: 'accepted',
  taken_elsewhere: 'withdrawn',
  canceled: 'withdrawn',
}

/** Closes the round, records its misses, and adds its offered and refusing drivers to the walk. All its offers must have ended. */
export function closeRound(walk: Walk, round: Round, ending: RoundEnding, now: Date, effects: WalkEffect[]): Walk {
  const closed: Round = { ...round, outcome: OUTCOMES[ending], closedAt: now }
  effects.push({ type: 'round.closed', round: closed })
  const { banConditions: conditions } = round.step
  for (const { driverId, rank } of missesOf(closed, ending))
    effects.push({ type: 'driver.missed', roundNo: round.no, driverId, rank, conditions })
  const offered = round.offers.map((offer) => offer.driverId)
  const refused = round.offers.filter((offer) => offer.fate === 'refused').map((offer) => offer.driverId)
  const offeredBefore = joined(walk.offeredBefore, offered)
  return {
    ...putRound(walk, closed),
    offeredBefore,
    refusedBefore: joined(walk.refusedBefore, refused),
    triedBefore: triedAfter(walk, round, offeredBefore),
    offersBefore: offered.length > 0 ? { ...walk.offersBefore, [round.no]: offered.length } : walk.offersBefore,
  }
}

/** Ends the walk; `driverId` is the winner's. */
export function endWalk(
  walk: Walk,
  status: WalkEnd,
  driverId: DriverId | null,
  now: Date,
  effects: WalkEffect[],
): Walk {
  effects.push({ type: 'walk.ended', status, driverId })
  return { ...walk, status, endedAt: now }
}

/** Result of every operation of this folder. */
export function decided(walk: Walk, effects: WalkEffect[]): WalkDecision {
  return { walk, effects, dueAt: walkDueAt(walk) }
}

/** Usually no offer is withdrawn, and the two lists are one. */
function triedAfter(walk: Walk, { offers }: Round, offeredBefore: readonly DriverId[]): readonly DriverId[] {
  const tried = offers.filter(({ fate }) => fate !== 'withdrawn')
  if (walk.triedBefore === walk.offeredBefore && tried.length === offers.length) return offeredBefore
  return joined(
    walk.triedBefore,
    tried.map(({ driverId }) => driverId),
  )
}

function joined(before: readonly DriverId[], added: readonly DriverId[]): readonly DriverId[] {
  if (added.length === 0) return before
  return [...new Set([...before, ...added])].sort((a, b) => a - b)
}
