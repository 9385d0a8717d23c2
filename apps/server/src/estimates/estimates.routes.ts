import * as contract from '@dispecerat/contract/estimates'
import type { FastifyInstance } from 'fastify'
import { mount } from '../http/mount.ts'
import { type EstimateParts, estimateOf } from './estimate-order.ts'
import { orderEtaView } from './order-eta.views.ts'

export function estimatesRoutes(http: FastifyInstance, parts: EstimateParts): void {
  const { server, fleet, roads } = parts

  mount(http, server, contract.estimateOrder, async ({ caller, body }) => ({
    data: await estimateOf(parts, caller, body),
  }))

  mount(http, server, contract.readOrderEta, async ({ caller, params }) => ({
    data: await orderEtaView(server, { fleet, roads }, { scope: caller.scope, orderId: params.id }),
  }))
}
