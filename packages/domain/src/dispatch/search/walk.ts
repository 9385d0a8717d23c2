import type { Point } from '../../kernel/geo.ts'
import type { CompanyId, DriverId, OrderId, StandId, ZoneId } from '../../kernel/ids.ts'
import type { BanConditions, OfferFate, PassReason, SearchStep, SearchType } from '../search-rules.ts'

/**
 * Data types of the search engine. A walk is one run of a method over one order; a round is the execution of one step; an offer is one
 * driver in one round. All of it is plain data that is stored as rows, and every operation of this folder is a pure function of (walk,
 * facts, now).
 */

/**
 * The builder offers neither of these: `custom` is the step created when the dispatcher names drivers, `waiting` the round in which an
 * order waits for drivers who ring for others.
 */
export type WalkStepType = SearchType | 'custom' | 'waiting'

export interface WalkStep extends Omit<SearchStep, 'searchType'> {
  searchType: WalkStepType
}

/** True when an offer of this step rings. Then it is the driver's only one; an entry in the pending list is not. */
export function isExclusive(step: Pick<WalkStep, 'notificationMethod'>): boolean {
  return step.notificationMethod === 'all' || step.notificationMethod === 'by_rotation'
}

/** An active stand of a company that may drive the order. */
export interface StandFacts {
  standId: StandId
  companyId: CompanyId
  point: Point
  /** A zone of the order's own company, like the pickup's. */
  zoneId: ZoneId | null
}

/** Facts of the order that the engine uses. */
export interface SearchRequest {
  orderId: OrderId
  pickup: Point
  /** The smallest zone around the pickup; null when it lies in none. */
  pickupZoneId: ZoneId | null
  /** Zones next to the pickup's; when it lies in none, the nearest within 5000 m. */
  nearZoneIds: readonly ZoneId[]
  /** Active stands of every company that may drive the order. */
  stands: readonly StandFacts[]
  serviceId: number
  /** Option keys the order requires. */
  options: readonly string[]
  ownCompanyId: CompanyId
  /** Drivers the dispatcher named (Notify driver). */
  namedDriverIds: readonly DriverId[]
  /** Drivers who had this order and gave it back. */
  canceledByDriverIds: readonly DriverId[]
  excludedDriverIds: readonly DriverId[]
}

/** Where a busy driver becomes free. */
export interface FinishingTrip {
  /** The trip's last place, from which zone and distance are taken; null = from the current position. */
  destination: Point | null
  /** The zone of the destination; null without either. */
  zoneId: ZoneId | null
}

/**
 * Facts of one driver at one instant. Every driver of the order's companies must be passed, fit or not: each ends with a fate or a reason.
 */
export interface DriverFacts {
  driverId: DriverId
  /** A company other than the order's makes the driver a partner, who ranks last. */
  companyId: CompanyId
  isActive: boolean
  /** A simulated driver whose company does not let them take real orders. */
  isBarredSimulation: boolean
  onShift: boolean
  isOnline: boolean
  point: Point | null
  positionAt: Date | null
  /** The position jumps or is mocked. */
  isPositionImplausible: boolean
  zoneId: ZoneId | null
  /** The stand in whose queue the driver waits. */
  standId: StandId | null
  /** Arrival in that queue. */
  standSince: Date | null
  bannedUntil: Date | null
  isPaused: boolean
  isBusy: boolean
  /** Set only for a busy driver with one started trip and no next order. */
  finishing: FinishingTrip | null
  idleFrom: Date | null
  highPriority: boolean
  serviceIds: readonly number[]
  /** Option keys of the default car; null = no default car. */
  carOptions: readonly string[] | null
  documentsExpired: boolean
  balanceTooLow: boolean
  /** The order whose exclusive offer the driver holds now; this order's own offer does not count. */
  holdsOfferOf: OrderId | null
}

export interface Offer {
  driverId: DriverId
  /** 1-based, in the order of the round's offers. */
  rank: number
  /** Straight line to the pickup. */
  metres: number
  /** Road metres, known only for steps that search or order by route. */
  routeMetres: number | null
  /** The router did not answer: `routeMetres` is estimated from the straight line. */
  isRouteGuess: boolean
  isPriority: boolean
  /** A driver of another company than the order's: never judged by its ban conditions. */
  isPartner: boolean
  notifiedAt: Date
  deliveredAt: Date | null
  viewedAt: Date | null
  /** Instant at which the phone lost its connection, or the engine first found the driver offline, while the offer was open. */
  offlineAt: Date | null
  /** `PINNED_UNTIL` in a pinned list: only the walk's end closes it. */
  expiresAt: Date
  fate: OfferFate
  closedAt: Date | null
}

export type RoundOutcome = 'accepted' | 'expired' | 'withdrawn'

/** Driver ids by the reason they were passed over; ids ascending. Small enough for a jsonb column. */
export type PassedOver = Partial<Record<PassReason, readonly DriverId[]>>

/** A driver beyond the step's limit, by the step's measure. */
export interface BeyondLimit {
  driverId: DriverId
  metres: number
  /** A road estimated from the straight line. */
  isGuess: boolean
}

export interface NotPlaced {
  driverId: DriverId
  because: 'holds_another_offer' | 'busy'
  until: Date
}

export interface Round {
  /** 1-based within the walk. */
  no: number
  step: WalkStep
  startedAt: Date
  /** Never moved, except once by the first offer of a rotation. */
  endsAt: Date
  /** Next evaluation of the candidates. */
  nextEvaluationAt: Date
  offers: readonly Offer[]
  /** The same object as before when nothing changed, so that the write can be skipped. */
  passedOver: PassedOver
  /** The nearest drivers beyond the limit, nearest first; measured when `passedOver` last changed. */
  beyond: readonly BeyondLimit[]
  /** Drivers whose offer the database refused; passed over for that reason until the next tick. */
  notPlaced: readonly NotPlaced[]
  outcome: RoundOutcome | null
  closedAt: Date | null
}

