import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { Actor } from '../../platform/db/actor.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { retireDriver } from './retire-driver.ts'
import { driversOfCompany } from './simulator.store.ts'
import { simulatorCompanies } from './simulator.views.ts'

/** Removes drivers in separate transactions, so that one who has an order does not block the others. */
export async function retireDrivers(
  server: Server,
  actor: Actor,
  companyId: number,
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
