/** Rules of outgoing calls: which numbers a company may dial, its daily limits, and the reason of a refusal. */
import type { OutgoingRefusal } from '../kernel/errors.ts'

/** Price class of a number, as far as its first digits show it. */
export type PriceClass = 'free' | 'landline' | 'mobile' | 'foreign'

/** Bani per started minute: an estimate for the limits, not the operator's bill. */
export const BANI_PER_MINUTE: Readonly<Record<PriceClass, number>> = { free: 0, landline: 6, mobile: 10, foreign: 200 }

/** Romania: geographic (02, 03) and mobile (07) numbers of nine digits, and 0800. No other number under +40 is dialled. */
const ROMANIA = '+40'
const ROMANIAN: readonly (readonly [RegExp, PriceClass])[] = [
  [/^\+40[23]\d{8}$/, 'landline'],
  [/^\+407\d{8}$/, 'mobile'],
  [/^\+40800\d{6}$/, 'free'],
]

/** International shared cost and premium numbers, satellites and global networks: their owners profit from calls and attract fraud. */
const NEVER = ['+808', '+870', '+878', '+881', '+882', '+883', '+888', '+979']

/** null: a number that is never dialled, whatever was granted. */
export function priceClassOf(phone: string): PriceClass | null {
  if (phone.startsWith(ROMANIA)) return ROMANIAN.find(([numbers]) => numbers.test(phone))?.[1] ?? null
  return NEVER.some((prefix) => phone.startsWith(prefix)) ? null : 'foreign'
}

/** A country code with optional digits, as the platform grants it: '+49', '+3906'. */
export function isGrantablePrefix(prefix: string): boolean {
  return /^\+[1-9]\d{0,6}$/.test(prefix) && !prefix.startsWith(ROMANIA) && priceClassOf(prefix) !== null
}

const COMPANY_LIMITS = ['open_calls', 'day_calls', 'day_minutes', 'day_bani'] as const
export const DISPATCHER_LIMITS = [
  'dispatcher_open_calls',
  'dispatcher_day_calls',
  'dispatcher_day_minutes',
  'dispatcher_day_bani',
] as const
export const OUTGOING_LIMITS = [...COMPANY_LIMITS, ...DISPATCHER_LIMITS] as const
export type OutgoingLimit = (typeof OUTGOING_LIMITS)[number]

/** Limits of a company for which the platform has set no others. */
export const DEFAULT_LIMITS: Readonly<Record<OutgoingLimit, number>> = {
  open_calls: 15,
  day_calls: 1000,
  day_minutes: 2000,
  day_bani: 30_000,
  dispatcher_open_calls: 5,
  dispatcher_day_calls: 300,
  dispatcher_day_minutes: 600,
  dispatcher_day_bani: 9_000,
}

/** Limits of a company that was not approved yet, because anybody can sign up. */
export const TRIAL_LIMITS: Readonly<Record<OutgoingLimit, number>> = {
  open_calls: 5,
  day_calls: 200,
  day_minutes: 400,
  day_bani: 6_000,
  dispatcher_open_calls: 3,
  dispatcher_day_calls: 200,
  dispatcher_day_minutes: 300,
  dispatcher_day_bani: 4_000,
}

export interface OutgoingRules {
  limits: Readonly<Record<OutgoingLimit, number>>
  /** Prefixes outside Romania that the platform granted. */
  prefixes: readonly string[]
  /** All outgoing calls of the company are stopped. */
  isStopped: boolean
}

/** Usage so far; days are Bucharest's. Per dispatcher it covers only the one who dials; an automatic call counts for no dispatcher. */
export type OutgoingUse = Readonly<Record<OutgoingLimit, number>>

const REFUSAL_OF: Readonly<Record<OutgoingLimit, OutgoingRefusal>> = {
  open_calls: 'call.too_many_outgoing',
  day_calls: 'call.day_calls_used',
  day_minutes: 'call.day_minutes_used',
  day_bani: 'call.day_money_used',
  dispatcher_open_calls: 'call.dispatcher_too_many_outgoing',
  dispatcher_day_calls: 'call.dispatcher_calls_used',
  dispatcher_day_minutes: 'call.dispatcher_minutes_used',
  dispatcher_day_bani: 'call.dispatcher_money_used',
}

/** Reason why one more call to this number (E.164) is refused; null: it may be dialled. */
export function whyNotDialled(rules: OutgoingRules, use: OutgoingUse, phone: string): OutgoingRefusal | null {
  if (rules.isStopped) return 'call.outgoing_stopped'
  const priceClass = priceClassOf(phone)
  if (priceClass === null) return 'call.number_not_allowed'
  if (priceClass === 'foreign' && !rules.prefixes.some((prefix) => phone.startsWith(prefix))) {
    return 'call.country_not_allowed'
  }
  const usedUp = OUTGOING_LIMITS.find((limit) => use[limit] >= rules.limits[limit])
  return usedUp ? REFUSAL_OF[usedUp] : null
}

/**
 * True when running calls are ended: outgoing calls are stopped, or the day's minutes or money are used up. A limit on the number of calls
 * lets them end by themselves.
 */
export function mustEndRunning({ isStopped, limits }: OutgoingRules, use: OutgoingUse): boolean {
  return isStopped || use.day_minutes >= limits.day_minutes || use.day_bani >= limits.day_bani
}

/** The same for calls of the one dispatcher whose usage this is. */
export function mustEndOfDispatcher({ limits }: OutgoingRules, use: OutgoingUse): boolean {
  const { dispatcher_day_minutes: minutes, dispatcher_day_bani: bani } = limits
  return use.dispatcher_day_minutes >= minutes || use.dispatcher_day_bani >= bani
}

export const ALARM_PERCENTS = [80, 100] as const
export type AlarmPercent = (typeof ALARM_PERCENTS)[number]

export interface OutgoingAlarm {
  limit: OutgoingLimit
  percent: AlarmPercent
}

/** Limits that are nearly or wholly used up, each with the highest alarm percentage it has reached. */
export function alarmsOf({ limits }: OutgoingRules, use: OutgoingUse): OutgoingAlarm[] {
  return OUTGOING_LIMITS.flatMap((limit) => {
    const percent = ALARM_PERCENTS.findLast((one) => limits[limit] > 0 && use[limit] * 100 >= limits[limit] * one)
    return percent === undefined ? [] : [{ limit, percent }]
  })
}
