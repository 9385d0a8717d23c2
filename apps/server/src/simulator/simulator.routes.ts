import * as contract from '@dispecerat/contract/simulator'
import { DomainError } from '@dispecerat/domain/errors'
import type { FastifyInstance } from 'fastify'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { allowSimulated } from './allow-simulated.ts'
import { handOutPhones } from './hand-out-phones.ts'
import { makeDrivers } from './make-drivers.ts'
import { retireDriver } from './retire-driver.ts'
import { retireDrivers } from './retire-drivers.ts'
import { simulatedDrivers, simulatorCompanies } from './simulator.views.ts'

export function simulatorRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server

  mount(http, server, contract.readSimulator, async ({ caller: { scope } }) => ({
    data: { drivers: await simulatedDrivers(db, scope), companies: await simulatorCompanies(db, scope) },
  }))

  mount(http, server, contract.createSimulatedDrivers, async ({ caller, body }) => {
    const wanted = { companyId: body.company_id, count: body.count, at: body.at ?? null }
    const { driverIds } = await makeDrivers(server, caller, wanted)
    return { data: await simulatedDrivers(db, caller.scope, driverIds) }
  })

  mount(http, server, contract.openSimulatedPhones, async ({ caller, body }) => ({
    data: await handOutPhones(server, caller, body.driver_ids),
  }))

  mount(http, server, contract.removeSimulatedDriver, async ({ caller, params, query }) => {
    await retireDriver(server, caller, params.id, query.force ?? false)
    return { ok: true as const }
  })

  mount(http, server, contract.removeSimulatedDrivers, ({ caller, query }) =>
    retireDrivers(server, caller, query.company_id, query.force ?? false),
  )

  mount(http, server, contract.allowSimulatedDrivers, async ({ caller, params, body }) => {
    const { companyId } = await allowSimulated(server, caller, {
      companyId: params.id,
      isAllowed: body.simulate_in_production,
    })
    const [company] = await simulatorCompanies(db, caller.scope, companyId)
    if (!company) throw new DomainError('company.unknown')
    return { data: company }
  })
}
