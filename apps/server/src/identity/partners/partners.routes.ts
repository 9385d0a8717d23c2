import * as contract from '@dispecerat/contract/identity/partners'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import { consoleUrlOf } from '../../platform/http/console-url.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { acceptPartner, createPartnerRequest, endPartner } from './change-partners.ts'
import { partnersOf, requireOwn } from './partners.store.ts'

export function partnersRoutes(http: FastifyInstance, server: Server, publicOrigins: readonly string[]): void {
  const viewOf = async (companyId: CompanyId) => ({ data: await partnersOf(server.db, companyId) })

  mount(http, server, contract.listCompanyPartners, ({ actor, params }) => {
    requireOwn(actor.scope, params.id)
    return viewOf(params.id)
  })

  mount(http, server, contract.createPartnerRequest, async ({ actor, params, body, request }) => {
    const consoleUrl = consoleUrlOf(request, publicOrigins)
    await createPartnerRequest(server, actor, params.id, { cui: body.cui, consoleUrl })
    return viewOf(params.id)
  })

  mount(http, server, contract.acceptPartner, async ({ actor, params }) => {
    await acceptPartner(server, actor, { companyId: params.id, partnerId: params.partnerId })
    return viewOf(params.id)
  })

  mount(http, server, contract.endPartner, async ({ actor, params }) => {
    await endPartner(server, actor, { companyId: params.id, partnerId: params.partnerId })
    return viewOf(params.id)
  })
}
