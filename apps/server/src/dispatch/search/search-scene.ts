import type { DriverFacts, Scene, SearchRequest } from '@dispecerat/domain/dispatch/search/walk'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Fleet } from '../../fleet/fleet.public.ts'
import type { OrderForSearch } from '../../orders/orders.public.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Ringing, ringingDrivers } from './walks.store.ts'

/** Everything the engine uses for an order: its request, the drivers of every company that may drive it, and ringing offers. */
export async function sceneOf(tx: Tx, fleet: Fleet, order: OrderForSearch): Promise<Scene> {
  return (await scenes(tx, fleet))(order)
}

/** Builds scenes of one instant; orders of the same companies share the drivers. */
export async function scenes(tx: Tx, fleet: Fleet): Promise<(order: OrderForSearch) => Scene> {
  const ringing = await ringingDrivers(tx)
  const known = new Map<string, DriverFacts[]>()
  return (order) => {
    const companies = companiesOfSearch(order)
    const drivers = known.get(companies.join()) ?? fleet.factsOf(companies, order.createdByCompanyId)
    if (!known.has(companies.join())) {
      for (const driver of drivers) noteRinging(driver, ringing.get(driver.driverId))
      known.set(companies.join(), drivers)
    }
    noteBusy(drivers, order)
    return { request: requestOf(order, companies, fleet), drivers }
  }
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
