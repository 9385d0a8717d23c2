/** Search rules as edited in the builder: intervals choose a method, a method is a list of steps. */
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

/** Offers are released a few at a time, best rank first, instead of all at once. */
export interface Stagger {
  /** Drivers per group. */
  drivers: number
  /** Delay between two groups. */
  seconds: number
}

export interface SearchStep {
  searchType: SearchType
  /** Duration of the step, or of each single offer under `by_rotation`. */
  searchSeconds: number
  /** Drivers for zone types, metres for all others. */
  searchLimit: number
  searchOrderBy: SearchOrderBy
  notificationMethod: NotificationMethod
  excludePrevious: boolean
  showForBusyDrivers: boolean
  banConditions: BanConditions
  /** Only for notification `all`; null = everybody at once. */
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

/**
 * One driver is needed. With three phones one of them usually says yes within seconds; with all phones in reach, the next orders would find
 * none free.
 */
const FIRST_GROUPS: Stagger = { drivers: 3, seconds: 3 }

/**
 * Steps used when no interval matches or the method is empty. One step instead of a zone and then a circle: a second step rings at the same
 * phones again and cuts off the drivers who were about to answer.
 */
export const FALLBACK_STEPS: readonly SearchStep[] = [
  { ...STEP_DEFAULTS, searchType: 'by_radius', searchSeconds: 25, searchLimit: 5000, stagger: FIRST_GROUPS },
]

/** Default steps of a courier or restaurant company: the longest idle first, in groups, near and then farther. */
export const DELIVERY_STEPS: readonly SearchStep[] = [3000, 8000].map((searchLimit) => ({
  ...STEP_DEFAULTS,
  searchType: 'by_radius',
  searchSeconds: 20,
  searchLimit,
  searchOrderBy: 'by_idle_from',
  stagger: FIRST_GROUPS,
}))

/** Zone types limit the number of drivers; the others limit metres. */
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

/** Fates of an offer; each candidate of each round ends in exactly one of these. */
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
 * Reasons why a driver of the companies searched was not offered the order in a round, in the order of the checks: a driver gets the first
 * that applies, so each has exactly one.
 */
export const PASS_REASONS = [
  'inactive', // the account is inactive
  'simulated', // a simulated driver of a company that does not let them take real orders
  'off_shift',
  'offline',
  'stale_position', // no position, or older than 120 s
  'implausible_position', // it jumps or is mocked; never used for a driver the dispatcher named
  'banned',
  'paused',
  'busy',
  'wrong_service',
  'no_car',
  'missing_option', // the car lacks an option of the order
  'papers_expired',
  'low_balance',
  'canceled_this_order', // had the order and gave it back
  'excluded_by_dispatcher',
  'refused_this_order',
  'already_asked', // offered in an earlier round, and the step excludes those
  'holds_another_offer',
  'not_named', // the dispatcher named other drivers
  'no_zone', // the pickup lies in no zone
  'other_zone',
  'no_stand', // no stand fits the step
  'not_at_stand', // a stand fits, but the driver does not wait there
  'beyond_limit', // farther than the step's metres
  'left_to_older_order', // an order with an older promise needs the driver
  'lower_rank', // ranked below the step's number of drivers
  'behind_priority', // waits for the head start of the priority drivers
  'waiting_group', // the driver's group was not released yet
  'waiting_turn', // the rotation had not reached this driver
] as const
export type PassReason = (typeof PASS_REASONS)[number]
