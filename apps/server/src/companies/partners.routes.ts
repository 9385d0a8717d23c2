import * as contract from '@dispecerat/contract/partners'
import type { FastifyInstance } from 'fastify'
import { consoleUrlOf } from '../http/console-url.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { acceptPartner, askPartner, endPartner } from './change-partners.ts'
import { partnersTold, requireOwn } from './partners.store.ts'

export function partnersRoutes(http: FastifyInstance, server: Server, publicOrigins: readonly string[]): void {
  const told = async (companyId: number) => ({ data: await partnersTold(server.db, companyId) })

  mount(http, server, contract.listCompanyPartners, ({ caller, params }) => {
    requireOwn(caller.scope, params.id)
    return told(params.id)
  })

  mount(http, server, contract.askPartner, async ({ caller, params, body, request }) => {
    const consoleUrl = consoleUrlOf(request, publicOrigins)
    await askPartner(server, caller, params.id, { cui: body.cui, consoleUrl })
    return told(params.id)
  })

  mount(http, server, contract.acceptPartner, async ({ caller, params }) => {
    await acceptPartner(server, caller, { companyId: params.id, partnerId: params.partnerId })
    return told(params.id)
  })

  mount(http, server, contract.endPartner, async ({ caller, params }) => {
    await endPartner(server, caller, { companyId: params.id, partnerId: params.partnerId })
    return told(params.id)
  })
}
