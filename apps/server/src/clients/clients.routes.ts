import { lookUpClient, noteClient as noteClientEndpoint } from '@dispecerat/contract/clients'
import * as contract from '@dispecerat/contract/company-desk'
import { DomainError } from '@dispecerat/domain/errors'
import type { FastifyInstance } from 'fastify'
import { mount, mountForm } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { blockPhone, restoreBlockedPhone, unblockPhone } from './block-phone.ts'
import { blockedPhoneView, blockedPhoneViews } from './blocked-phones.store.ts'
import { clientView } from './clients.views.ts'
import { noteClient } from './note-client.ts'

export function clientsRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server

  mount(http, server, lookUpClient, async ({ caller, body }) => ({
    data: await clientView(db, caller.scope, body.phone, clock.now()),
  }))

  mount(http, server, noteClientEndpoint, async ({ caller, params, body }) => {
    const about = body.about || null
    const { clientId } = await noteClient(server, caller, { phone: params.phone, about })
    return { data: { id: clientId, about } }
  })

  mount(http, server, contract.listBlockedPhones, async ({ caller }) => ({
    data: await blockedPhoneViews(db, caller.scope),
  }))

  mountForm(http, server, contract.blockPhone, async ({ caller, body }) => {
    const { id } = await blockPhone(server, caller, body)
    const view = await blockedPhoneView(db, id)
    if (!view) throw new DomainError('blocked_phone.unknown')
    return { data: view }
  })

  mount(http, server, contract.restoreBlockedPhone, async ({ caller, params }) => {
    await restoreBlockedPhone(server, caller, params.id)
    const view = await blockedPhoneView(db, params.id)
    if (!view) throw new DomainError('blocked_phone.unknown')
    return { data: view }
  })

  mount(http, server, contract.unblockPhone, async ({ caller, params }) => {
    await unblockPhone(server, caller, params.id)
    return { ok: true as const }
  })
}