/** `queued`: the steps are used up, pinned lists are still evaluated. */
export type WalkStatus = 'running' | 'queued' | 'accepted' | 'exhausted' | 'aborted'
/** Statuses in which a walk has ended. */
export type WalkEnd = Exclude<WalkStatus, 'running' | 'queued'>

export interface Walk {
  orderId: OrderId
  walkNo: number
  /** A snapshot: later edits of the method do not change a running walk. */
  steps: readonly WalkStep[]
  skipEmptySteps: boolean
  /** Maximum length of the waiting round after the last step; 0 = none. */
  waitSeconds: number
  startedAt: Date
  status: WalkStatus
  endedAt: Date | null
  /** The open round, or the last one; null before the first, and when the last one is in `pinned`. */
  round: Round | null
  /** Rounds of `pending_pinned` steps whose time is over, by `no`; they remain here when the walk's end closes them. */
  pinned: readonly Round[]
  /** Drivers with an offer in a closed round; ids ascending. Open lists hold their own. */
  offeredBefore: readonly DriverId[]
  /** Drivers who refused in closed rounds and get no further offers in this walk; ids ascending. */
  refusedBefore: readonly DriverId[]
  /** Drivers who had their chance in closed rounds: those of `offeredBefore` whose offer was not withdrawn; ids ascending. */
  triedBefore: readonly DriverId[]
  /** Number of offers of each closed round that made any, by its `no`. */
  offersBefore: Readonly<Record<number, number>>
}

/** Changes to write and publish, in order. `roundNo` may be the current round's or a pinned one's. */
export type WalkEffect =
  | { type: 'round.opened'; round: Round }
  | { type: 'offer.made'; roundNo: number; offer: Offer }
  | { type: 'offer.closed'; roundNo: number; offer: Offer }
  /** `deliveredAt`, `viewedAt` or `offlineAt` is new. */
  | { type: 'offer.noted'; roundNo: number; offer: Offer }
  /** The time of a `pending_pinned` step is over: its list stays. */
  | { type: 'round.pinned'; round: Round }
  | { type: 'round.closed'; round: Round }
  /** A seen offer was let pass or refused under active ban conditions. */
  | { type: 'driver.missed'; roundNo: number; driverId: DriverId; rank: number; conditions: BanConditions }
  /** The steps are used up; pinned lists wait for an acceptance. */
  | { type: 'walk.queued' }
  | { type: 'walk.ended'; status: WalkEnd; driverId: DriverId | null }

export interface WalkDecision {
  walk: Walk
  effects: WalkEffect[]
  /** The exact next instant at which something is due; null when the walk has ended. */
  dueAt: Date | null
}

/** Facts of one instant. The two distance functions answer `routesToRequest`; null or absent = no answer from the router. */
export interface Scene {
  request: SearchRequest
  drivers: readonly DriverFacts[]
  routeMetres?: (driverId: DriverId) => number | null
  /** From the stand to the pickup. */
  standRouteMetres?: (standId: StandId) => number | null
  /** True for a driver whom an order with an older promise needs. */
  isLeftToOlder?: (driver: DriverFacts) => boolean
  /** An order that leaves a driver to an older one is evaluated again after this time; `RESERVED_MS` without a value. */
  reservedMs?: number
}

/** True for the round in which an order whose steps are over waits for its turn. */
export function isWaiting(round: Pick<Round, 'step'> | null): boolean {
  return round?.step.searchType === 'waiting'
}

/** Expiry of entries without a time limit. */
export const PINNED_UNTIL = new Date('2100-01-01T00:00:00.000Z')

/** A walk without offers; it is due at once. */
export function startWalk(
  of: Pick<Walk, 'orderId' | 'walkNo' | 'steps' | 'skipEmptySteps'> & Partial<Pick<Walk, 'waitSeconds'>>,
  now: Date,
): Walk {
  const nobody: readonly DriverId[] = []
  return {
    orderId: of.orderId,
    walkNo: of.walkNo,
    steps: of.steps,
    skipEmptySteps: of.skipEmptySteps,
    waitSeconds: of.waitSeconds ?? 0,
    startedAt: now,
    status: 'running',
    endedAt: null,
    round: null,
    pinned: [],
    offeredBefore: nobody,
    refusedBefore: [],
    triedBefore: nobody,
    offersBefore: {},
  }
}

/** Number of rounds begun: the `no` of the newest one. */
export function roundsBegun({ round, pinned }: Pick<Walk, 'round' | 'pinned'>): number {
  return Math.max(round?.no ?? 0, pinned.at(-1)?.no ?? 0)
}

/** The next instant at which `advanceWalk` must run; null when the walk has ended. */
export function walkDueAt(walk: Walk): Date | null {
  if (walk.status !== 'running' && walk.status !== 'queued') return null
  let due = PINNED_UNTIL
  const atTheLatest = (instant: Date) => {
    if (instant < due) due = instant
  }
  for (const round of walk.pinned) atTheLatest(round.nextEvaluationAt)
  if (walk.status === 'queued') return due
  if (walk.round === null) atTheLatest(walk.startedAt)
  else {
    atTheLatest(walk.round.endsAt)
    atTheLatest(walk.round.nextEvaluationAt)
    for (const offer of walk.round.offers) if (offer.fate === 'open') atTheLatest(offer.expiresAt)
  }
  return due
}
