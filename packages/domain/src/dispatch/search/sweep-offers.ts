import { withOffers } from './close-round.ts'
import { hasWalkedAway, isOutOfReach, mustLoseEntry, mustLoseOffer } from './eligibility.ts'
import { closeOffer, unansweredFate } from './offer-fates.ts'
import { type DriverFacts, isExclusive, type Offer, type Round, type Scene, type WalkEffect } from './walk.ts'

/** Ends expired offers and those whose driver may not hold them; records drivers who have gone offline. */
export function sweepOffers(round: Round, scene: Scene, now: Date, effects: WalkEffect[]): Round {
  const open = new Set(round.offers.filter((offer) => offer.fate === 'open').map((offer) => offer.driverId))
  if (open.size === 0) return round
  const drivers = new Map(scene.drivers.filter((d) => open.has(d.driverId)).map((d) => [d.driverId, d]))
  const sweep = isExclusive(round.step) ? sweepRinging : sweepEntry
  const swept = round.offers.map((offer) => {
    if (offer.fate !== 'open') return offer
    if (now >= offer.expiresAt) return closeOffer(offer, unansweredFate(offer), now)
    return sweep(offer, drivers.get(offer.driverId), round, now)
  })
  return withOffers(round, swept, effects)
}

/** A driver who only lost the network or pauses keeps an offer made to all; one who went off duty does not. */
function sweepRinging(offer: Offer, driver: DriverFacts | undefined, { step }: Round, now: Date): Offer {
  if (mustLoseOffer(driver, step, now)) return closeOffer(offer, 'withdrawn', now)
  const isNewlyGone = offer.offlineAt === null && isOutOfReach(driver)
  const known = isNewlyGone ? { ...offer, offlineAt: now } : offer
  const isGone = driver?.onShift === false || (step.notificationMethod === 'by_rotation' && hasWalkedAway(driver, step))
  return isGone ? closeOffer(known, unansweredFate(known), now) : known
}

/** A list entry stays while its driver is busy, pausing or away, and is there when they come back. */
function sweepEntry(offer: Offer, driver: DriverFacts | undefined, _round: Round, now: Date): Offer {
  return mustLoseEntry(driver, now) ? closeOffer(offer, 'withdrawn', now) : offer
}
