import * as byHand from '@dispecerat/contract/orders/by-hand'
import * as noShow from '@dispecerat/contract/orders/no-show'
import * as lists from '@dispecerat/contract/orders/order-lists'
import * as contract from '@dispecerat/contract/orders/orders'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { listPlace, readPlace, writePlace } from '@dispecerat/domain/orders/list-place'
import type { FastifyInstance } from 'fastify'
import type { Roads } from '../adapters/routing/roads.ts'
import type { Scope } from '../platform/db/actor.ts'
import { sendTable } from '../platform/exports/exports.public.ts'
import { mount, mountForm } from '../platform/http/mount.ts'
import type { Server } from '../platform/lifecycle/server.ts'
import { assignByHand } from './by-hand/assign-by-hand.ts'
import { takeBackOrder } from './by-hand/take-back-order.ts'
import { clearAlwaysInCall } from './create/clear-always-in-call.ts'
import { createOrder } from './create/create-order.ts'
import { duplicateOrder } from './create/duplicate-order.ts'
import { editOrder } from './edit/edit-order.ts'
import { updateName } from './edit/update-name.ts'
import { confirmFare } from './fare/confirm-fare.ts'
import { warningOf } from './lead/promise-warning.ts'
import { cancelOrder } from './life/cancel-order.ts'
import { deleteOrder } from './life/delete-order.ts'
import { moveToPending } from './life/move-to-pending.ts'
import { restoreOrder } from './life/restore-order.ts'
import { retryOrder } from './life/retry-order.ts'
import { setDriverAndFinish } from './life/set-driver-and-finish.ts'
import { checkPeriod, filterOf, pageOf, reportFilterOf } from './lists/order-filter.ts'
import { listCounts, orderList, PAGE } from './lists/order-lists.views.ts'
import { orderPage } from './lists/order-pages.views.ts'
import { orderViews } from './lists/order-views.views.ts'
import { ordersExportRoutes } from './lists/orders-export.routes.ts'
import { everyReportRow, reportPage, reportTotals } from './lists/orders-report.views.ts'
import { REPORT_COLUMNS, reportLines } from './lists/orders-tables.ts'
import { wireCounts } from './lists/push-counts.ts'
import { waitingOrders } from './lists/waiting-orders.views.ts'
import { notifyDrivers } from './notify/notify-drivers.ts'
import { historyView } from './order-history.views.ts'
import { reportNoShow } from './pickup/no-show.ts'
import { addPlace } from './places/add-place.ts'
import { editPlace } from './places/edit-place.ts'
import { removePlace } from './places/remove-place.ts'
import { metresOf } from './places/road-metres.ts'
import { sortPlaces } from './places/sort-places.ts'

export function ordersRoutes(http: FastifyInstance, server: Server, roads: Roads): void {
  mountReading(http, server)
  ordersExportRoutes(http, server)
  mountLife(http, server, roads)
  mountByHand(http, server)
  mountPlaces(http, server)
}

function mountReading(http: FastifyInstance, server: Server): void {
  const { db, clock } = server

  mount(http, server, contract.listOrders, ({ query, actor }) =>
    orderPage(db, actor.scope, filterOf(query), pageOf(query)),
  )

  mount(http, server, contract.readOrder, ({ params, actor }) => viewOf(server, actor.scope, params.id))

  mount(http, server, lists.listOrdersForReport, async ({ query, actor, reply }) => {
    const filter = reportFilterOf(query)
    checkPeriod(filter, query.format, clock.now())
    const { format } = query
    if (format !== 'json') {
      const rows = reportLines(everyReportRow(db, actor.scope, filter))
      return sendTable(reply, { format, fileName: 'raport_comenzi', columns: REPORT_COLUMNS, rows })
    }
    const [page, totals] = await Promise.all([
      reportPage(db, actor.scope, filter, pageOf(query)),
      query.totals === '1' ? reportTotals(db, actor.scope, filter) : null,
    ])
    return { ...page, totals }
  })

  mount(http, server, lists.readOrderCounts, async ({ actor }) =>
    wireCounts(await listCounts(db, actor.scope, clock.now())),
  )

  mount(http, server, lists.listWaitingOrders, async ({ actor }) => ({
    data: await waitingOrders(db, actor.scope, clock.now()),
  }))

  mount(http, server, lists.readOrderList, async ({ params, query, actor }) => {
    const after = query.after === undefined ? null : readPlace(query.after)
    const page = { offset: query.offset, search: query.search, after, now: clock.now() }
    const { scope } = actor
    const { rows, total } = await orderList(db, scope, params.kind, page)
    const last = rows.length < PAGE ? undefined : rows.at(-1)
    const next = last === undefined ? null : writePlace(listPlace(params.kind, last))
    const ids = rows.map(({ id }) => id)
    const data = query.view === 'row' ? rows : await orderViews(db, scope, ids)
    return { data, meta: { total, offset: query.offset, limit: PAGE, next } }
  })

  mount(http, server, contract.readOrderHistory, async ({ params, actor }) => {
    const data = await historyView(db, actor.scope, params.id)
    if (!data) throw new DomainError('order.unknown')
    return { data }
  })
}

