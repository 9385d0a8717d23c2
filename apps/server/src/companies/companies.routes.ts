import * as contract from '@dispecerat/contract/company-desk'
import { changePublicMap as changePublicMapOf, listPublicMaps } from '@dispecerat/contract/public-map'
import { DomainError } from '@dispecerat/domain/errors'
import type { FastifyInstance } from 'fastify'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { changePublicMap } from './change-public-map.ts'
import { orderOptionViews, partnerViews, protocolCompanyViews, serviceViews } from './companies.views.ts'
import { publicMapViews } from './public-map.store.ts'
import { bucharestDay } from './require-active.ts'

export function companiesRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server

  mount(http, server, contract.listServices, async ({ caller }) => ({ data: await serviceViews(db, caller.scope) }))

  mount(http, server, contract.listOrderOptions, async ({ caller }) => ({
    data: await orderOptionViews(db, caller.scope),
  }))

  mount(http, server, contract.listPartners, async ({ caller }) => ({ data: await partnerViews(db, caller.scope) }))

  mount(http, server, contract.listProtocolCompanies, async ({ caller }) => ({
    data: await protocolCompanyViews(db, caller.scope, bucharestDay(clock.now())),
  }))

  mount(http, server, listPublicMaps, async ({ caller }) => ({ data: await publicMapViews(db, caller.scope) }))

  mount(http, server, changePublicMapOf, async ({ caller, body }) => {
    const { companyId } = await changePublicMap(server, caller, {
      companyId: body.company_id,
      isPublic: body.public_live,
    })
    const data = (await publicMapViews(db, caller.scope)).find(({ company_id }) => company_id === companyId)
    if (!data) throw new DomainError('company.unknown')
    return { data }
  })
}
