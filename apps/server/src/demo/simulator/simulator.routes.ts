import * as contract from '@dispecerat/contract/demo/simulator'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { allowSimulated } from './allow-simulated.ts'
import { handOutPhones } from './hand-out-phones.ts'
import { makeDrivers } from './make-drivers.ts'
import { retireDriver, retireDrivers } from './retire-driver.ts'
import { simulatedDrivers, simulatorCompanies } from './simulator.views.ts'

export function simulatorRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server

  mount(http, server, contract.readSimulator, async ({ actor: { scope } }) => ({
    data: { drivers: await simulatedDrivers(db, scope), companies: await simulatorCompanies(db, scope) },
  }))

  mount(http, server, contract.createSimulatedDrivers, async ({ actor, body }) => {
    const wanted = { companyId: body.company_id, count: body.count, at: body.at ?? null }
    const { driverIds } = await makeDrivers(server, actor, wanted)
    return { data: await simulatedDrivers(db, actor.scope, driverIds) }
  })

  mount(http, server, contract.openSimulatedPhones, async ({ actor, body }) => ({
    data: await handOutPhones(server, actor, body.driver_ids),
  }))

  mount(http, server, contract.removeSimulatedDriver, async ({ actor, params, query }) => {
    await retireDriver(server, actor, params.id, query.force ?? false)
    return { ok: true as const }
  })

  mount(http, server, contract.removeSimulatedDrivers, ({ actor, query }) =>
    retireDrivers(server, actor, query.company_id, query.force ?? false),
  )

  mount(http, server, contract.allowSimulatedDrivers, async ({ actor, params, body }) => {
    const { companyId } = await allowSimulated(server, actor, {
      companyId: params.id,
      isAllowed: body.simulate_in_production,
    })
    const [company] = await simulatorCompanies(db, actor.scope, companyId)
    if (!company) throw new DomainError('company.unknown')
    return { data: company }
  })
}
