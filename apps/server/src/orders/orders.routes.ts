import * as lists from '@dispecerat/contract/order-lists'
import * as contract from '@dispecerat/contract/orders'
import { DomainError } from '@dispecerat/domain/errors'
import { fromWireTime } from '@dispecerat/domain/wire-time'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Scope } from '../db/caller.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { addPlace } from './add-place.ts'
import { cancelOrder } from './cancel-order.ts'
import { clearAlwaysInCall } from './clear-always-in-call.ts'
import { createOrder } from './create-order.ts'
import { deleteOrder } from './delete-order.ts'
import { duplicateOrder } from './duplicate-order.ts'
import { editOrder } from './edit-order.ts'
import { editPlace } from './edit-place.ts'
import { moveToPending } from './move-to-pending.ts'
import { filterOf } from './order-filter.ts'
import { historyView } from './order-history.views.ts'
import { listCounts, orderList, PAGE } from './order-lists.views.ts'
import { orderPage, reportPage } from './order-pages.views.ts'
import { orderViews } from './order-views.views.ts'
import { wireCounts } from './push-counts.ts'
import { removePlace } from './remove-place.ts'
import { restoreOrder } from './restore-order.ts'
import { retryOrder } from './retry-order.ts'
import { setDriverAndFinish } from './set-driver-and-finish.ts'
import { sortPlaces } from './sort-places.ts'
import { updateName } from './update-name.ts'

export function ordersRoutes(http: FastifyInstance, server: Server): void {
  mountReading(http, server)
  mountLife(http, server)
  mountPlaces(http, server)
}

function mountReading(http: FastifyInstance, server: Server): void {
  const { db, clock } = server

  mount(http, server, contract.listOrders, ({ query, caller }) =>
    orderPage(db, caller.scope, filterOf(query), { page: query.page, perPage: query.per_page }),
  )

  mount(http, server, contract.readOrder, ({ params, caller }) => viewOf(server, caller.scope, params.id))

  mount(http, server, lists.listOrdersForReport, ({ query, caller }) => {
    const instant = (text: string | undefined) => (text === undefined ? null : fromWireTime(text))
    const states = query.state === undefined ? [] : [query.state]
    const filter = { states, from: instant(query.date_from), to: instant(query.date_to) }
    return reportPage(db, caller.scope, filter, { page: query.page, perPage: query.per_page })
  })

  mount(http, server, lists.readOrderCounts, async ({ caller }) =>
    wireCounts(await listCounts(db, caller.scope, clock.now())),
  )

  mount(http, server, lists.readOrderList, async ({ params, query, caller }) => {
    const asked = { offset: query.offset, search: query.search, now: clock.now() }
    const { rows, total } = await orderList(db, caller.scope, params.kind, asked)
    return { data: rows, meta: { total, offset: query.offset, limit: PAGE } }
  })

  mount(http, server, contract.readOrderHistory, async ({ params, caller }) => {
    const data = await historyView(db, caller.scope, params.id)
    if (!data) throw new DomainError('order.unknown')
    return { data }
  })
}

function mountLife(http: FastifyInstance, server: Server): void {
  mount(http, server, contract.createOrder, async ({ body, caller }) => {
    const { orderId } = await createOrder(server, caller, body)
    return viewOf(server, caller.scope, orderId)
  })

  mount(http, server, contract.editOrder, async ({ params, body, caller, request }) => {
    await editOrder(server, caller, { orderId: params.id, version: versionOf(request) }, body)
    return viewOf(server, caller.scope, params.id)
  })

  mount(http, server, contract.cancelOrder, async ({ params, body, caller }) => {
    await cancelOrder(server, caller, params.id, { reasonText: body?.reason_text || null })
    return viewOf(server, caller.scope, params.id)
  })

  mount(http, server, contract.retryOrder, async ({ params, caller }) => {
    await retryOrder(server, caller, params.id)
    return viewOf(server, caller.scope, params.id)
  })

  mount(http, server, contract.moveToPending, async ({ params, caller }) => {
    await moveToPending(server, caller, params.id)
    return viewOf(server, caller.scope, params.id)
  })

  mount(http, server, contract.duplicateOrder, async ({ params, caller }) => {
    const { orderId } = await duplicateOrder(server, caller, params.id)
    return { id: orderId }
  })

  mount(http, server, contract.deleteOrder, async ({ params, caller }) => {
    await deleteOrder(server, caller, params.id)
    return { ok: true as const }
  })

  mount(http, server, contract.restoreOrder, async ({ params, caller }) => {
    await restoreOrder(server, caller, params.id)
    return viewOf(server, caller.scope, params.id)
  })

  mount(http, server, contract.setDriverAndFinish, async ({ params, body, caller }) => {
    await setDriverAndFinish(server, caller, params.id, body.driverId)
    return viewOf(server, caller.scope, params.id)
  })

  mount(http, server, contract.updateName, async ({ params, body, caller, request }) => {
    await updateName(server, caller, { orderId: params.id, version: versionOf(request) }, body)
    return viewOf(server, caller.scope, params.id)
  })

  mount(http, server, contract.clearAlwaysInCall, async ({ params, caller }) => {
    await clearAlwaysInCall(server, caller, params.id)
    return viewOf(server, caller.scope, params.id)
  })
}

function mountPlaces(http: FastifyInstance, server: Server): void {
  mount(http, server, contract.addPlace, async ({ params, body, caller, request }) => {
    await addPlace(server, caller, { orderId: params.id, version: versionOf(request) }, body)
    return viewOf(server, caller.scope, params.id)
  })

  mount(http, server, contract.sortPlaces, async ({ params, body, caller, request }) => {
    await sortPlaces(server, caller, { orderId: params.id, version: versionOf(request) }, body.ids)
    return viewOf(server, caller.scope, params.id)
  })

  mount(http, server, contract.editPlace, async ({ params, body, caller, request }) => {
    const which = { orderId: params.id, placeId: params.placeId, version: versionOf(request) }
    await editPlace(server, caller, which, body)
    return viewOf(server, caller.scope, params.id)
  })

  mount(http, server, contract.removePlace, async ({ params, caller, request }) => {
    const which = { orderId: params.id, placeId: params.placeId, version: versionOf(request) }
    await removePlace(server, caller, which)
    return viewOf(server, caller.scope, params.id)
  })
}

async function viewOf({ db }: Server, scope: Scope, orderId: number) {
  const [data] = await orderViews(db, scope, [orderId])
  if (!data) throw new DomainError('order.unknown')
  return { data }
}

/** The version an editor read. */
function versionOf(request: FastifyRequest): string | undefined {
  return request.headers['if-unmodified-since']?.trim() || undefined
}
