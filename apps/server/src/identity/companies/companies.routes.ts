import * as contract from '@dispecerat/contract/orders/company-dispatch'
import { changePublicMap as changePublicMapOf, listPublicMaps } from '@dispecerat/contract/site/public-map'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { changePublicMap } from './change-public-map.ts'
import { orderOptionViews, partnerViews, protocolCompanyViews, serviceViews } from './companies.views.ts'
import { publicMapViews } from './public-map.store.ts'
import { bucharestDay } from './require-active.ts'

export function companiesRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server

  mount(http, server, contract.listServices, async ({ actor }) => ({ data: await serviceViews(db, actor.scope) }))

  mount(http, server, contract.listOrderOptions, async ({ actor }) => ({
    data: await orderOptionViews(db, actor.scope),
  }))

  mount(http, server, contract.listPartners, async ({ actor }) => ({ data: await partnerViews(db, actor.scope) }))

  mount(http, server, contract.listProtocolCompanies, async ({ actor }) => ({
    data: await protocolCompanyViews(db, actor.scope, bucharestDay(clock.now())),
  }))

  mount(http, server, listPublicMaps, async ({ actor }) => ({ data: await publicMapViews(db, actor.scope) }))

  mount(http, server, changePublicMapOf, async ({ actor, body }) => {
    const { companyId } = await changePublicMap(server, actor, {
      companyId: body.company_id,
      isPublic: body.public_live,
    })
    const data = (await publicMapViews(db, actor.scope)).find(({ company_id }) => company_id === companyId)
    if (!data) throw new DomainError('company.unknown')
    return { data }
  })
}
