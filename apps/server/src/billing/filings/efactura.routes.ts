import * as contract from '@dispecerat/contract/billing/efactura'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Efactura } from '../../adapters/authorities/authorities.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { loginOf } from '../../platform/http/authenticate.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { authorisationView } from './authorisations.views.ts'
import { beginAuthorisation, endAuthorisation, finishAuthorisation } from './authorise-efactura.ts'

/** Routes of a company's authorisation for this installation to file its documents. */
export function efacturaRoutes(http: FastifyInstance, server: Server, efactura: Efactura | null): void {
  const { db, clock } = server
  const view = ({ scope }: Actor, companyId: CompanyId) =>
    authorisationView(db, efactura, { scope, companyId, now: clock.now() })
  const session = (actor: Actor, request: FastifyRequest) => {
    const { userId, tokenId } = loginOf(request)
    return { actor, userId, tokenId }
  }
  const oauth = () => {
    if (!efactura?.oauth) throw new DomainError('efactura.not_offered')
    return efactura.oauth
  }

  mount(http, server, contract.readEfacturaAuthorisation, async ({ actor, params }) => ({
    data: await view(actor, params.id),
  }))
  mount(http, server, contract.beginEfacturaAuthorisation, async ({ actor, params, request }) => {
    // Checks the company first, so that the reply for another tenant is the same with and without OAuth.
    await view(actor, params.id)
    return { data: await beginAuthorisation(server, oauth(), session(actor, request), params.id) }
  })
  mount(http, server, contract.endEfacturaAuthorisation, async ({ actor, params }) => {
    const { companyId } = await endAuthorisation(server, actor, params.id)
    return { data: await view(actor, companyId) }
  })
  mount(http, server, contract.finishEfacturaAuthorisation, async ({ actor, body, request }) => {
    const callback = { state: body.state, code: body.code }
    const provider = efactura?.oauth ?? null
    const { companyId } = await finishAuthorisation(server, provider, session(actor, request), callback)
    return { data: { company_id: companyId, ...(await view(actor, companyId)) } }
  })
}
