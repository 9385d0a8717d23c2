import type { NotificationMethod, PassReason } from '../search-rules.ts'
import type { Candidate } from './candidates.ts'
import { earlier, headStartEnds, nextGroupAt, releasedBy } from './round-clock.ts'
import type { Round } from './walk.ts'

/** Ranked drivers who get an offer at this instant, and why the others wait. */
export interface Turn {
  offerNow: readonly Candidate[]
  waiting: Partial<Record<PassReason, readonly Candidate[]>>
  /** Instant at which the clock releases some of the waiting drivers; null = only an event does. */
  nextAt: Date | null
}

/** Offer strategies by notification method; `ranked` are drivers without one, best first. */
export const TURN_BY_METHOD: Record<NotificationMethod, (ranked: Candidate[], round: Round, now: Date) => Turn> = {
  all: offerInGroups,
  by_rotation: offerToOne,
  pending: showAll,
  pending_pinned: showAll,
}

/** Priority drivers alone during the head start; then everybody, or as many groups as the clock has released. */
function offerInGroups(ranked: Candidate[], round: Round, now: Date): Turn {
  const someoneIsAhead = ranked.some(hasPriority) || round.offers.some((offer) => offer.isPriority)
  const isHeadStart = someoneIsAhead && now < headStartEnds(round)
  const mayReceive = isHeadStart ? ranked.filter(hasPriority) : ranked
  const behind = isHeadStart ? ranked.filter((candidate) => !hasPriority(candidate)) : []
  const capacity = Math.max(0, releasedBy(round, now) - round.offers.length)
  const later = mayReceive.slice(capacity)
  return {
    offerNow: mayReceive.slice(0, capacity),
    waiting: { behind_priority: behind, waiting_group: later },
    nextAt: firstOf(behind.length > 0 ? headStartEnds(round) : null, later.length > 0 ? nextGroupAt(round, now) : null),
  }
}

/** The best driver without an offer, unless a phone rings already. */
function offerToOne(ranked: Candidate[], round: Round): Turn {
  const next = round.offers.some((offer) => offer.fate === 'open') ? 0 : 1
  return { offerNow: ranked.slice(0, next), waiting: { waiting_turn: ranked.slice(next) }, nextAt: null }
}

/** A list does not ring, so it needs no head start. */
function showAll(ranked: Candidate[]): Turn {
  return { offerNow: ranked, waiting: {}, nextAt: null }
}

function hasPriority({ driver }: Candidate): boolean {
  return driver.highPriority
}

function firstOf(a: Date | null, b: Date | null): Date | null {
  return a === null || b === null ? (a ?? b) : earlier(a, b)
}
