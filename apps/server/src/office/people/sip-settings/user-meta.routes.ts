import * as contract from '@dispecerat/contract/identity/accounts'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../../platform/db/actor.ts'
import { loginOf } from '../../../platform/http/authenticate.ts'
import { mount } from '../../../platform/http/mount.ts'
import type { Server } from '../../../platform/lifecycle/server.ts'
import { metaOf, ownMeta, type PhonesOfServer } from '../../../telephony/calls/calls.public.ts'
import { changeUserMeta } from './change-user-meta.ts'

/** `phones` is null in an installation without telephones: consoles then do not register. */
export function userMetaRoutes(http: FastifyInstance, server: Server, phones: PhonesOfServer | null): void {
  mount(http, server, contract.readOwnMeta, async ({ request }) => ({
    data: await ownMeta(server, loginOf(request).userId, phones),
  }))

  const read = async (actor: Actor, id: UserId) => {
    const { data, version } = await metaOf(server, actor, id)
    if (actor.userId !== id) return { data, version }
    const secrets = data.filter(({ is_secret }) => is_secret)
    return { data: [...(await ownMeta(server, id, phones)), ...secrets], version }
  }

  mount(http, server, contract.readUserMeta, ({ actor, params }) => read(actor, params.id))

  mount(http, server, contract.writeUserMeta, async ({ actor, params, body, version }) => {
    await changeUserMeta(server, actor, params.id, { inputs: body.data, version })
    return read(actor, params.id)
  })
}
