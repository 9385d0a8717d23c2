import type { Point } from '../geo.ts'
import type { CompanyId, DriverId, OrderId, ZoneId } from '../ids.ts'
import { type OfferFate, type PassReason, type SearchStep, type SearchType, STEP_DEFAULTS } from '../search-rules.ts'

/**
 * The engine's nouns. A walk is one run of a method over one order; a round is the execution of one step; an offer is
 * one driver asked in one round. All of it is plain data that survives as rows, and every verb of this folder is a pure
 * function of (walk, facts, now).
 */

/** Search types the engine runs; a step of any other type is refused when it is saved. */
export const RUNNABLE_SEARCH_TYPES = ['by_zone', 'by_radius', 'by_route'] as const satisfies readonly SearchType[]
/** Notification methods the engine runs. */
export const RUNNABLE_NOTIFICATIONS = ['all', 'by_rotation'] as const
export type RunnableNotification = (typeof RUNNABLE_NOTIFICATIONS)[number]

/** `custom` is the step the dispatcher makes by naming drivers; no builder offers it. */
export type WalkStepType = (typeof RUNNABLE_SEARCH_TYPES)[number] | 'custom'

export interface WalkStep extends Omit<SearchStep, 'searchType' | 'notificationMethod'> {
  searchType: WalkStepType
  notificationMethod: RunnableNotification
}

/** What the engine knows of the order. */
export interface Ask {
  orderId: OrderId
  pickup: Point
  /** The smallest zone around the pickup; null when it lies in none. */
  pickupZoneId: ZoneId | null
  serviceId: number
  /** Option keys the order asks for. */
  options: readonly string[]
  ownCompanyId: CompanyId
  /** Drivers the dispatcher named (Notify driver). */
  namedDriverIds: readonly DriverId[]
  /** Drivers who had this order and gave it back. */
  canceledByDriverIds: readonly DriverId[]
  excludedDriverIds: readonly DriverId[]
}

/**
 * What the engine knows of one driver at one instant. The caller passes every driver of the order's companies, fit or
 * not: each ends with a fate or a reason.
 */
export interface DriverFacts {
  driverId: DriverId
  /** Any other company than the order's own makes the driver a partner: ranked last. */
  companyId: CompanyId
  isActive: boolean
  onShift: boolean
  isOnline: boolean
  point: Point | null
  positionAt: Date | null
  zoneId: ZoneId | null
  bannedUntil: Date | null
  isPaused: boolean
  isBusy: boolean
  /**
   * Set only for a busy driver with one started trip and no next order. `destination` is the trip's last place, from
   * which the distance is then measured; null = from the current position.
   */
  finishing: { destination: Point | null } | null
  idleFrom: Date | null
  highPriority: boolean
  serviceIds: readonly number[]
  /** Option keys of the default car; null = no default car. */
  carOptions: readonly string[] | null
  papersExpired: boolean
  balanceTooLow: boolean
  /** The order whose exclusive offer the driver holds now; this order's own offer does not count. */
  holdsOfferOf: OrderId | null
}

export interface Offer {
  driverId: DriverId
  /** 1-based, in the order the drivers of the round are asked. */
  rank: number
  /** Straight line to the pickup. */
  metres: number
  /** Road metres, known only for steps that search or order by route. */
  routeMetres: number | null
  isPriority: boolean
  notifiedAt: Date
  deliveredAt: Date | null
  viewedAt: Date | null
  expiresAt: Date
  fate: OfferFate
  closedAt: Date | null
}

export type RoundOutcome = 'accepted' | 'expired' | 'withdrawn'

/** Driver ids by the reason they were not asked; ids ascending. Small enough to be a jsonb column. */
export type PassedOver = Partial<Record<PassReason, readonly DriverId[]>>

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
  /** Never moved, except once for a rotation: by its first offer. */
  endsAt: Date
  /** When the candidates are computed next. */
  lookAgainAt: Date
  offers: readonly Offer[]
  /** The same object as before when nothing changed, so that a caller can skip the write. */
  passedOver: PassedOver
  /** Drivers the database would not let us offer to; skipped, for that reason, until the next tick. */
  notPlaced: readonly NotPlaced[]
  outcome: RoundOutcome | null
  closedAt: Date | null
}

export type WalkStatus = 'running' | 'accepted' | 'exhausted' | 'aborted'

export interface Walk {
  orderId: OrderId
  walkNo: number
  /** A snapshot: later edits of the method do not change a running walk. */
  steps: readonly WalkStep[]
  skipEmptySteps: boolean
  startedAt: Date
  status: WalkStatus
  endedAt: Date | null
  /** The open round, or the last one; null before the first. Its `no` says which step runs. */
  round: Round | null
  /** Drivers asked in earlier rounds (all offers of closed rounds); ids ascending. */
  askedBefore: readonly DriverId[]
  /** Drivers who refused in earlier rounds: never asked again in this walk; ids ascending. */
  refusedBefore: readonly DriverId[]
}

/** What to write and to tell, in order. */
export type WalkEffect =
  | { type: 'round.opened'; round: Round }
  | { type: 'offer.made'; roundNo: number; offer: Offer }
  | { type: 'offer.closed'; roundNo: number; offer: Offer }
  /** A receipt arrived: `deliveredAt` or `viewedAt` is new. */
  | { type: 'offer.noted'; roundNo: number; offer: Offer }
  | { type: 'round.closed'; round: Round }
  | { type: 'walk.ended'; status: Exclude<WalkStatus, 'running'>; driverId: DriverId | null }

export interface WalkDecision {
  walk: Walk
  effects: WalkEffect[]
  /** The exact next instant something must happen; null when the walk has ended. */
  dueAt: Date | null
}

/** Facts of one instant. `routeMetres` answers for the drivers that `driversToRoute` named; null = router silent. */
export interface Scene {
  ask: Ask
  drivers: readonly DriverFacts[]
  routeMetres?: (driverId: DriverId) => number | null
}

/** The step that looks for drivers the dispatcher named: all of them at once, 30 s (GAP-19 §19.0). */
const NAMED_STEP: WalkStep = {
  ...STEP_DEFAULTS,
  searchType: 'custom',
  searchSeconds: 30,
  notificationMethod: 'all',
}

/** The steps a walk snapshots: named drivers first, and nothing after them when `onlyNamed`. */
export function walkSteps(
  method: readonly WalkStep[],
  named: { driverIds: readonly DriverId[]; onlyNamed: boolean },
): WalkStep[] {
  if (named.driverIds.length === 0) return [...method]
  return named.onlyNamed ? [NAMED_STEP] : [NAMED_STEP, ...method]
}

/** A walk that has asked nobody yet; it is due at once. */
export function startWalk(of: Pick<Walk, 'orderId' | 'walkNo' | 'steps' | 'skipEmptySteps'>, now: Date): Walk {
  return {
    orderId: of.orderId,
    walkNo: of.walkNo,
    steps: of.steps,
    skipEmptySteps: of.skipEmptySteps,
    startedAt: now,
    status: 'running',
    endedAt: null,
    round: null,
    askedBefore: [],
    refusedBefore: [],
  }
}

/** The next instant `advanceWalk` must be called; null when the walk has ended. */
export function walkDueAt(walk: Walk): Date | null {
  if (walk.status !== 'running') return null
  const { round } = walk
  if (round === null) return walk.startedAt
  const dues = [round.endsAt, round.lookAgainAt]
  for (const offer of round.offers) if (offer.fate === 'open') dues.push(offer.expiresAt)
  return dues.reduce((first, due) => (due < first ? due : first))
}
