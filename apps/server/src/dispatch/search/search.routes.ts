import * as driver from '@dispecerat/contract/dispatch/driver'
import { previewSearch } from '@dispecerat/contract/dispatch/preview-search'
import { readOrderDrivers } from '@dispecerat/contract/dispatch/search'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { NO_USER } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import type { Fleet } from '../../fleet/fleet.public.ts'
import { driverOrderViews } from '../../orders/orders.public.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { acceptOffer } from '../offers/accept-offer.ts'
import { isOfferOf, openOffers } from '../offers/offers.views.ts'
import { pendingLists } from '../offers/pending-lists.views.ts'
import { recordReceipts } from '../offers/record-receipts.ts'
import { refuseOffer } from '../offers/refuse-offer.ts'
import { InTurn } from './in-turn.ts'
import { searchPreview } from './preview-search.views.ts'
import type { RouteCache } from './route-cache.ts'
import { searchesOf } from './searches.views.ts'

export function searchRoutes(http: FastifyInstance, server: Server, fleet: Fleet, routes: RouteCache): void {
  const { db, clock } = server
  const yeses = new InTurn()

  mount(http, server, readOrderDrivers, async ({ actor, query }) => ({
    searches: await searchesOf(db, fleet, { scope: actor.scope, orderId: query.orderId, all: query.all ?? false }),
  }))

  mount(http, server, previewSearch, async ({ actor, body }) => ({
    data: await searchPreview({ server, fleet, routes }, actor, body),
  }))

  mount(http, server, driver.listOffers, async ({ actor }) => ({
    data: await openOffers(db, actor.userId ?? NO_USER, clock.now()),
  }))

  mount(http, server, driver.listPendingOrders, async ({ actor }) => {
    const driverId = actor.userId ?? NO_USER
    return { data: (await pendingLists(db, [driverId], clock.now())).get(driverId) ?? [] }
  })

  mount(http, server, driver.viewOffer, async ({ actor, params }) => {
    const driverId = actor.userId ?? NO_USER
    const at = clock.now()
    if (!(await isOfferOf(db, params.roundId, driverId))) throw new DomainError('offer.unknown')
    await recordReceipts(server, actor, params.roundId, [{ driverId, kind: 'viewed', at }])
    return { ok: true as const }
  })

  mount(http, server, driver.acceptOrder, async ({ actor, params, body }) => {
    const { orderId } = await yeses.run(params.id, () =>
      acceptOffer(server, actor, params.id, body.waiting_driver_time ?? null),
    )
    const [order] = await driverOrderViews(db, [orderId], actor.userId ?? NO_USER)
    if (!order) throw new DomainError('order.unknown')
    return { data: order }
  })

  mount(http, server, driver.refuseOrder, async ({ actor, params, body }) => {
    await refuseOffer(server, actor, params.id, body.reason ?? null)
    return { ok: true as const }
  })
}
