import { PASS_REASONS } from '../search-rules.ts'
import type { Candidate } from './candidates.ts'
import { planRound, type RoundPlan } from './plan-round.ts'
import { endOnceOffering, offerEnds } from './round-clock.ts'
import type { Offer, PassedOver, Round, Scene, Walk, WalkEffect } from './walk.ts'

/** Computes the candidates and offers the order to those whose turn it is. The code that invokes it sets the next evaluation. */
export function evaluateAndOffer(
  walk: Walk,
  round: Round,
  scene: Scene,
  now: Date,
  effects: WalkEffect[],
): { round: Round; plan: RoundPlan } {
  const before = { ...round, notPlaced: round.notPlaced.filter((refusal) => now < refusal.until) }
  const plan = planRound(walk, before, scene, now)
  const endsAt = plan.offerNow.length > 0 ? endOnceOffering(before, now) : before.endsAt
  const withEnd = { ...before, endsAt }
  const made = plan.offerNow.map((candidate, i) =>
    offerTo(candidate, withEnd, before.offers.length + i + 1, scene, now),
  )
  for (const offer of made) effects.push({ type: 'offer.made', roundNo: before.no, offer })
  const evaluated: Round = {
    ...withEnd,
    offers: made.length > 0 ? [...before.offers, ...made] : before.offers,
    ...(isSame(before.passedOver, plan.passedOver) ? {} : { passedOver: plan.passedOver, beyond: plan.beyond() }),
  }
  return { round: evaluated, plan }
}

function offerTo(
  { driver, metres, routeMetres, isRouteGuess }: Candidate,
  { step, endsAt }: Round,
  rank: number,
  { request }: Scene,
  now: Date,
): Offer {
  return {
    driverId: driver.driverId,
    rank,
    metres,
    routeMetres,
    isRouteGuess,
    isPriority: driver.highPriority,
    isPartner: driver.companyId !== request.ownCompanyId,
    notifiedAt: now,
    deliveredAt: null,
    viewedAt: null,
    offlineAt: null,
    expiresAt: offerEnds(step, endsAt, now),
    fate: 'open',
    closedAt: null,
  }
}

/** Same reasons for the same drivers; ids are ascending in both. */
function isSame(a: PassedOver, b: PassedOver): boolean {
  return PASS_REASONS.every((because) => {
    const before = a[because] ?? []
    const now = b[because] ?? []
    return before.length === now.length && before.every((driverId, i) => driverId === now[i])
  })
}