function mountLife(http: FastifyInstance, server: Server, roads: Roads): void {
  mountForm(http, server, contract.createOrder, async ({ body, actor }) => {
    const metres = actor.isDryRun ? null : await metresOf(roads, actor, body.places)
    const { orderId, doubt } = await createOrder(server, actor, body, metres)
    const view = { ...(await viewOf(server, actor.scope, orderId)), ...warningOf(doubt) }
    return actor.once?.isRepeat ? { ...view, repeated: true as const } : view
  })

  mountForm(http, server, contract.editOrder, async ({ params, body, actor, version }) => {
    const metres = actor.isDryRun ? null : await metresOf(roads, actor, body.places ?? [])
    const { doubt } = await editOrder(server, actor, { orderId: params.id, version }, body, metres)
    return { ...(await viewOf(server, actor.scope, params.id)), ...warningOf(doubt) }
  })

  mount(http, server, contract.cancelOrder, async ({ params, body, actor }) => {
    await cancelOrder(server, actor, params.id, { reasonText: body?.reason_text || null })
    return viewOf(server, actor.scope, params.id)
  })

  mount(http, server, noShow.reportNoShow, async ({ params, body, actor }) => {
    await reportNoShow(server, actor, params.id, { reason: body.reason_text, car: null })
    return viewOf(server, actor.scope, params.id)
  })

  mount(http, server, contract.retryOrder, async ({ params, actor }) => {
    await retryOrder(server, actor, params.id)
    return viewOf(server, actor.scope, params.id)
  })

  mount(http, server, contract.notifyDrivers, async ({ params, body, actor }) => {
    await notifyDrivers(server, actor, params.id, { driverIds: body.driver_ids, onlyNamed: body.only_custom })
    return viewOf(server, actor.scope, params.id)
  })

  mount(http, server, contract.moveToPending, async ({ params, actor }) => {
    await moveToPending(server, actor, params.id)
    return viewOf(server, actor.scope, params.id)
  })

  mount(http, server, contract.duplicateOrder, async ({ params, actor }) => {
    const { orderId } = await duplicateOrder(server, actor, params.id)
    return { id: orderId }
  })

  mount(http, server, contract.deleteOrder, async ({ params, actor }) => {
    await deleteOrder(server, actor, params.id)
    return { ok: true as const }
  })

  mount(http, server, contract.restoreOrder, async ({ params, actor }) => {
    await restoreOrder(server, actor, params.id)
    return viewOf(server, actor.scope, params.id)
  })

  mount(http, server, contract.setDriverAndFinish, async ({ params, body, actor }) => {
    await setDriverAndFinish(server, actor, params.id, body.driverId)
    return viewOf(server, actor.scope, params.id)
  })

  mount(http, server, contract.confirmFare, async ({ params, body, actor, version }) => {
    const which = { orderId: params.id, version }
    await confirmFare(server, actor, which, body?.reason || null)
    return viewOf(server, actor.scope, params.id)
  })

  mount(http, server, contract.updateName, async ({ params, body, actor, version }) => {
    await updateName(server, actor, { orderId: params.id, version }, body)
    return viewOf(server, actor.scope, params.id)
  })

  mount(http, server, contract.clearAlwaysInCall, async ({ params, actor }) => {
    await clearAlwaysInCall(server, actor, params.id)
    return viewOf(server, actor.scope, params.id)
  })
}

function mountByHand(http: FastifyInstance, server: Server): void {
  mount(http, server, byHand.assignByHand, async ({ params, body, actor, version }) => {
    const choice = { driverId: body.driver_id, reason: body.reason || null }
    await assignByHand(server, actor, { orderId: params.id, version }, choice)
    return viewOf(server, actor.scope, params.id)
  })

  mount(http, server, byHand.takeBackOrder, async ({ params, body, actor, version }) => {
    await takeBackOrder(server, actor, { orderId: params.id, version }, body.reason)
    return viewOf(server, actor.scope, params.id)
  })
}

function mountPlaces(http: FastifyInstance, server: Server): void {
  mountForm(http, server, contract.addPlace, async ({ params, body, actor, version }) => {
    await addPlace(server, actor, { orderId: params.id, version }, body)
    return viewOf(server, actor.scope, params.id)
  })

  mount(http, server, contract.sortPlaces, async ({ params, body, actor, version }) => {
    await sortPlaces(server, actor, { orderId: params.id, version }, body.ids)
    return viewOf(server, actor.scope, params.id)
  })

  mountForm(http, server, contract.editPlace, async ({ params, body, actor, version }) => {
    const which = { orderId: params.id, placeId: params.placeId, version }
    await editPlace(server, actor, which, body)
    return viewOf(server, actor.scope, params.id)
  })

  mount(http, server, contract.removePlace, async ({ params, actor, version }) => {
    const which = { orderId: params.id, placeId: params.placeId, version }
    await removePlace(server, actor, which)
    return viewOf(server, actor.scope, params.id)
  })
}

async function viewOf({ db }: Server, scope: Scope, orderId: OrderId) {
  const [data] = await orderViews(db, scope, [orderId])
  if (!data) throw new DomainError('order.unknown')
  return { data }
}
