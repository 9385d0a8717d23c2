import type { OfferFate } from '../search-rules.ts'
import type { Offer } from './walk.ts'

/** Fate of an unanswered offer, by its last receipt. */
export function unansweredFate(offer: Offer): OfferFate {
  if (offer.viewedAt !== null) return 'seen_no_answer'
  return offer.deliveredAt !== null ? 'delivered_not_seen' : 'not_delivered'
}

/** Ends an open offer; a closed one stays as it is. */
export function closeOffer(offer: Offer, fate: OfferFate, now: Date): Offer {
  return offer.fate === 'open' ? { ...offer, fate, closedAt: now } : offer
}

/**
 * Ends an open offer because of another event (an acceptance by another driver, a cancellation). If its own time had run out before, it
 * ended unanswered, even though it was not swept yet.
 */
export function overtakeOffer(offer: Offer, fate: 'lost_race' | 'withdrawn', now: Date): Offer {
  return closeOffer(offer, now >= offer.expiresAt ? unansweredFate(offer) : fate, now)
}

/** An answer implies that the offer arrived and was seen, even when its receipts got lost. */
export function seen(offer: Offer, now: Date): Offer {
  return { ...offer, deliveredAt: offer.deliveredAt ?? now, viewedAt: offer.viewedAt ?? now }
}
