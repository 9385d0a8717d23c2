import type { DriverId } from '../ids.ts'
import type { PassReason } from '../search-rules.ts'
import { openRounds } from './close-round.ts'
import { type ChosenStand, chooseStand } from './stand-search.ts'
import {
  type DriverFacts,
  isExclusive,
  type Round,
  type Scene,
  type SearchRequest,
  type Walk,
  type WalkStep,
} from './walk.ts'

/** A position older than this says nothing about where the car is. */
export const STALE_POSITION_MS = 120_000

/** Everything a filter may look at besides the driver. Sets are built once per look, not once per driver. */
export interface Looking {
  ask: SearchRequest
  step: WalkStep
  now: Date
  asked: ReadonlySet<DriverId>
  refused: ReadonlySet<DriverId>
  named: ReadonlySet<DriverId>
  canceledBy: ReadonlySet<DriverId>
  excluded: ReadonlySet<DriverId>
  notPlaced: ReadonlyMap<DriverId, PassReason>
  /** Where a stand step sends the order; null when no stand fits, and for every other type. */
  stand: ChosenStand | null
}

/** The facts one look at the drivers shares. */
export function lookingFor(walk: Walk, round: Round, scene: Scene, now: Date): Looking {
  const { ask } = scene
  return {
    stand: chooseStand(round.step, scene),
    ask,
    step: round.step,
    now,
    asked: askedElsewhere(walk, round),
    refused: refusedSoFar(walk),
    named: new Set(ask.namedDriverIds),
    canceledBy: new Set(ask.canceledByDriverIds),
    excluded: new Set(ask.excludedDriverIds),
    notPlaced: new Map(round.notPlaced.map((refusal) => [refusal.driverId, refusal.because])),
  }
}

/** Everybody the walk has asked in another round; an entry of a pinned list counts. */
function askedElsewhere(walk: Walk, round: Round): Set<DriverId> {
  const asked = new Set(walk.askedBefore)
  for (const other of openRounds(walk))
    if (other.no !== round.no) for (const offer of other.offers) asked.add(offer.driverId)
  return asked
}

/** Everybody who said no in this walk, be it in a list. */
function refusedSoFar(walk: Walk): Set<DriverId> {
  const refused = new Set(walk.refusedBefore)
  for (const { offers } of openRounds(walk))
    for (const offer of offers) if (offer.fate === 'refused') refused.add(offer.driverId)
  return refused
}

/** A filter gives the reason it says no, so that the dispatcher can always ask "why not car 27?". */
type Filter = (driver: DriverFacts, looking: Looking) => PassReason | null

/** In the order of PASS_REASONS: first what is true of the driver, then of the car, then of this order. */
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
  (d, { ask }) => (d.serviceIds.includes(ask.serviceId) ? null : 'wrong_service'),
  (d) => (d.carOptions === null ? 'no_car' : null),
  (d, { ask }) => (ask.options.every((option) => d.carOptions?.includes(option)) ? null : 'missing_option'),
  (d) => (d.documentsExpired ? 'papers_expired' : null),
  (d) => (d.balanceTooLow ? 'low_balance' : null),
  (d, { canceledBy }) => (canceledBy.has(d.driverId) ? 'canceled_this_order' : null),
  (d, { excluded }) => (excluded.has(d.driverId) ? 'excluded_by_dispatcher' : null),
  (d, { refused }) => (refused.has(d.driverId) ? 'refused_this_order' : null),
  (d, { step, asked }) => (step.excludePrevious && asked.has(d.driverId) ? 'already_asked' : null),
  (d, { notPlaced }) => notPlaced.get(d.driverId) ?? null,
  (d, { ask, step }) => (isRungByAnother(d, ask, step) ? 'holds_another_offer' : null),
]

/** The first reason this driver may not be asked at all; null = eligible. */
export function whyNotEligible(driver: DriverFacts, looking: Looking): PassReason | null {
  for (const filter of FILTERS) {
    const because = filter(driver, looking)
    if (because !== null) return because
  }
  return null
}

/** Busy, banned or switched off: somebody else decided, so the offer is taken back without blame. */
export function mustLoseOffer(driver: DriverFacts | undefined, step: WalkStep, now: Date): boolean {
  return mustLoseEntry(driver, now) || driver === undefined || isTaken(driver, step)
}

/** The same for an entry of a list, which does not mind that its driver is busy for a while. */
export function mustLoseEntry(driver: DriverFacts | undefined, now: Date): boolean {
  return driver === undefined || !driver.isActive || isBanned(driver, now)
}

/** Went away by own doing: in a rotation the turn passes on, the offer ends by what is known of it. */
export function hasWalkedAway(driver: DriverFacts | undefined, step: WalkStep): boolean {
  return driver !== undefined && (isOutOfReach(driver) || isResting(driver, step))
}

/** No phone on duty that could show an offer. */
export function isOutOfReach(driver: DriverFacts | undefined): boolean {
  return driver !== undefined && (!driver.onShift || !driver.isOnline)
}

/** A phone rings for one order at a time; a list has room for more. */
function isRungByAnother(driver: DriverFacts, ask: SearchRequest, step: WalkStep): boolean {
  return isExclusive(step) && driver.holdsOfferOf !== null && driver.holdsOfferOf !== ask.orderId
}

function isStale(driver: DriverFacts, now: Date): boolean {
  if (driver.point === null || driver.positionAt === null) return true
  return now.getTime() - driver.positionAt.getTime() > STALE_POSITION_MS
}

/** Nobody is ranked by a position that is not believed; a driver the dispatcher named is not ranked. */
function isDoubted(driver: DriverFacts, step: WalkStep): boolean {
  return driver.isPositionImplausible && step.searchType !== 'custom'
}

/** The ban's last instant still belongs to it. */
function isBanned(driver: DriverFacts, now: Date): boolean {
  return driver.bannedUntil !== null && driver.bannedUntil >= now
}

/** A driver the dispatcher named is asked even on a pause. */
function isResting(driver: DriverFacts, step: WalkStep): boolean {
  return driver.isPaused && step.searchType !== 'custom'
}

function isTaken(driver: DriverFacts, step: WalkStep): boolean {
  return driver.isBusy && !(step.showForBusyDrivers && driver.finishing !== null)
}
