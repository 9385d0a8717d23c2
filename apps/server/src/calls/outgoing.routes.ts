import * as contract from '@dispecerat/contract/telephone-admin'
import { baniFromRon } from '@dispecerat/domain/money'
import type { FastifyInstance } from 'fastify'
import { chosenCompany } from '../companies/companies.public.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { outgoingView } from './outgoing.views.ts'
import { changeOutgoing, resumeOutgoing, stopOutgoing } from './stop-outgoing.ts'

/** What a company may dial. */
export function outgoingRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server
  const viewOf = async ({ companyId }: { companyId: number }) => ({
    data: await outgoingView(db, companyId, clock.now()),
  })

  mount(http, server, contract.readOutgoing, async ({ caller, query }) =>
    viewOf({ companyId: await chosenCompany(db, caller.scope, query.company_id) }),
  )

  mount(http, server, contract.changeOutgoing, async ({ caller, body }) => {
    const { company_id: companyId, prefixes, day_cost: cost, dispatcher_day_cost: ofOne, ...counts } = body
    const limits = {
      ...counts,
      ...(cost === undefined ? {} : { day_bani: baniFromRon(cost) }),
      ...(ofOne === undefined ? {} : { dispatcher_day_bani: baniFromRon(ofOne) }),
    }
    return viewOf(await changeOutgoing(server, caller, companyId, { limits, prefixes }))
  })

  mount(http, server, contract.stopOutgoing, async ({ caller, body }) =>
    viewOf(await stopOutgoing(server, caller, body.company_id)),
  )

  mount(http, server, contract.resumeOutgoing, async ({ caller, body }) =>
    viewOf(await resumeOutgoing(server, caller, body.company_id)),
  )
}
