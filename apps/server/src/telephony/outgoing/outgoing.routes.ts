import * as contract from '@dispecerat/contract/telephony/telephone-admin'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { baniFromRon } from '@dispecerat/domain/kernel/money'
import type { FastifyInstance } from 'fastify'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { outgoingView } from './outgoing.views.ts'
import { changeOutgoing, resumeOutgoing, stopOutgoing } from './stop-outgoing.ts'

/** Routes for a company's outgoing calls and their limits. */
export function outgoingRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server
  const viewOf = async ({ companyId }: { companyId: CompanyId }) => ({
    data: await outgoingView(db, companyId, clock.now()),
  })

  mount(http, server, contract.readOutgoing, async ({ actor, query }) =>
    viewOf({ companyId: await chosenCompany(db, actor.scope, query.company_id) }),
  )

  mount(http, server, contract.changeOutgoing, async ({ actor, body }) => {
    const { company_id: companyId, prefixes, day_cost: cost, dispatcher_day_cost: ofOne, ...counts } = body
    const limits = {
      ...counts,
      ...(cost === undefined ? {} : { day_bani: baniFromRon(cost) }),
      ...(ofOne === undefined ? {} : { dispatcher_day_bani: baniFromRon(ofOne) }),
    }
    return viewOf(await changeOutgoing(server, actor, companyId, { limits, prefixes }))
  })

  mount(http, server, contract.stopOutgoing, async ({ actor, body }) =>
    viewOf(await stopOutgoing(server, actor, body.company_id)),
  )

  mount(http, server, contract.resumeOutgoing, async ({ actor, body }) =>
    viewOf(await resumeOutgoing(server, actor, body.company_id)),
  )
}
