import * as contract from '@dispecerat/contract/orders/routes'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import { orderRouteView, type RouteParts } from './order-route.views.ts'
import { planOf } from './plan-of.ts'

export function routesRoutes(http: FastifyInstance, parts: RouteParts): void {
  const { server, roads } = parts

  mount(http, server, contract.planRoute, async ({ body }) => ({ data: planOf(await roads.way(body.points)) }))

  mount(http, server, contract.planDriverRoute, async ({ body }) => ({ data: planOf(await roads.way(body.points)) }))

  mount(http, server, contract.readOrderRoute, async ({ actor, params }) => ({
    data: await orderRouteView(parts, { scope: actor.scope, orderId: params.id }),
  }))
}
