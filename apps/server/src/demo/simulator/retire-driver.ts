import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, DriverId, UserId } from '@dispecerat/domain/kernel/ids'
import { carsChanged } from '../../fleet/cars/cars.public.ts'
import { leaveDuty, lockDriver } from '../../fleet/fleet.public.ts'
import { closeSessions } from '../../identity/accounts/accounts.public.ts'
import { driverCancel } from '../../orders/orders.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { driversOfCompany, endSimulatedDriver, knownOf, ordersOf } from './simulator.store.ts'
import { simulatorCompanies } from './simulator.views.ts'

const REASON = 'Șofer simulat retras'
/** An order may be assigned between returning the last one and leaving, so leaving is retried. */
const TRIES = 5

/**
 * Removes a simulated driver for good. A driver with an order stays (driver.has_active_order) unless `isForced`: then the orders are first
 * returned as any driver would, each in its own transaction.
 */
export async function retireDriver(
  server: Server,
  actor: Actor,
  driverId: DriverId,
  isForced: boolean,
): Promise<{ driverId: DriverId }> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await leave(server, actor, driverId)
    } catch (error) {
      const isBusy = error instanceof DomainError && error.code === 'driver.has_active_order'
      if (!isBusy || !isForced || attempt >= TRIES) throw error
      await giveOrdersBack(server, driverId)
    }
  }
}

async function leave(server: Server, actor: Actor, requestedId: UserId): Promise<{ driverId: DriverId }> {
  return write(server, actor, async (tx) => {
    const [driverId] = await knownOf(tx, [requestedId], actor.scope)
    if (driverId === undefined) throw new DomainError('driver.unknown')
    const driver = await lockDriver(tx, driverId)
    if (driver.isBusy) throw new DomainError('driver.has_active_order')
    const now = server.clock.now()
    await endSimulatedDriver(tx, driverId, now)
    await closeSessions(tx, server.domainEvents, { userId: driverId, now })
    await leaveDuty(server, tx, driver, now)
    await record(tx, [carsChanged(driver.companyId)], now)
    return { driverId }
  })
}

async function giveOrdersBack(server: Server, driverId: DriverId): Promise<void> {
  const asDriver: Actor = {
    userId: driverId,
    kind: 'driver',
    roles: ['driver'],
    scope: { companies: [], ownUserId: null },
    once: null,
  }
  for (const orderId of await ordersOf(server.db, driverId)) {
    try {
      await driverCancel(server, asDriver, orderId, REASON)
    } catch (error) {
      // Finished, canceled or reassigned meanwhile, so there is nothing to return.
      if (!(error instanceof DomainError)) throw error
    }
  }
}

/** Removes drivers in separate transactions, so that one who has an order does not block the others. */
export async function retireDrivers(
  server: Server,
  actor: Actor,
  companyId: CompanyId,
  isForced: boolean,
): Promise<{ removed: number[]; kept: number[] }> {
  const [company] = await simulatorCompanies(server.db, actor.scope, companyId)
  if (!company) throw new DomainError('company.unknown')
  const removed: number[] = []
  const remaining: number[] = []
  for (const driverId of await driversOfCompany(server.db, companyId)) {
    try {
      await retireDriver(server, { ...actor, once: null }, driverId, isForced)
      removed.push(driverId)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (error.code !== 'driver.unknown') remaining.push(driverId)
    }
  }
  return { removed, kept: remaining }
}
