import * as contract from '@dispecerat/contract/fleet/bans'
import type { FastifyInstance } from 'fastify'
import { mount, mountForm } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { banUser } from './ban-user.ts'
import { bansOfDriver, banView } from './bans.views.ts'

export function bansRoutes(http: FastifyInstance, server: Server): void {
  mountForm(http, server, contract.banUser, async ({ actor, params, body }) => {
    const { userId } = await banUser(server, actor, params.id, body ?? null)
    return banView(server.db, userId)
  })

  mount(http, server, contract.listBans, async ({ actor, params }) => ({
    data: await bansOfDriver(server.db, params.id, actor.scope),
  }))
}
