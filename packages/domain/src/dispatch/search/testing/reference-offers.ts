// Apart from reference-walk.ts, which would pass 300 lines.

export interface PlainOffer {
  driver: number
  rank: number
  made: number
  until: number
  delivered: number | null
  viewed: number | null
  offline: number | null
  closed: number | null
  fate: string
  partner: boolean
  priority: boolean
}

export function end(offer: PlainOffer, fate: string, now: number): void {
  offer.fate = fate
  offer.closed = now
}

export function see(offer: PlainOffer, now: number): PlainOffer {
  offer.delivered ??= now
  offer.viewed ??= now
  return offer
}

export function unanswered(offer: PlainOffer): string {
  if (offer.viewed !== null) return 'seen_no_answer'
  return offer.delivered !== null ? 'delivered_not_seen' : 'not_delivered'
}
