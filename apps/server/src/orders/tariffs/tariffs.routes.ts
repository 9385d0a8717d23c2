import * as contract from '@dispecerat/contract/orders/tariffs'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { createTariff, deleteTariff, editTariff, restoreTariff } from './tariffs.commands.ts'
import { tariffView, tariffViews } from './tariffs.views.ts'

export function tariffsRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server

  mount(http, server, contract.listTariffs, async ({ actor, query }) => ({
    data: await tariffViews(db, actor.scope, query.company_id ?? null),
  }))

  mount(http, server, contract.readTariff, async ({ actor, params }) => ({
    data: await tariffView(db, actor.scope, params.id),
  }))

  mount(http, server, contract.createTariff, async ({ actor, body }) => {
    const { id } = await createTariff(server, actor, body)
    return { data: await tariffView(db, actor.scope, id) }
  })

  mount(http, server, contract.editTariff, async ({ actor, params, body, version }) => {
    const { id } = await editTariff(server, actor, params.id, { change: body, version })
    return { data: await tariffView(db, actor.scope, id) }
  })

  mount(http, server, contract.deleteTariff, async ({ actor, params }) => {
    await deleteTariff(server, actor, params.id)
    return { ok: true as const }
  })

  mount(http, server, contract.restoreTariff, async ({ actor, params }) => {
    const { id } = await restoreTariff(server, actor, params.id)
    return { data: await tariffView(db, actor.scope, id) }
  })
}
