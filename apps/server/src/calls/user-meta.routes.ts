import * as contract from '@dispecerat/contract/accounts'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../db/caller.ts'
import { loginOf } from '../http/authenticate.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { changeUserMeta } from './change-user-meta.ts'
import { metaOf, ownMeta, type PhonesOfHouse } from './user-meta.ts'

/** `phones` is null in a house without a telephone: nobody is told to register. */
export function userMetaRoutes(http: FastifyInstance, server: Server, phones: PhonesOfHouse | null): void {
  mount(http, server, contract.readOwnMeta, async ({ request }) => ({
    data: await ownMeta(server, loginOf(request).userId, phones),
  }))

  const read = async (caller: Caller, id: number) => {
    const { data, version } = await metaOf(server, caller, id)
    if (caller.userId !== id) return { data, version }
    const secrets = data.filter(({ is_secret }) => is_secret)
    return { data: [...(await ownMeta(server, id, phones)), ...secrets], version }
  }

  mount(http, server, contract.readUserMeta, ({ caller, params }) => read(caller, params.id))

  mount(http, server, contract.writeUserMeta, async ({ caller, params, body, request }) => {
    const version = request.headers['if-unmodified-since']?.trim() || undefined
    await changeUserMeta(server, caller, params.id, { wishes: body.data, version })
    return read(caller, params.id)
  })
}
