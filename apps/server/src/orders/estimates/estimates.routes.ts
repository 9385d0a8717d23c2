import * as contract from '@dispecerat/contract/orders/estimates'
import type { FastifyInstance } from 'fastify'
import { TripEnds } from '../../fleet/fleet.public.ts'
import { mount } from '../../platform/http/mount.ts'
import { type EstimateParts, estimateOf } from './estimate-order.ts'
import { orderEtaView } from './order-eta.views.ts'

export function estimatesRoutes(
  http: FastifyInstance,
  { server, fleet, roads }: Omit<EstimateParts, 'tripEnds'>,
): void {
  const parts = { server, fleet, roads, tripEnds: new TripEnds(roads) }

  mount(http, server, contract.estimateOrder, async ({ actor, body }) => ({
    data: await estimateOf(parts, actor, body),
  }))

  mount(http, server, contract.readOrderEta, async ({ actor, params }) => ({
    data: await orderEtaView(server, { fleet, roads }, { scope: actor.scope, orderId: params.id }),
  }))
}
