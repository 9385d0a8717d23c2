import type { DriverId, StandId } from '../../kernel/ids.ts'
import type { PassReason } from '../search-rules.ts'
import { openRounds } from './close-round.ts'
import { type ChosenStand, chooseStand, usesStands } from './stand-search.ts'
import {
  type DriverFacts,
  isExclusive,
  type Round,
  type Scene,
  type SearchRequest,
  type Walk,
  type WalkStep,
} from './walk.ts'

/** Maximum age of a position that is used for ranking. */
export const STALE_POSITION_MS = 120_000

/** Facts a filter may use besides the driver. Sets are built once per evaluation, not once per driver. */
export interface EvaluationContext {
  request: SearchRequest
  step: WalkStep
  now: Date
  offered: ReadonlySet<DriverId>
  refused: ReadonlySet<DriverId>
  named: ReadonlySet<DriverId>
  canceledBy: ReadonlySet<DriverId>
  excluded: ReadonlySet<DriverId>
  notPlaced: ReadonlyMap<DriverId, PassReason>
  /** The stand chosen by a stand step; null when none fits, and for every other type. */
  stand: ChosenStand | null
  /** The round waits for drivers who ring for other orders, so that those are no reason to leave the driver out. */
  mayRingElsewhere: boolean
}

/** Collects the facts shared by one evaluation of the drivers. */
export function evaluationContext(walk: Walk, round: Round, scene: Scene, now: Date): EvaluationContext {
  return contextOf(scene, round, now, {
    offered: offeredElsewhere(walk, round),
    refused: refusedSoFar(walk),
    notPlaced: new Map(round.notPlaced.map((refusal) => [refusal.driverId, refusal.because])),
    mayRingElsewhere: false,
  })
}

/** Every context is made here, with its fields in one order: filters that see several shapes take a fifth more time in a replay. */
export function contextOf(
  scene: Scene,
  round: Pick<Round, 'step' | 'offers'>,
  now: Date,
  ofWalk: Pick<EvaluationContext, 'offered' | 'refused' | 'notPlaced' | 'mayRingElsewhere'>,
): EvaluationContext {
  const { request } = scene
  const { step } = round
  const context: EvaluationContext = {
    stand: null,
    request,
    step,
    now,
    offered: ofWalk.offered,
    refused: ofWalk.refused,
    named: new Set(request.namedDriverIds),
    canceledBy: new Set(request.canceledByDriverIds),
    excluded: new Set(request.excludedDriverIds),
    notPlaced: ofWalk.notPlaced,
    mayRingElsewhere: ofWalk.mayRingElsewhere,
  }
  if (usesStands(step)) context.stand = chooseStand(step, scene, servedStands(round, scene, context))
  return context
}

/** Stands where an eligible driver waits, or one with an offer of this round: for this order the others are empty. */
function servedStands({ offers }: Pick<Round, 'offers'>, { drivers }: Scene, context: EvaluationContext): Set<StandId> {
  const offered = new Set(offers.map((offer) => offer.driverId))
  const served = new Set<StandId>()
  for (const driver of drivers) {
    const { standId } = driver
    if (standId === null || served.has(standId)) continue
    if (offered.has(driver.driverId) || whyNotEligible(driver, context) === null) served.add(standId)
  }
  return served
}

/** The same for a round that waits for drivers who ring for other orders; only an offer that was not withdrawn was a chance. */
export function waitingContext(walk: Walk, round: Round, scene: Scene, now: Date): EvaluationContext {
  return contextOf(scene, round, now, {
    offered: new Set(chancesBefore(walk, true)),
    refused: refusedSoFar(walk),
    notPlaced: new Map(round.notPlaced.map((refusal) => [refusal.driverId, refusal.because])),
    mayRingElsewhere: true,
  })
}

/** Drivers who had their chance in closed rounds of the walk; for a waiting round an offer that was withdrawn was none. */
export function chancesBefore(
  { offeredBefore, triedBefore }: Pick<Walk, 'offeredBefore' | 'triedBefore'>,
  waits: boolean,
): readonly DriverId[] {
  return waits ? triedBefore : offeredBefore
}

/** Drivers with an offer in another round of the walk; an entry of a pinned list counts. */
function offeredElsewhere(walk: Walk, round: Round): Set<DriverId> {
  const offered = new Set(chancesBefore(walk, false))
  for (const other of openRounds(walk))
    if (other.no !== round.no) for (const offer of other.offers) offered.add(offer.driverId)
  return offered
}

/** Drivers who refused in this walk, list entries included. */
function refusedSoFar(walk: Walk): Set<DriverId> {
  const refused = new Set(walk.refusedBefore)
  for (const { offers } of openRounds(walk))
    for (const offer of offers) if (offer.fate === 'refused') refused.add(offer.driverId)
  return refused
}

