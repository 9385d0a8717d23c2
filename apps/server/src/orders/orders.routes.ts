import * as lists from '@dispecerat/contract/order-lists'
import * as contract from '@dispecerat/contract/orders'
import { DomainError } from '@dispecerat/domain/errors'
import { listPlace, readPlace, writePlace } from '@dispecerat/domain/list-place'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Scope } from '../db/caller.ts'
import { sendTable } from '../exports/exports.public.ts'
import { mount, mountForm } from '../http/mount.ts'
import type { Roads } from '../providers/routing/roads.ts'
import type { Server } from '../server.ts'
import { addPlace } from './add-place.ts'
import { cancelOrder } from './cancel-order.ts'
import { clearAlwaysInCall } from './clear-always-in-call.ts'
import { confirmFare } from './confirm-fare.ts'
import { createOrder } from './create-order.ts'
import { deleteOrder } from './delete-order.ts'
import { duplicateOrder } from './duplicate-order.ts'
import { editOrder } from './edit-order.ts'
import { editPlace } from './edit-place.ts'
import { moveToPending } from './move-to-pending.ts'
import { notifyDrivers } from './notify-drivers.ts'
import { filterOf, pageOf, reportFilterOf } from './order-filter.ts'
import { historyView } from './order-history.views.ts'
import { listCounts, orderList, PAGE } from './order-lists.views.ts'
import { orderPage } from './order-pages.views.ts'
import { orderViews } from './order-views.views.ts'
import { ordersExportRoutes } from './orders-export.routes.ts'
import { everyReportRow, reportPage, reportTotals } from './orders-report.views.ts'
import { REPORT_COLUMNS, reportLines } from './orders-tables.ts'
import { wireCounts } from './push-counts.ts'
import { removePlace } from './remove-place.ts'
import { checkPeriod } from './report-period.ts'
import { restoreOrder } from './restore-order.ts'
import { retryOrder } from './retry-order.ts'
import { metresOf } from './road-metres.ts'
import { setDriverAndFinish } from './set-driver-and-finish.ts'
import { sortPlaces } from './sort-places.ts'
import { updateName } from './update-name.ts'
import { waitingOrders } from './waiting-orders.views.ts'

export function ordersRoutes(http: FastifyInstance, server: Server, roads: Roads): void {
  mountReading(http, server)
  ordersExportRoutes(http, server)
  mountLife(http, server, roads)
  mountPlaces(http, server)
}

function mountReading(http: FastifyInstance, server: Server): void {
  const { db, clock } = server

  mount(http, server, contract.listOrders, ({ query, caller }) =>
    orderPage(db, caller.scope, filterOf(query), pageOf(query)),
  )

  mount(http, server, contract.readOrder, ({ params, caller }) => viewOf(server, caller.scope, params.id))

  mount(http, server, lists.listOrdersForReport, async ({ query, caller, reply }) => {
    const filter = reportFilterOf(query)
    checkPeriod(filter, query.format, clock.now())
    const { format } = query
    if (format !== 'json') {
      const rows = reportLines(everyReportRow(db, caller.scope, filter))
      return sendTable(reply, { format, fileName: 'raport_comenzi', columns: REPORT_COLUMNS, rows })
    }
    const [page, totals] = await Promise.all([
      reportPage(db, caller.scope, filter, pageOf(query)),
      query.totals === '1' ? reportTotals(db, caller.scope, filter) : null,
    ])
    return { ...page, totals }
  })

  mount(http, server, lists.readOrderCounts, async ({ caller }) =>
    wireCounts(await listCounts(db, caller.scope, clock.now())),
  )

  mount(http, server, lists.listWaitingOrders, async ({ caller }) => ({
    data: await waitingOrders(db, caller.scope, clock.now()),
  }))

  mount(http, server, lists.readOrderList, async ({ params, query, caller }) => {
    const after = query.after === undefined ? null : readPlace(query.after)
    const asked = { offset: query.offset, search: query.search, after, now: clock.now() }
    const { scope } = caller
    const { rows, total } = await orderList(db, scope, params.kind, asked)
    const last = rows.length < PAGE ? undefined : rows.at(-1)
    const next = last === undefined ? null : writePlace(listPlace(params.kind, last))
    const ids = rows.map(({ id }) => id)
    const data = query.view === 'row' ? rows : await orderViews(db, scope, ids)
    return { data, meta: { total, offset: query.offset, limit: PAGE, next } }
  })

  mount(http, server, contract.readOrderHistory, async ({ params, caller }) => {
    const data = await historyView(db, caller.scope, params.id)
    if (!data) throw new DomainError('order.unknown')
    return { data }
  })
}

function mountLife(http: FastifyInstance, server: Server, roads: Roads): void {
  mountForm(http, server, contract.createOrder, async ({ body, caller }) => {
    const metres = caller.isDryRun ? null : await metresOf(roads, caller, body.places)
    const { orderId } = await createOrder(server, caller, body, metres)
    const view = await viewOf(server, caller.scope, orderId)
    return caller.once?.isRepeat ? { ...view, repeated: true as const } : view
  })

  mountForm(http, server, contract.editOrder, async ({ params, body, caller, request }) => {
    const metres = caller.isDryRun ? null : await metresOf(roads, caller, body.places ?? [])
    await editOrder(server, caller, { orderId: params.id, version: versionOf(request) }, body, metres)
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

  mount(http, server, contract.notifyDrivers, async ({ params, body, caller }) => {
    await notifyDrivers(server, caller, params.id, { driverIds: body.driver_ids, onlyNamed: body.only_custom })
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

  mount(http, server, contract.confirmFare, async ({ params, body, caller, request }) => {
    const which = { orderId: params.id, version: versionOf(request) }
    await confirmFare(server, caller, which, body?.reason || null)
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
  mountForm(http, server, contract.addPlace, async ({ params, body, caller, request }) => {
    await addPlace(server, caller, { orderId: params.id, version: versionOf(request) }, body)
    return viewOf(server, caller.scope, params.id)
  })

  mount(http, server, contract.sortPlaces, async ({ params, body, caller, request }) => {
    await sortPlaces(server, caller, { orderId: params.id, version: versionOf(request) }, body.ids)
    return viewOf(server, caller.scope, params.id)
  })

  mountForm(http, server, contract.editPlace, async ({ params, body, caller, request }) => {
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
