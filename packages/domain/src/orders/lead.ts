import type { LearnedTime } from './learned-times.ts'

/** Where a lead comes from: the company's own trips, the company's number while there are too few of them, or a rule that a user set. */
export const LEAD_SOURCES = ['learned', 'default', 'rule'] as const
export type LeadSource = (typeof LEAD_SOURCES)[number]

/** Rule of a company without settings. */
export const USUAL_LEAD: LeadRule = { minutes: 15, isLearned: true }

export interface LeadRule {
  minutes: number
  /** The company's trips decide as soon as there are enough of them; otherwise the minutes always apply. */
  isLearned: boolean
}

export interface LeadFacts {
  /** The order's own minutes; null without any. */
  own: number | null
  rule: LeadRule
  /** What was learned about the hour of the departure in the pickup's zone and in the whole company, in this order. */
  learned: readonly LearnedTime[]
}

export interface Lead {
  /** Minutes before the departure at which the search begins. */
  minutes: number
  source: LeadSource
  /** Minutes that a car needs from the start of the search; null = nobody knows yet, so nothing can be promised or doubted. */
  needed: number | null
  /** Orders of the hour, and how many of them found no driver; null = too few. */
  chances: { orders: number; unserved: number } | null
}

/** Lead of an order that is not for later: never used. */
export const NO_LEAD: Lead = { minutes: 0, source: 'default', needed: null, chances: null }

/** The order's own minutes, otherwise the learned ones of its zone or company, otherwise the company's. */
export function chooseLead({ own, rule, learned }: LeadFacts): Lead {
  const known = rule.isLearned ? learned : []
  const minutes = known.find((time) => time.minutes !== null)?.minutes ?? null
  const [nearest] = known
  const chances = nearest ? { orders: nearest.orders, unserved: nearest.unserved } : null
  const needed = minutes ?? (rule.isLearned ? null : rule.minutes)
  if (own !== null) return { minutes: own, source: 'rule', needed, chances }
  if (minutes !== null) return { minutes, source: 'learned', needed, chances }
  return { minutes: rule.minutes, source: rule.isLearned ? 'default' : 'rule', needed, chances }
}

export const PROMISE_PROBLEMS = ['too_soon', 'rarely_served'] as const

/** Why a departure cannot be promised to the client. The order is placed all the same. */
export type PromiseProblem =
  | { reason: 'too_soon'; neededMinutes: number; leftMinutes: number }
  | { reason: 'rarely_served'; orders: number; unserved: number }

/** A quarter of the hour's orders without a driver is no promise. */
const RARELY = 0.25

/**
 * Problem of a requested departure: the search has less time than a car of this zone and hour needs, or the hour's orders often find nobody.
 * Null for a departure that is now or past, where nothing is promised.
 */
export function promiseProblem(
  lead: Lead,
  { departureAt, now }: { departureAt: Date; now: Date },
): PromiseProblem | null {
  const ahead = Math.floor((departureAt.getTime() - now.getTime()) / 60_000)
  if (departureAt <= now) return null
  const leftMinutes = Math.min(lead.minutes, ahead)
  const { needed, chances } = lead
  if (needed !== null && leftMinutes < needed) return { reason: 'too_soon', neededMinutes: needed, leftMinutes }
  if (chances && chances.unserved >= chances.orders * RARELY) return { reason: 'rarely_served', ...chances }
  return null
}
