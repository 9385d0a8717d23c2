import * as contract from '@dispecerat/contract/tariffs'
import type { FastifyInstance } from 'fastify'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { createTariff, deleteTariff, editTariff, restoreTariff } from './change-tariffs.ts'
import { tariffView, tariffViews } from './tariffs.views.ts'

export function tariffsRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server

  mount(http, server, contract.listTariffs, async ({ caller, query }) => ({
    data: await tariffViews(db, caller.scope, query.company_id ?? null),
  }))

  mount(http, server, contract.readTariff, async ({ caller, params }) => ({
    data: await tariffView(db, caller.scope, params.id),
  }))

  mount(http, server, contract.createTariff, async ({ caller, body }) => {
    const { tariffId } = await createTariff(server, caller, body)
    return { data: await tariffView(db, caller.scope, tariffId) }
  })

  mount(http, server, contract.editTariff, async ({ caller, params, body, request }) => {
    const version = request.headers['if-unmodified-since']?.trim() || undefined
    const { tariffId } = await editTariff(server, caller, params.id, { change: body, version })
    return { data: await tariffView(db, caller.scope, tariffId) }
  })

  mount(http, server, contract.deleteTariff, async ({ caller, params }) => {
    await deleteTariff(server, caller, params.id)
    return { ok: true as const }
  })

  mount(http, server, contract.restoreTariff, async ({ caller, params }) => {
    const { tariffId } = await restoreTariff(server, caller, params.id)
    return { data: await tariffView(db, caller.scope, tariffId) }
  })
}
