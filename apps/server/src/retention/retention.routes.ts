import { listRetentionRuns } from '@dispecerat/contract/office/retention'
import type { FastifyInstance } from 'fastify'
import { chosenCompany } from '../companies/companies.public.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { retentionRuns } from './retention.views.ts'

export function retentionRoutes(http: FastifyInstance, server: Server): void {
  mount(http, server, listRetentionRuns, async ({ actor, query }) => {
    const companyId = await chosenCompany(server.db, actor.scope, query.company_id)
    return { data: await retentionRuns(server.db, companyId) }
  })
}
