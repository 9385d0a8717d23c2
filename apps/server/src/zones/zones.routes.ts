import * as contract from '@dispecerat/contract/zones'
import type { FastifyInstance } from 'fastify'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { polygonView, polygonViews, standViews } from './zones.views.ts'

export function zonesRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server

  mount(http, server, contract.listPolygons, ({ caller }) => polygonViews(db, caller.scope))

  mount(http, server, contract.readPolygon, ({ caller, params }) => polygonView(db, caller.scope, params.id))

  mount(http, server, contract.listStands, async ({ caller }) => ({ data: await standViews(db, caller.scope) }))
}
