// Apart from reference-walk.ts, which would pass 300 lines.
import type { WalkStep } from '../walk.ts'

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
export interface PlainRound {
  no: number
  step: WalkStep
  began: number
  ends: number
  phase: 'current' | 'pinned' | 'over'
  wasPinned: boolean
  outcome: string | null
  offers: PlainOffer[]
  reasons: Record<string, number[]>
  beyond: { driver: number; metres: number; guess: boolean }[]
  lastEvaluation: number
  /** Extra instants at which a group is released, or an empty step may end. */
  alarms: number[]
  hurry: boolean
  blocked: { driver: number; because: string; until: number }[]
}

/** True when a regular tick of the round has passed since its last evaluation. */
export function hasBeat(round: PlainRound, every: number, now: number): boolean {
  for (let beat = round.began; beat <= now; beat += every) if (beat > round.lastEvaluation) return true
  return false
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
