import { DomainError } from '@dispecerat/domain/kernel/errors'
import { DEFAULT_CENTRE } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, DriverId, StandId, ZoneId } from '@dispecerat/domain/kernel/ids'
import { carsChanged } from '../../fleet/cars/cars.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { insertSimulatedDrivers, lockCompany, type SimulatedCompany, standArea, zoneArea } from './simulator.store.ts'
import { type StartArea, startingPoints } from './starting-points.ts'

export interface DriversWanted {
  companyId: CompanyId
  count: number
  at: { zone_id: ZoneId } | { stand_id: StandId } | null
}

const AROUND_COMPANY_METRES = 1500

/** Creates simulated drivers with a car each. They have no password; sessions are opened by `handOutPhones` only. */
export async function makeDrivers(
  server: Server,
  actor: Actor,
  wanted: DriversWanted,
): Promise<{ driverIds: DriverId[] }> {
  return write(server, actor, async (tx) => {
    const company = await lockCompany(tx, wanted.companyId, actor.scope)
    if (!company) throw new DomainError('company.unknown')
    const now = server.clock.now()
    const { companyId } = company
    const points = startingPoints(await areaOf(tx, company, wanted.at), wanted.count, Math.random)
    const driverIds = await insertSimulatedDrivers(tx, { companyId, madeBy: actor.userId, points, now })
    const events = driverIds.map((id): LogEvent => {
      return { event: 'driver_status_changed', toCompanies: [companyId], data: { driver_id: id } }
    })
    await record(tx, [...events, carsChanged(companyId)], now)
    return { driverIds }
  })
}

async function areaOf(tx: Tx, company: SimulatedCompany, at: DriversWanted['at']): Promise<StartArea> {
  const { companyId, lat, long } = company
  if (at === null) {
    const centre = lat === null || long === null ? DEFAULT_CENTRE : { lat, long }
    return { centre, metres: AROUND_COMPANY_METRES }
  }
  const area = 'zone_id' in at ? await zoneArea(tx, companyId, at.zone_id) : await standArea(tx, companyId, at.stand_id)
  if (!area) throw new DomainError('zone_id' in at ? 'zone.unknown' : 'stand.unknown')
  return area
}
