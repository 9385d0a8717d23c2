import { lookUpClient, noteClient as noteClientEndpoint } from '@dispecerat/contract/orders/clients'
import * as contract from '@dispecerat/contract/orders/company-dispatch'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { FastifyInstance } from 'fastify'
import { mount, mountForm } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { blockPhone, restoreBlockedPhone, unblockPhone } from './block-phone.ts'
import { blockedPhoneView, blockedPhoneViews } from './blocked-phones.store.ts'
import { clientView } from './clients.views.ts'
import { noteClient } from './note-client.ts'

export function clientsRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server

  mount(http, server, lookUpClient, async ({ actor, body }) => ({
    data: await clientView(db, actor.scope, body.phone, clock.now()),
  }))

  mount(http, server, noteClientEndpoint, async ({ actor, params, body }) => {
    const about = body.about || null
    const { clientId } = await noteClient(server, actor, { phone: params.phone, about })
    return { data: { id: clientId, about } }
  })

  mount(http, server, contract.listBlockedPhones, async ({ actor }) => ({
    data: await blockedPhoneViews(db, actor.scope),
  }))

  mountForm(http, server, contract.blockPhone, async ({ actor, body }) => {
    const { id } = await blockPhone(server, actor, body)
    const view = await blockedPhoneView(db, id)
    if (!view) throw new DomainError('blocked_phone.unknown')
    return { data: view }
  })

  mount(http, server, contract.restoreBlockedPhone, async ({ actor, params }) => {
    await restoreBlockedPhone(server, actor, params.id)
    const view = await blockedPhoneView(db, params.id)
    if (!view) throw new DomainError('blocked_phone.unknown')
    return { data: view }
  })

  mount(http, server, contract.unblockPhone, async ({ actor, params }) => {
    await unblockPhone(server, actor, params.id)
    return { ok: true as const }
  })
}
