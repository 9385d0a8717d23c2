import {
  notOfferedAgain,
  offeringSteps,
  type UnservedOrder,
  UnservedOrders,
} from '@dispecerat/domain/dispatch/search/waiting/unserved-orders'
import type { DriverFacts, Scene, SearchRequest } from '@dispecerat/domain/dispatch/search/walk'
import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import type { Fleet } from '../../fleet/fleet.public.ts'
import { type OrderForSearch, ordersForSearch } from '../../orders/orders.public.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type UnservedWalk, unservedWalks } from './waiting/unserved-walks.store.ts'
import { countByRound, type Ringing, ringingDrivers } from './walks.store.ts'

/** Everything the engine uses for an order: its request, the drivers of every company that may drive it, and ringing offers. */
export async function sceneOf(tx: Tx, fleet: Fleet, order: OrderForSearch, now: Date): Promise<Scene> {
  return (await scenes(tx, fleet, now))(order)
}

/** Builds scenes of one instant; orders of the same companies share the drivers. */
export async function scenes(tx: Tx, fleet: Fleet, now: Date): Promise<(order: OrderForSearch) => Scene> {
  const ringing = await ringingDrivers(tx)
  const unserved = await readUnserved(tx, fleet, now)
  const known = new Map<string, DriverFacts[]>()
  return (order) => {
    const companies = companiesOfSearch(order)
    const drivers = known.get(companies.join()) ?? fleet.factsOf(companies, order.createdByCompanyId)
    if (!known.has(companies.join())) {
      for (const driver of drivers) noteRinging(driver, ringing.get(driver.driverId))
      known.set(companies.join(), drivers)
    }
    noteBusy(drivers, order)
    const request = requestOf(order, companies, fleet)
    if (unserved === null) return { request, drivers }
    const { promisedAt } = order
    const { reservedMs } = unserved
    return {
      request,
      drivers,
      reservedMs,
      isLeftToOlder: (driver) => unserved.isLeftToOlder(driver, { request, promisedAt }, drivers),
    }
  }
}

/** Orders that are searched for while no phone rings for them; null when there are none. */
export async function readUnserved(db: Db | Tx, fleet: Fleet, now: Date): Promise<UnservedOrders | null> {
  const walks = await unservedWalks(db)
  if (walks.length === 0) return null
  const orders = await ordersForSearch(
    db,
    walks.map(({ orderId }) => orderId),
  )
  const byId = new Map(orders.map((order) => [order.orderId, order]))
  const unserved = walks.flatMap((walk): UnservedOrder[] => {
    const order = byId.get(walk.orderId)
    return order ? [unservedOrder(walk, order, fleet, now)] : []
  })
  return new UnservedOrders(unserved, now)
}

function unservedOrder(walk: UnservedWalk, order: OrderForSearch, fleet: Fleet, now: Date): UnservedOrder {
  const companyIds = companiesOfSearch(order)
  const { steps, step, no, startedAt, promisedAt } = walk
  const offers = walk.offers ?? []
  const offered = driversOf(offers.filter((offer) => offer.no === no))
  const before = offers.filter((offer) => offer.no !== no)
  const offersBefore = countByRound(before.map((offer) => offer.no))
  const ofWalk = {
    offeredBefore: driversOf(before),
    refusedBefore: driversOf(before.filter(({ fate }) => fate === 'refused')),
    triedBefore: driversOf(before.filter(({ fate }) => fate !== 'withdrawn')),
  }
  return {
    request: requestOf(order, companyIds, fleet),
    promisedAt,
    companyIds,
    steps: offeringSteps({ steps, offersBefore }, { step, startedAt, offers: offered.length }, now),
    offered: notOfferedAgain(ofWalk, { step, offered }),
  }
}

function driversOf(offers: readonly { driverId: DriverId }[]): DriverId[] {
  return offers.map(({ driverId }) => driverId)
}

/** For a driver with a ringing offer the database is more current than memory: a change there is why the search is evaluated now. */
export function noteRinging(driver: DriverFacts, ringing: Ringing | undefined): void {
  driver.holdsOfferOf = ringing?.orderId ?? null
  if (!ringing) return
  driver.onShift = ringing.onShift
  driver.isPaused = ringing.isPaused
}

/**
 * For a driver whom a dispatcher named or took the order from, the database is more current than memory too: the command that starts the
 * search has made that driver busy or free a moment ago.
 */
function noteBusy(drivers: readonly DriverFacts[], order: OrderForSearch): void {
  if (order.customDriverIds.length === 0 && order.excludedDriverIds.length === 0) return
  const chosen = new Set([...order.customDriverIds, ...order.excludedDriverIds])
  for (const driver of drivers)
    if (chosen.has(driver.driverId)) driver.isBusy = order.busyDriverIds.includes(driver.driverId)
}

/** The order's own company and the partners it was sent to. */
function companiesOfSearch({
  createdByCompanyId: own,
  sendToOtherCompany,
  searchCompanyIds,
}: OrderForSearch): CompanyId[] {
  return [own, ...(sendToOtherCompany ? searchCompanyIds.filter((id) => id !== own) : [])]
}

function requestOf(order: OrderForSearch, companies: readonly CompanyId[], fleet: Fleet): SearchRequest {
  const { createdByCompanyId: own, pickup } = order
  return {
    orderId: order.orderId,
    pickup,
    pickupZoneId: fleet.zoneAt(own, pickup),
    nearZoneIds: fleet.nearZonesOf(own, pickup),
    stands: fleet.standsOf(companies, own),
    serviceId: order.serviceId,
    options: order.options,
    ownCompanyId: own,
    namedDriverIds: order.customDriverIds,
    canceledByDriverIds: order.canceledByDriverIds,
    excludedDriverIds: order.excludedDriverIds,
  }
}
