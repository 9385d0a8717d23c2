import * as contract from '@dispecerat/contract/company-desk'
import type { FastifyInstance } from 'fastify'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { orderOptionViews, partnerViews, protocolCompanyViews, serviceViews } from './companies.views.ts'
import { bucharestDay } from './require-active.ts'

export function companiesRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server

  mount(http, server, contract.listServices, async ({ caller }) => ({ data: await serviceViews(db, caller.scope) }))

  mount(http, server, contract.listOrderOptions, async () => ({ data: await orderOptionViews(db) }))

  mount(http, server, contract.listPartners, async ({ caller }) => ({ data: await partnerViews(db, caller.scope) }))

  mount(http, server, contract.listProtocolCompanies, async ({ caller }) => ({
    data: await protocolCompanyViews(db, caller.scope, bucharestDay(clock.now())),
  }))
}
