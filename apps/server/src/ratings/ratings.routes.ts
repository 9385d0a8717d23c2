import * as contract from '@dispecerat/contract/ratings'
import { DomainError } from '@dispecerat/domain/errors'
import type { FastifyInstance } from 'fastify'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { directionOf, rateOrder } from './rate-order.ts'
import { ratingOf, ratingsOfClient, ratingsOfDriver } from './ratings.views.ts'

export function ratingsRoutes(http: FastifyInstance, server: Server): void {
  mount(http, server, contract.rateOrder, async ({ params, body, caller }) => {
    const { orderId } = await rateOrder(server, caller, params.id, body)
    const data = await ratingOf(server.db, orderId, directionOf(caller))
    if (!data) throw new DomainError('order.unknown')
    return { data }
  })

  mount(http, server, contract.listRatings, ({ params, query, caller }) => {
    const { page, per_page: perPage, of } = query
    const asked = { scope: caller.scope, page, perPage }
    return of === 'driver' ? ratingsOfDriver(server.db, params.id, asked) : ratingsOfClient(server.db, params.id, asked)
  })
}
