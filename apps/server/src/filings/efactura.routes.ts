import * as contract from '@dispecerat/contract/efactura'
import { DomainError } from '@dispecerat/domain/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../db/caller.ts'
import { loginOf } from '../http/authenticate.ts'
import { mount } from '../http/mount.ts'
import type { Efactura } from '../providers/authorities/authorities.ts'
import type { Server } from '../server.ts'
import { authorisationView } from './authorisations.views.ts'
import { beginAuthorisation, endAuthorisation, finishAuthorisation } from './authorise-efactura.ts'

/** A company authorises this installation to file its documents. */
export function efacturaRoutes(http: FastifyInstance, server: Server, efactura: Efactura | null): void {
  const { db, clock } = server
  const view = ({ scope }: Caller, companyId: number) =>
    authorisationView(db, efactura, { scope, companyId, now: clock.now() })
  const session = (caller: Caller, request: FastifyRequest) => {
    const { userId, tokenId } = loginOf(request)
    return { caller, userId, tokenId }
  }
  const oauth = () => {
    if (!efactura?.oauth) throw new DomainError('efactura.not_offered')
    return efactura.oauth
  }

  mount(http, server, contract.readEfacturaAuthorisation, async ({ caller, params }) => ({
    data: await view(caller, params.id),
  }))
  mount(http, server, contract.beginEfacturaAuthorisation, async ({ caller, params, request }) => {
    // Whose company it is comes first: another one's answer is the same on every server.
    await view(caller, params.id)
    return { data: await beginAuthorisation(server, oauth(), session(caller, request), params.id) }
  })
  mount(http, server, contract.endEfacturaAuthorisation, async ({ caller, params }) => {
    const { companyId } = await endAuthorisation(server, caller, params.id)
    return { data: await view(caller, companyId) }
  })
  mount(http, server, contract.finishEfacturaAuthorisation, async ({ caller, body, request }) => {
    const given = { state: body.state, code: body.code }
    const provider = efactura?.oauth ?? null
    const { companyId } = await finishAuthorisation(server, provider, session(caller, request), given)
    return { data: { company_id: companyId, ...(await view(caller, companyId)) } }
  })
}
