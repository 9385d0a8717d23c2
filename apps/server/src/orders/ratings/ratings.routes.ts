import * as contract from '@dispecerat/contract/orders/ratings'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { directionOf, rateOrder } from './rate-order.ts'
import { ratingOf, ratingsOfClient, ratingsOfDriver } from './ratings.views.ts'

export function ratingsRoutes(http: FastifyInstance, server: Server): void {
  mount(http, server, contract.rateOrder, async ({ params, body, actor }) => {
    const { orderId } = await rateOrder(server, actor, params.id, body)
    const data = await ratingOf(server.db, orderId, directionOf(actor))
    if (!data) throw new DomainError('order.unknown')
    return { data }
  })

  mount(http, server, contract.listRatings, ({ params, query, actor }) => {
    const { page, per_page: perPage, of } = query
    const paging = { scope: actor.scope, page, perPage }
    return of === 'driver'
      ? ratingsOfDriver(server.db, params.id, paging)
      : ratingsOfClient(server.db, params.id, paging)
  })
}
