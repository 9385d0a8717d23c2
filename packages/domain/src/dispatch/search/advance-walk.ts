import { closeRound, decided, endWalk } from './close-round.ts'
import { evaluateAndOffer } from './offer-to-drivers.ts'
import { evaluatePinnedLists, pinRound } from './pinned-lists.ts'
import type { RoundPlan } from './plan-round.ts'
import { earlier, nextTick, openRound, skipFrom } from './round-clock.ts'
import { sweepOffers } from './sweep-offers.ts'
import { hasFreeTurn } from './waiting/plan-waiting.ts'
import { mayStillFind, openWaitingRound } from './waiting/waiting-round.ts'
import {
  isWaiting,
  type Round,
  roundsBegun,
  type Scene,
  type Walk,
  type WalkDecision,
  type WalkEffect,
} from './walk.ts'

/**
 * Does everything that is due at `now`: ends expired offers and rounds, recomputes candidates, makes offers, goes on to the next step, and
 * after the last one ends the walk or waits with its pinned lists. At most one step ends and one begins per invocation, so a walk found
 * late (after a restart) loses at most the rest of one step. A second invocation at the same instant does nothing.
 */
export function advanceWalk(walk: Walk, scene: Scene, now: Date): WalkDecision {
  const effects: WalkEffect[] = []
  let next = walk
  if (next.status === 'running' && next.round?.outcome === null) next = runRound(next, next.round, scene, now, effects)
  if (isBetweenRounds(next)) next = beginNextStep(next, scene, now, effects)
  if (next.status === 'running' || next.status === 'queued') next = evaluatePinnedLists(next, scene, now, effects)
  return decided(next, effects)
}

function isBetweenRounds(walk: Walk): boolean {
  return walk.status === 'running' && (walk.round === null || walk.round.outcome !== null)
}

function runRound(walk: Walk, before: Round, scene: Scene, now: Date, effects: WalkEffect[]): Walk {
  let round = sweepOffers(before, scene, now, effects)
  if (now >= round.endsAt) return leaveRound(walk, round, now, effects)

  // Nothing is concluded from an evaluation that is older than the end of an offer.
  const mayRingMore = isWaiting(round) && (round !== before || hasFreeTurn(round) || !mayStillFind(round))
  if (now >= round.nextEvaluationAt || mayRingMore || isTurnFree(round, now))
    round = evaluate(walk, round, scene, now, effects)
  if (mayBeUsedUp(walk, round, now)) return leaveRound(walk, round, now, effects)
  return round === walk.round ? walk : { ...walk, round }
}

function leaveRound(walk: Walk, round: Round, now: Date, effects: WalkEffect[]): Walk {
  return round.step.notificationMethod === 'pending_pinned'
    ? pinRound(walk, round, now, effects)
    : closeRound(walk, round, 'expired', now, effects)
}

/** A rotation without an open offer: the next driver's turn. */
function isTurnFree(round: Round, now: Date): boolean {
  if (round.step.notificationMethod !== 'by_rotation' || round.offers.length === 0) return false
  return !round.offers.some((offer) => offer.fate === 'open' && now < offer.expiresAt)
}

/** True when a round that was just evaluated has nothing left to wait for before its end. */
function mayBeUsedUp(walk: Walk, round: Round, now: Date): boolean {
  if (isWaiting(round)) return !mayStillFind(round)
  if (round.offers.length > 0) return isTurnFree(round, now)
  return walk.skipEmptySteps && now >= skipFrom(round)
}

function beginNextStep(walk: Walk, scene: Scene, now: Date, effects: WalkEffect[]): Walk {
  const begun = roundsBegun(walk)
  const step = walk.steps[begun]
  if (step === undefined) return finishSteps(walk, scene, now, effects)
  const made: WalkEffect[] = []
  const round = evaluate(walk, openRound(step, begun + 1, now), scene, now, made)
  effects.push({ type: 'round.opened', round }, ...made)
  return { ...walk, round }
}

function finishSteps(walk: Walk, scene: Scene, now: Date, effects: WalkEffect[]): Walk {
  if (walk.pinned.length > 0) {
    effects.push({ type: 'walk.queued' })
    return { ...walk, status: 'queued' }
  }
  const made: WalkEffect[] = []
  const opened = openWaitingRound(walk, roundsBegun(walk) + 1, now)
  const round = opened && evaluate(walk, opened, scene, now, made)
  if (!round || !mayStillFind(round)) return endWalk(walk, 'exhausted', null, now, effects)
  effects.push({ type: 'round.opened', round }, ...made)
  return { ...walk, round }
}

function evaluate(walk: Walk, before: Round, scene: Scene, now: Date, effects: WalkEffect[]): Round {
  const { round, plan } = evaluateAndOffer(walk, before, scene, now, effects)
  return { ...round, nextEvaluationAt: nextEvaluation(walk, round, plan, now) }
}

function nextEvaluation(walk: Walk, round: Round, plan: RoundPlan, now: Date): Date {
  const times = [nextTick(round, now)]
  if (plan.nextAt !== null) times.push(plan.nextAt)
  if (walk.skipEmptySteps && round.offers.length === 0) times.push(skipFrom(round))
  return times.filter((instant) => instant > now).reduce(earlier)
}