/** A filter returns the reason of its refusal, so that "why not car 27?" can always be answered. */
type Filter = (driver: DriverFacts, context: EvaluationContext) => PassReason | null

/** In the order of PASS_REASONS: first facts of the driver, then of the car, then of this order. */
const FILTERS: readonly Filter[] = [
  (d) => (d.isActive ? null : 'inactive'),
  (d) => (d.isBarredSimulation ? 'simulated' : null),
  (d) => (d.onShift ? null : 'off_shift'),
  (d) => (d.isOnline ? null : 'offline'),
  (d, { now }) => (isStale(d, now) ? 'stale_position' : null),
  (d, { step }) => (isDoubted(d, step) ? 'implausible_position' : null),
  (d, { now }) => (isBanned(d, now) ? 'banned' : null),
  (d, { step }) => (isResting(d, step) ? 'paused' : null),
  (d, { step }) => (isTaken(d, step) ? 'busy' : null),
  (d, { request }) => (d.serviceIds.includes(request.serviceId) ? null : 'wrong_service'),
  (d) => (d.carOptions === null ? 'no_car' : null),
  (d, { request }) => (request.options.every((option) => d.carOptions?.includes(option)) ? null : 'missing_option'),
  (d) => (d.documentsExpired ? 'papers_expired' : null),
  (d) => (d.balanceTooLow ? 'low_balance' : null),
  (d, { canceledBy }) => (canceledBy.has(d.driverId) ? 'canceled_this_order' : null),
  (d, { excluded }) => (excluded.has(d.driverId) ? 'excluded_by_dispatcher' : null),
  (d, { refused }) => (refused.has(d.driverId) ? 'refused_this_order' : null),
  (d, { step, offered }) => (step.excludePrevious && offered.has(d.driverId) ? 'already_asked' : null),
  (d, { notPlaced }) => notPlaced.get(d.driverId) ?? null,
  (d, { request, step, mayRingElsewhere }) =>
    isRungByAnother(d, request) && isExclusive(step) && !mayRingElsewhere ? 'holds_another_offer' : null,
]

/** First reason why this driver may not be offered the order at all; null = eligible. */
export function whyNotEligible(driver: DriverFacts, context: EvaluationContext): PassReason | null {
  for (const filter of FILTERS) {
    const because = filter(driver, context)
    if (because !== null) return because
  }
  return null
}

/** Busy, banned or inactive by another's decision: the offer is withdrawn without a miss. */
export function mustLoseOffer(driver: DriverFacts | undefined, step: WalkStep, now: Date): boolean {
  return mustLoseEntry(driver, now) || driver === undefined || isTaken(driver, step)
}

/** The same for a list entry, which stays while its driver is busy. */
export function mustLoseEntry(driver: DriverFacts | undefined, now: Date): boolean {
  return driver === undefined || !driver.isActive || isBanned(driver, now)
}

/** The driver left the search themselves: in a rotation the turn passes on, and the offer ends by its last receipt. */
export function hasWalkedAway(driver: DriverFacts | undefined, step: WalkStep): boolean {
  return driver !== undefined && (isOutOfReach(driver) || isResting(driver, step))
}

/** Off duty or offline: no phone could show an offer. */
export function isOutOfReach(driver: DriverFacts | undefined): boolean {
  return driver !== undefined && (!driver.onShift || !driver.isOnline)
}

/** A phone rings for one order at a time; a list holds several. */
export function isRungByAnother({ holdsOfferOf }: DriverFacts, { orderId }: SearchRequest): boolean {
  return holdsOfferOf !== null && holdsOfferOf !== orderId
}

function isStale(driver: DriverFacts, now: Date): boolean {
  if (driver.point === null || driver.positionAt === null) return true
  return now.getTime() - driver.positionAt.getTime() > STALE_POSITION_MS
}

/** Implausible positions are not used for ranking; a driver the dispatcher named is not ranked. */
function isDoubted(driver: DriverFacts, step: WalkStep): boolean {
  return driver.isPositionImplausible && step.searchType !== 'custom'
}

/** The ban's last instant is inclusive. */
function isBanned(driver: DriverFacts, now: Date): boolean {
  return driver.bannedUntil !== null && driver.bannedUntil >= now
}

/** A driver the dispatcher named is offered the order even on a pause. */
function isResting(driver: DriverFacts, step: WalkStep): boolean {
  return driver.isPaused && step.searchType !== 'custom'
}

function isTaken(driver: DriverFacts, step: WalkStep): boolean {
  return driver.isBusy && !(step.showForBusyDrivers && driver.finishing !== null)
}
