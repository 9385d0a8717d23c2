import * as contract from '@dispecerat/contract/orders/static-map'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { FastifyInstance } from 'fastify'
import type { Roads } from '../../adapters/routing/roads.ts'
import { drawRoute, type Picture } from '../../adapters/static-map/draw-route.ts'
import type { TileSource } from '../../adapters/tiles/tiles.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { FileAnswer } from '../../platform/http/file-answer.ts'
import { mount } from '../../platform/http/mount.ts'
import { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { routeOfOrder } from '../orders.public.ts'

/** A picture costs the processor about 50 ms; nobody needs two per second for long. */
const PER_USER = { max: 120, seconds: 60 }
const DAY_SECONDS = 86_400

interface Wiring {
  tiles: TileSource
  roads: Roads
}

export function staticMapRoutes(http: FastifyInstance, server: Server, { tiles, roads }: Wiring): void {
  const limiter = new RateLimiter(PER_USER, server.clock)
  const draw = async (
    { userId }: Actor,
    places: readonly Point[],
    pictureOptions: Pick<Picture, 'size' | 'scheme'>,
  ) => {
    limiter.take(String(userId))
    const [pickup] = places
    if (!pickup) throw new DomainError('order.unknown')
    const dest = places.length > 1 ? (places.at(-1) ?? null) : null
    const way = dest === null ? null : await roads.way(places)
    const line = way && !way.estimated ? way.line : null
    const png = await drawRoute(tiles, { ...pictureOptions, pickup, dest, way: line })
    return new FileAnswer('image/png', png, { 'cache-control': `private, max-age=${DAY_SECONDS}` })
  }

  mount(http, server, contract.readStaticMap, ({ actor, query: { pickup, dest, ...pictureOptions } }) =>
    draw(actor, dest ? [pickup, dest] : [pickup], pictureOptions),
  )

  mount(http, server, contract.readOrderMap, async ({ actor, params, query }) =>
    draw(actor, await routeOfOrder(server.db, actor.scope, params.id), query),
  )
}
