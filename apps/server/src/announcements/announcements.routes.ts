import * as contract from '@dispecerat/contract/announcements'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../db/caller.ts'
import { mount, mountForm } from '../http/mount.ts'
import { versionRead } from '../http/version-read.ts'
import type { Server } from '../server.ts'
import { announcementPage, announcementView, currentAnnouncements } from './announcements.views.ts'
import {
  createAnnouncement,
  deleteAnnouncement,
  editAnnouncement,
  restoreAnnouncement,
} from './change-announcements.ts'

export function announcementsRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server
  const one = async (caller: Caller, id: number) => {
    const view = await announcementView(db, caller.scope, id)
    if (!view) throw new Error('an announcement was written and is not there')
    return { data: view }
  }

  mount(http, server, contract.listAnnouncements, async ({ caller, query: { page, per_page, ...filter } }) => {
    const at = { page, perPage: per_page, now: clock.now() }
    const { data, total } = await announcementPage(db, caller.scope, filter, at)
    return { data, meta: { total, total_is_capped: false, page, per_page } }
  })
  mount(http, server, contract.listCurrentAnnouncements, async ({ caller }) => ({
    data: await currentAnnouncements(db, caller.scope, 'dispatchers', clock.now()),
  }))
  mount(http, server, contract.listDriverAnnouncements, async ({ caller }) => ({
    data: await currentAnnouncements(db, caller.scope, 'drivers', clock.now()),
  }))
  mountForm(http, server, contract.createAnnouncement, async ({ caller, body }) =>
    one(caller, (await createAnnouncement(server, caller, body)).announcementId),
  )
  mountForm(http, server, contract.editAnnouncement, async ({ caller, params, body, request }) => {
    const asked = { change: body, version: versionRead(request) }
    return one(caller, (await editAnnouncement(server, caller, params.id, asked)).announcementId)
  })
  mount(http, server, contract.deleteAnnouncement, async ({ caller, params }) => {
    await deleteAnnouncement(server, caller, params.id)
    return { ok: true as const }
  })
  mount(http, server, contract.restoreAnnouncement, async ({ caller, params }) =>
    one(caller, (await restoreAnnouncement(server, caller, params.id)).announcementId),
  )
}
