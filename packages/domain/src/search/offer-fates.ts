import type { OfferFate } from '../search-rules.ts'
import type { Offer } from './walk.ts'

/** How an offer ends that nobody answered: by the last thing known of it. */
export function unansweredFate(offer: Offer): OfferFate {
  if (offer.viewedAt !== null) return 'seen_no_answer'
  return offer.deliveredAt !== null ? 'delivered_not_seen' : 'not_delivered'
}

/** Ends an open offer; a closed one stays as it is. */
export function closeOffer(offer: Offer, fate: OfferFate, now: Date): Offer {
  return offer.fate === 'open' ? { ...offer, fate, closedAt: now } : offer
}

/**
 * Ends an open offer because something else happened (a rival's yes, a cancellation). When its own time had run out
 * before, it ended unanswered, even though nobody had swept it yet.
 */
export function overtakeOffer(offer: Offer, fate: 'lost_race' | 'withdrawn', now: Date): Offer {
  return closeOffer(offer, now >= offer.expiresAt ? unansweredFate(offer) : fate, now)
}

/** An answer proves that the offer arrived and was seen, even when its receipts got lost. */
export function seen(offer: Offer, now: Date): Offer {
  return { ...offer, deliveredAt: offer.deliveredAt ?? now, viewedAt: offer.viewedAt ?? now }
}
