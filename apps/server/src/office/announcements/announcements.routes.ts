import * as contract from '@dispecerat/contract/office/announcements'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import { mount, mountForm } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import {
  createAnnouncement,
  deleteAnnouncement,
  editAnnouncement,
  restoreAnnouncement,
} from './announcements.commands.ts'
import { announcementPage, announcementView, currentAnnouncements } from './announcements.views.ts'

export function announcementsRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server
  const one = async (actor: Actor, id: number) => {
    const view = await announcementView(db, actor.scope, id)
    if (!view) throw new Error('an announcement was written and is not there')
    return { data: view }
  }

  mount(http, server, contract.listAnnouncements, async ({ actor, query: { page, per_page, ...filter } }) => {
    const at = { page, perPage: per_page, now: clock.now() }
    const { data, total } = await announcementPage(db, actor.scope, filter, at)
    return { data, meta: { total, total_is_capped: false, page, per_page } }
  })
  mount(http, server, contract.listCurrentAnnouncements, async ({ actor }) => ({
    data: await currentAnnouncements(db, actor.scope, 'dispatchers', clock.now()),
  }))
  mount(http, server, contract.listDriverAnnouncements, async ({ actor }) => ({
    data: await currentAnnouncements(db, actor.scope, 'drivers', clock.now()),
  }))
  mountForm(http, server, contract.createAnnouncement, async ({ actor, body }) =>
    one(actor, (await createAnnouncement(server, actor, body)).id),
  )
  mountForm(http, server, contract.editAnnouncement, async ({ actor, params, body, version }) => {
    const input = { change: body, version }
    return one(actor, (await editAnnouncement(server, actor, params.id, input)).id)
  })
  mount(http, server, contract.deleteAnnouncement, async ({ actor, params }) => {
    await deleteAnnouncement(server, actor, params.id)
    return { ok: true as const }
  })
  mount(http, server, contract.restoreAnnouncement, async ({ actor, params }) =>
    one(actor, (await restoreAnnouncement(server, actor, params.id)).id),
  )
}
