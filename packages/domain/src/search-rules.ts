/** What a company draws in the builder: intervals choose a method, a method is a list of steps. */
export const SEARCH_TYPES = [
  'by_zone',
  'by_near_zone',
  'by_near_stand',
  'by_near_stand_with_route',
  'by_near_stand_and_polygon',
  'by_radius',
  'by_route',
] as const
export type SearchType = (typeof SEARCH_TYPES)[number]

export const SEARCH_ORDERS = ['by_distance', 'by_route_distance', 'by_idle_from', 'any'] as const
export type SearchOrderBy = (typeof SEARCH_ORDERS)[number]

export const NOTIFICATION_METHODS = ['all', 'pending', 'pending_pinned', 'by_rotation'] as const
export type NotificationMethod = (typeof NOTIFICATION_METHODS)[number]

export interface BanConditions {
  active: boolean
  type: 'ban' | 'reset'
  drivers: { from: number; to: number }
  count: number
  /** Minutes. */
  resetInterval: number
}

/** Offers are let out a few at a time, best rank first, instead of all at once. */
export interface Stagger {
  /** How many drivers hear of the order together. */
  drivers: number
  /** From one group to the next. */
  seconds: number
}

export interface SearchStep {
  searchType: SearchType
  /** How long the step lasts, or each single offer under `by_rotation`. */
  searchSeconds: number
  /** Drivers for zone types, metres for all others. */
  searchLimit: number
  searchOrderBy: SearchOrderBy
  notificationMethod: NotificationMethod
  excludePrevious: boolean
  showForBusyDrivers: boolean
  banConditions: BanConditions
  /** Only under notification `all`; null = everybody at once. */
  stagger: Stagger | null
}

export const STEP_DEFAULTS: SearchStep = {
  searchType: 'by_zone',
  searchSeconds: 6,
  searchLimit: 50,
  searchOrderBy: 'by_distance',
  notificationMethod: 'all',
  excludePrevious: false,
  showForBusyDrivers: false,
  banConditions: { active: false, type: 'ban', drivers: { from: 1, to: 1 }, count: 5, resetInterval: 60 },
  stagger: null,
}

/** What runs when no interval matches or the method is empty. */
export const FALLBACK_STEPS: readonly SearchStep[] = [
  STEP_DEFAULTS,
  { ...STEP_DEFAULTS, searchType: 'by_radius', searchSeconds: 10, searchLimit: 5000 },
]

/** What a courier's or restaurant's company begins with; whoever waited longest is rung with the others, near and then farther. */
export const DELIVERY_STEPS: readonly SearchStep[] = [3000, 8000].map((searchLimit) => ({
  ...STEP_DEFAULTS,
  searchType: 'by_radius',
  searchSeconds: 8,
  searchLimit,
  searchOrderBy: 'by_idle_from',
}))

/** Zone types count drivers; the rest measure metres. */
export function limitIsDriverCount(type: SearchType): boolean {
  return type === 'by_zone' || type === 'by_near_zone'
}

export interface SearchInterval {
  id: number
  searchMethodId: number | null
  type: 'weekdays' | 'custom'
  /** Wall clock 'HH:mm:ss' in Europe/Bucharest, both ends inclusive to the second. */
  timeFrom: string
  timeTo: string
  /** ISO weekday 1 = Monday … 7 = Sunday; null = every day. */
  selectedDay: number | null
  /** 'YYYY-MM-DD', only for type custom. */
  customDay: string | null
}

/** Decision 7: each candidate of each round ends in exactly one of these. */
export const OFFER_FATES = [
  'open', // still ringing
  'not_delivered',
  'delivered_not_seen',
  'seen_no_answer',
  'refused',
  'lost_race',
  'withdrawn',
  'accepted',
  'accepted_then_returned',
] as const
export type OfferFate = (typeof OFFER_FATES)[number]

/**
 * Why a driver of the company set was not asked in this round. The list is in the order the questions are put:
 * a driver gets the first that applies, so each has one reason and no more.
 */
export const PASS_REASONS = [
  'inactive', // the account is switched off
  'simulated', // a simulated driver of a company that does not let them take real orders
  'off_shift',
  'offline',
  'stale_position', // none, or older than 120 s
  'implausible_position', // it jumps, or another app made it up; never of a driver the dispatcher named
  'banned',
  'paused',
  'busy',
  'wrong_service',
  'no_car',
  'missing_option', // the car lacks something the order asks for
  'papers_expired',
  'low_balance',
  'canceled_this_order', // had it and gave it back
  'excluded_by_dispatcher',
  'refused_this_order',
  'already_asked', // in an earlier round, and the step leaves those out
  'holds_another_offer',
  'not_named', // the dispatcher named others
  'no_zone', // the pickup lies in no zone
  'other_zone',
  'no_stand', // no stand fits the step
  'not_at_stand', // a stand fits, the driver does not wait there
  'beyond_limit', // farther than the step's metres
  'lower_rank', // ranked below the step's number of drivers
  'behind_priority', // waits for the head start of the priority drivers
  'waiting_group', // the group of this driver had not been let out yet
  'waiting_turn', // rotation had not come to this driver
] as const
export type PassReason = (typeof PASS_REASONS)[number]
