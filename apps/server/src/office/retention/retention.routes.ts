import { listRetentionRuns } from '@dispecerat/contract/office/retention'
import type { FastifyInstance } from 'fastify'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { retentionRuns } from './retention.views.ts'

export function retentionRoutes(http: FastifyInstance, server: Server): void {
  mount(http, server, listRetentionRuns, async ({ actor, query }) => {
    const companyId = await chosenCompany(server.db, actor.scope, query.company_id)
    return { data: await retentionRuns(server.db, companyId) }
  })
}
