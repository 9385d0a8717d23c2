import { DomainError } from '@dispecerat/domain/errors'
import type { Actor } from '../db/actor.ts'
import type { Server } from '../server.ts'
import { retireDriver } from './retire-driver.ts'
import { driversOfCompany } from './simulator.store.ts'
import { simulatorCompanies } from './simulator.views.ts'

/** One after the other, so that one who may not leave holds back nobody. */
export async function retireDrivers(
  server: Server,
  actor: Actor,
  companyId: number,
  isForced: boolean,
): Promise<{ removed: number[]; kept: number[] }> {
  const [company] = await simulatorCompanies(server.db, actor.scope, companyId)
  if (!company) throw new DomainError('company.unknown')
  const removed: number[] = []
  const kept: number[] = []
  for (const driverId of await driversOfCompany(server.db, companyId)) {
    try {
      await retireDriver(server, { ...actor, once: null }, driverId, isForced)
      removed.push(driverId)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (error.code !== 'driver.unknown') kept.push(driverId)
    }
  }
  return { removed, kept }
}
