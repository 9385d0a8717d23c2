import type { CompanyId } from '../../kernel/ids.ts'
import {
  notOfferedAgain,
  offeringSteps,
  reservedMs,
  type UnservedOrder,
  UnservedOrders,
} from '../search/waiting/unserved-orders.ts'
import { wakeWalk } from '../search/waiting/waiting-round.ts'
import type { DriverFacts, Scene, SearchRequest, Walk } from '../search/walk.ts'
import type { VirtualClock } from './virtual-clock.ts'
import type { PastOrder } from './world.ts'

export interface WaitingSearch {
  order: PastOrder
  walk: Walk
  request: SearchRequest
}

/** The replay's searches for which no phone rings: a driver who comes free wakes the oldest of them, and newer ones leave the driver to it. */
export class WaitingSearches<Search extends WaitingSearch> {
  readonly #clock: VirtualClock
  readonly #companyId: CompanyId
  readonly #advance: (search: Search) => void
  readonly #unserved = new Map<number, Search>()
  readonly #free = new Set<DriverFacts>()
  #known: { at: number; orders: UnservedOrders } | null = null

  constructor(clock: VirtualClock, companyId: CompanyId, advance: (search: Search) => void) {
    this.#clock = clock
    this.#companyId = companyId
    this.#advance = advance
  }

  /** Called after every decision about a search. */
  note(search: Search): void {
    const { orderId } = search.order
    const isUnserved = isWithoutOffer(search.walk)
    if (!isUnserved && !this.#unserved.has(orderId)) return
    if (isUnserved) this.#unserved.set(orderId, search)
    else this.#unserved.delete(orderId)
    this.#known = null
  }

  /** Which drivers this search leaves to older ones, if there are any. Most evaluations find no driver and never ask. */
  leaving({ order, request }: Search, drivers: readonly DriverFacts[]): Pick<Scene, 'isLeftToOlder' | 'reservedMs'> {
    if (!this.#hasOlder(order)) return {}
    const than = { request, promisedAt: new Date(order.searchAt) }
    return {
      isLeftToOlder: (driver) => this.#orders().isLeftToOlder(driver, than, drivers),
      reservedMs: reservedMs(this.#unserved.size),
    }
  }

  /** The driver may be free: the oldest search that fits is evaluated at this instant, after what is happening now. */
  isFree(driver: DriverFacts): void {
    if (this.#unserved.size === 0) return
    this.#free.add(driver)
    if (this.#free.size === 1) this.#clock.at(this.#clock.now, () => this.#wake())
  }

  #wake(): void {
    const drivers = [...this.#free]
    this.#free.clear()
    if (this.#unserved.size === 0) return
    for (const orderId of this.#orders().ordersFor(drivers, (driver) => driver)) {
      const search = this.#unserved.get(orderId)
      if (!search) continue
      search.walk = wakeWalk(search.walk, new Date(this.#clock.now))
      this.#advance(search)
    }
  }

  #hasOlder({ orderId, searchAt }: PastOrder): boolean {
    for (const { order } of this.#unserved.values())
      if (order.searchAt < searchAt || (order.searchAt === searchAt && order.orderId < orderId)) return true
    return false
  }

  #orders(): UnservedOrders {
    const at = this.#clock.now
    if (this.#known?.at === at) return this.#known.orders
    const now = new Date(at)
    const unserved = [...this.#unserved.values()].map((search) => this.#unservedOrder(search, now))
    const orders = new UnservedOrders(unserved, now)
    this.#known = { at, orders }
    return orders
  }

  #unservedOrder({ order, walk, request }: Search, now: Date): UnservedOrder {
    const { round } = walk
    const offered = (round?.offers ?? []).map(({ driverId }) => driverId)
    return {
      request,
      promisedAt: new Date(order.searchAt),
      companyIds: [this.#companyId, ...order.partnerIds],
      steps: round === null ? [] : offeringSteps(walk, { ...round, offers: offered.length }, now),
      offered: round === null ? offered : notOfferedAgain(walk, { step: round.step, offered }),
    }
  }
}

function isWithoutOffer({ status, round }: Walk): boolean {
  return status === 'running' && round?.outcome === null && !round.offers.some(({ fate }) => fate === 'open')
}
