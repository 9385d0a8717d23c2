import type { DriverId } from '../ids.ts'
import {
  type Offer,
  type Round,
  type RoundOutcome,
  type Walk,
  type WalkDecision,
  type WalkEffect,
  type WalkStatus,
  walkDueAt,
} from './walk.ts'

/** The round with other offers; every offer that ended by it is an effect, in rank order. */
export function withOffers(round: Round, offers: readonly Offer[], effects: WalkEffect[]): Round {
  let isChanged = false
  offers.forEach((offer, i) => {
    const before = round.offers[i]
    if (before === offer) return
    isChanged = true
    if (before?.fate === 'open' && offer.fate !== 'open')
      effects.push({ type: 'offer.closed', roundNo: round.no, offer })
  })
  return isChanged ? { ...round, offers } : round
}

/** Closes the round; the walk remembers whom it asked and who refused. All its offers must have ended. */
export function closeRound(walk: Walk, round: Round, outcome: RoundOutcome, now: Date, effects: WalkEffect[]): Walk {
  const closed: Round = { ...round, outcome, closedAt: now }
  effects.push({ type: 'round.closed', round: closed })
  const asked = round.offers.map((offer) => offer.driverId)
  const refused = round.offers.filter((offer) => offer.fate === 'refused').map((offer) => offer.driverId)
  return {
    ...walk,
    round: closed,
    askedBefore: joined(walk.askedBefore, asked),
    refusedBefore: joined(walk.refusedBefore, refused),
  }
}

/** Ends the walk; `driverId` is the winner's. */
export function endWalk(
  walk: Walk,
  status: Exclude<WalkStatus, 'running'>,
  driverId: DriverId | null,
  now: Date,
  effects: WalkEffect[],
): Walk {
  effects.push({ type: 'walk.ended', status, driverId })
  return { ...walk, status, endedAt: now }
}

/** What every verb answers. */
export function decided(walk: Walk, effects: WalkEffect[]): WalkDecision {
  return { walk, effects, dueAt: walkDueAt(walk) }
}

function joined(before: readonly DriverId[], added: readonly DriverId[]): readonly DriverId[] {
  if (added.length === 0) return before
  return [...new Set([...before, ...added])].sort((a, b) => a - b)
}
