// Apart from advance-walk.ts: pinned lists outlive their step and are a term of their own.

import { putRound } from './close-round.ts'
import { evaluateAndOffer } from './offer-to-drivers.ts'
import { nextPinnedTick } from './round-clock.ts'
import { sweepOffers } from './sweep-offers.ts'
import type { Round, Scene, Walk, WalkEffect } from './walk.ts'

/** The time of a `pending_pinned` step is over: its list stays with open entries, and the walk goes on without it. */
export function pinRound(walk: Walk, round: Round, now: Date, effects: WalkEffect[]): Walk {
  const pinned: Round = { ...round, nextEvaluationAt: nextPinnedTick(round, now) }
  effects.push({ type: 'round.pinned', round: pinned })
  return { ...walk, round: null, pinned: [...walk.pinned, pinned] }
}

/** Adds entries for drivers who fit a pinned list by now and have none yet. */
export function evaluatePinnedLists(walk: Walk, scene: Scene, now: Date, effects: WalkEffect[]): Walk {
  let next = walk
  for (const pinned of walk.pinned) {
    if (pinned.outcome !== null || now < pinned.nextEvaluationAt) continue
    const swept = sweepOffers(pinned, scene, now, effects)
    const { round } = evaluateAndOffer(putRound(next, swept), swept, scene, now, effects)
    next = putRound(next, { ...round, nextEvaluationAt: nextPinnedTick(round, now) })
  }
  return next
}
