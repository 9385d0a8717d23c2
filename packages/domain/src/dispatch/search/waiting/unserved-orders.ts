import { metresBetween } from '../../../kernel/geo.ts'
import type { CompanyId, DriverId, OrderId } from '../../../kernel/ids.ts'
import type { PassReason } from '../../search-rules.ts'
import { mayFit } from '../candidates.ts'
import { chancesBefore, contextOf, type EvaluationContext } from '../eligibility.ts'
import { RESERVED_MS } from '../plan-round.ts'
import { maxOffers, releasedBy } from '../round-clock.ts'
import { chooseStand, usesStands } from '../stand-search.ts'
import {
  type DriverFacts,
  isExclusive,
  isWaiting,
  type Round,
  type SearchRequest,
  type Walk,
  type WalkStep,
} from '../walk.ts'
import { WAITING_GROUP } from './plan-waiting.ts'
import { ringingSteps } from './waiting-round.ts'

/** An order that is searched for while no phone rings for it. */
export interface UnservedOrder {
  request: SearchRequest
  /** When the client was promised a car. */
  promisedAt: Date
  /** Companies whose drivers it may have. */
  companyIds: readonly CompanyId[]
  /** Steps that may offer it now (`offeringSteps`). */
  steps: readonly WalkStep[]
  /** Drivers whom its open round does not ask again (`notOfferedAgain`). */
  offered: readonly DriverId[]
}

/** Drivers who get no further offer in the open round: those it has asked, those who refused, and those who had their chance before. */
export function notOfferedAgain(
  walk: Pick<Walk, 'offeredBefore' | 'refusedBefore' | 'triedBefore'>,
  round: Pick<Round, 'step'> & { offered: readonly DriverId[] },
): DriverId[] {
  const waits = isWaiting(round)
  const before = waits || round.step.excludePrevious ? chancesBefore(walk, waits) : []
  return [...round.offered, ...walk.refusedBefore, ...before]
}

/** The steps that may make further offers at `now`; `offers` is the number of offers of the open round. */
export function offeringSteps(
  walk: Pick<Walk, 'steps' | 'offersBefore'>,
  round: Pick<Round, 'step' | 'startedAt'> & { offers: number },
  now: Date,
): WalkStep[] {
  if (!isExclusive(round.step)) return []
  if (!isWaiting(round)) {
    const capacity = Math.min(maxOffers(round.step), releasedBy(round, now)) - round.offers
    return capacity > 0 ? [round.step] : []
  }
  return ringingSteps(walk)
    .filter(({ no, step }) => maxOffers(step) > (walk.offersBefore[no] ?? 0) + round.offers)
    .map(({ step }) => step)
}

/** 50 evaluations a second leave the server time for the answers; the longest wait is that of a waiting round. */
const EVALUATION_MS = 20
const MAX_RESERVED_MS = 4000

/** When an order that left a driver to an older one is evaluated again: with many of them, fewer evaluations per second in all. */
export function reservedMs(unservedCount: number): number {
  return Math.min(MAX_RESERVED_MS, Math.max(RESERVED_MS, unservedCount * EVALUATION_MS))
}

/** The drivers of one company, shared out among its unserved orders. */
interface Shares {
  /** Drivers whom no order needs yet. */
  free: readonly DriverFacts[]
  /** Number of orders, the oldest first, that have their drivers. */
  decided: number
  neededBy: Map<DriverId, UnservedOrder>
}

/**
 * Decides which unserved order a free driver is for: the one with the oldest promise whose rules fit the driver and that has not enough
 * drivers yet. Computed once per company, in a time that grows with the unserved orders times the free drivers, and ends with the last
 * free driver.
 */
export class UnservedOrders {
  readonly #oldestFirst: readonly UnservedOrder[]
  readonly #contexts = new Map<UnservedOrder, readonly EvaluationContext[]>()
  readonly #shares = new Map<CompanyId, Shares>()
  readonly #now: Date

  constructor(orders: readonly UnservedOrder[], now: Date) {
    this.#oldestFirst = [...orders].sort((a, b) => (isOlder(a, keyOf(b)) ? -1 : 1))
    this.#now = now
  }

  /** `reservedMs` of these orders. */
  get reservedMs(): number {
    return reservedMs(this.#oldestFirst.length)
  }

  /**
   * True when an order of the same company with an older promise needs the driver, who is one of `drivers`: the oldest order needs the few
   * drivers nearest to it, the next order the nearest of the others, and so on. A step that measures by road does not reserve, because a
   * driver near by straight line may be too far by road.
   */
  isLeftToOlder(
    driver: DriverFacts,
    order: Pick<UnservedOrder, 'promisedAt' | 'request'>,
    drivers: readonly DriverFacts[],
  ): boolean {
    const first = this.#oldestFirst[0]
    if (first === undefined || !isOlder(first, keyOf(order))) return false
    const { ownCompanyId } = order.request
    const shares = this.#shares.get(ownCompanyId) ?? {
      free: drivers.filter(mayBeFree),
      decided: 0,
      neededBy: new Map(),
    }
    this.#shares.set(ownCompanyId, shares)
    this.#shareOut(shares, order)
    const needing = shares.neededBy.get(driver.driverId)
    return needing !== undefined && isOlder(needing, keyOf(order))
  }

