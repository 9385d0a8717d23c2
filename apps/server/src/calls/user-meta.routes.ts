import * as contract from '@dispecerat/contract/accounts'
import type { FastifyInstance } from 'fastify'
import { loginOf } from '../http/authenticate.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { metaOf, ownMeta } from './user-meta.ts'

/** `sipDomain` is null in a house without a telephone: nobody is told to register. */
export function userMetaRoutes(http: FastifyInstance, server: Server, sipDomain: string | null): void {
  mount(http, server, contract.readOwnMeta, async ({ request }) => ({
    data: await ownMeta(server, loginOf(request).userId, sipDomain),
  }))

  mount(http, server, contract.readUserMeta, async ({ caller, params }) => ({
    data:
      caller.userId === params.id
        ? await ownMeta(server, params.id, sipDomain)
        : await metaOf(server, caller, params.id),
  }))
}
