import type { CompanyId, DriverId, OrderId } from '../../../kernel/ids.ts'
import type { PassReason } from '../../search-rules.ts'
import { mayFit } from '../candidates.ts'
import { contextOf, type EvaluationContext } from '../eligibility.ts'
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
  /** Drivers who had an offer in its walk. */
  offered: readonly DriverId[]
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

/**
 * Decides which unserved order a free driver is for: the one with the oldest promise whose rules fit the driver. The answer per driver is
 * computed once, in a time that grows with the number of unserved orders.
 */
export class UnservedOrders {
  readonly #oldestFirst: readonly UnservedOrder[]
  readonly #contexts = new Map<UnservedOrder, readonly EvaluationContext[]>()
  readonly #neededBy = new Map<string, UnservedOrder | null>()
  readonly #now: Date

  constructor(orders: readonly UnservedOrder[], now: Date) {
    this.#oldestFirst = [...orders].sort((a, b) => (isOlder(a, keyOf(b)) ? -1 : 1))
    this.#now = now
  }

  /**
   * True when an order of the same company with an older promise needs the driver. A step that measures by road does not reserve, because a
   * driver near by straight line may be too far by road.
   */
  isLeftToOlder(driver: DriverFacts, order: Pick<UnservedOrder, 'promisedAt' | 'request'>): boolean {
    const first = this.#oldestFirst[0]
    if (first === undefined || !isOlder(first, keyOf(order))) return false
    const needing = this.#whoNeeds(driver, order.request.ownCompanyId)
    return needing !== null && isOlder(needing, keyOf(order))
  }

  /** Orders to evaluate now that these drivers are free, the oldest promise first; each needs a few drivers only. */
  ordersFor(drivers: readonly DriverFacts[]): OrderId[] {
    const taken = new Map<UnservedOrder, number>()
    for (const driver of drivers) {
      const order = this.#oldestFirst.find(
        (unserved) => (taken.get(unserved) ?? 0) < WAITING_GROUP && this.#fits(driver, unserved, () => true),
      )
      if (order) taken.set(order, (taken.get(order) ?? 0) + 1)
    }
    return this.#oldestFirst.filter((order) => taken.has(order)).map(({ request }) => request.orderId)
  }

  #whoNeeds(driver: DriverFacts, ownCompanyId: CompanyId): UnservedOrder | null {
    const key = `${ownCompanyId} ${driver.driverId}`
    const known = this.#neededBy.get(key)
    if (known !== undefined) return known
    const needing = this.#oldestFirst.find(
      (order) => order.request.ownCompanyId === ownCompanyId && this.#fits(driver, order, isCertain),
    )
    this.#neededBy.set(key, needing ?? null)
    return needing ?? null
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