  /**
   * Orders to evaluate now that these drivers are free, the oldest promise first; each needs a few drivers only. `factsFor` are the facts of
   * a driver as a round of this company sees them: zones are those of the order's company, also for a partner's driver.
   */
  ordersFor<Driver>(
    drivers: readonly Driver[],
    factsFor: (driver: Driver, companyId: CompanyId) => DriverFacts | null,
  ): OrderId[] {
    const taken = new Map<UnservedOrder, number>()
    for (const driver of drivers) {
      const seenBy = new Map<CompanyId, DriverFacts | null>()
      const order = this.#oldestFirst.find((unserved) => {
        if ((taken.get(unserved) ?? 0) >= WAITING_GROUP) return false
        const { ownCompanyId } = unserved.request
        if (!seenBy.has(ownCompanyId)) seenBy.set(ownCompanyId, factsFor(driver, ownCompanyId))
        const facts = seenBy.get(ownCompanyId) ?? null
        return facts !== null && this.#fits(facts, unserved, () => true)
      })
      if (order) taken.set(order, (taken.get(order) ?? 0) + 1)
    }
    return this.#oldestFirst.filter((order) => taken.has(order)).map(({ request }) => request.orderId)
  }

  /** Gives each order with an older promise than `than` its drivers, the oldest first, until no free driver is left. */
  #shareOut(shares: Shares, than: Pick<UnservedOrder, 'promisedAt' | 'request'>): void {
    for (; shares.free.length > 0; shares.decided++) {
      const order = this.#oldestFirst[shares.decided]
      if (order === undefined || !isOlder(order, keyOf(than))) return
      if (order.request.ownCompanyId !== than.request.ownCompanyId) continue
      const nearest = shares.free
        .filter((driver) => this.#fits(driver, order, isCertain))
        .sort((a, b) => metresTo(order, a) - metresTo(order, b) || a.driverId - b.driverId)
        .slice(0, WAITING_GROUP)
      for (const { driverId } of nearest) shares.neededBy.set(driverId, order)
      if (nearest.length > 0) shares.free = shares.free.filter(({ driverId }) => !shares.neededBy.has(driverId))
    }
  }

  #fits(driver: DriverFacts, order: UnservedOrder, counts: (step: WalkStep) => boolean): boolean {
    if (!order.companyIds.includes(driver.companyId)) return false
    return this.#contextsOf(order).some(
      (context) => counts(context.step) && mayFit(driver, atOwnStand(driver, context)),
    )
  }

  #contextsOf(order: UnservedOrder): readonly EvaluationContext[] {
    const contexts = this.#contexts.get(order) ?? contextsOf(order, this.#now)
    this.#contexts.set(order, contexts)
    return contexts
  }
}

function contextsOf({ request, steps, offered }: UnservedOrder, now: Date): EvaluationContext[] {
  const ofWalk = {
    offered: new Set<DriverId>(),
    refused: new Set(offered),
    notPlaced: new Map<DriverId, PassReason>(),
    mayRingElsewhere: false,
  }
  return steps.map((step) => contextOf({ request, drivers: [] }, { step, offers: [] }, now, ofWalk))
}

/** No driver waits at the nearer stands for an order that is unserved, so the driver's own stand may be the one that its step uses. */
function atOwnStand(driver: DriverFacts, context: EvaluationContext): EvaluationContext {
  const { step, request } = context
  if (driver.standId === null || !usesStands(step)) return context
  return { ...context, stand: chooseStand(step, { request, drivers: [] }, new Set([driver.standId])) }
}

/** The drivers of whom most filters need not be asked. */
function mayBeFree({ onShift, isBusy, finishing, holdsOfferOf }: DriverFacts): boolean {
  return onShift && holdsOfferOf === null && (!isBusy || finishing !== null)
}

function metresTo({ request }: UnservedOrder, { point }: DriverFacts): number {
  return point === null ? Number.POSITIVE_INFINITY : metresBetween(point, request.pickup)
}

function isCertain({ searchType }: WalkStep): boolean {
  return searchType !== 'by_route' && searchType !== 'by_near_stand_with_route'
}

interface PromiseKey {
  promisedAt: number
  orderId: OrderId
}

function keyOf({ promisedAt, request }: Pick<UnservedOrder, 'promisedAt' | 'request'>): PromiseKey {
  return { promisedAt: promisedAt.getTime(), orderId: request.orderId }
}

function isOlder(order: UnservedOrder, than: PromiseKey): boolean {
  const { promisedAt, orderId } = keyOf(order)
  return promisedAt < than.promisedAt || (promisedAt === than.promisedAt && orderId < than.orderId)
}
