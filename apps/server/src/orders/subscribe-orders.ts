import type { OrderRow } from '@dispecerat/contract/orders/order-shapes'
import type { StoredEvent } from '../platform/db/event-log.ts'
import type { Server } from '../platform/lifecycle/server.ts'
import type { Realtime } from '../platform/realtime/realtime.ts'
import { cancellationTexts } from './life/cancellation-texts.views.ts'
import { ordersShownTo, type ShownTo } from './lists/driver-order.views.ts'
import { asInvitedSees, asPartnerSees, orderRows } from './lists/order-rows.views.ts'
import { pushCounts } from './lists/push-counts.ts'

/** Adds rows to the ids of logged events, read once per batch as they are when sent. */
export function subscribeOrders(server: Server, realtime: Realtime): void {
  realtime.enrich('live_orders_updated', async (events) => {
    const rows = await orderRows(server.db, orderIdsOf(events), server.clock.now())
    const byId = new Map(rows.map((row) => [row.id, row]))
    return new Map(
      events.map(({ seq, data: { of_partner, ...data } }) => {
        const row = byId.get(data.order_id as number) ?? null
        return [seq, { ...data, order: row && rowFor(of_partner, row) }] as const
      }),
    )
  })

  realtime.enrich('order_reminder', async (events) => {
    const rows = await orderRows(server.db, orderIdsOf(events), server.clock.now())
    const byId = new Map(rows.map((row) => [row.id, row]))
    return new Map(
      events.map(({ seq, data }) => [seq, { ...data, order: byId.get(data.order_id as number) ?? null }] as const),
    )
  })

  realtime.enrich('order_updated', async (events) => {
    const shown = events.filter(({ toUsers }) => toUsers.length > 0).map(({ seq, data }) => ({ seq, ...shownTo(data) }))
    const orders = await ordersShownTo(server.db, shown)
    const byId = new Map(orders.map((order) => [order.id, order]))
    return new Map(
      shown.flatMap(({ seq, orderId }) => {
        const order = byId.get(orderId)
        return order ? [[seq, { order }] as const] : []
      }),
    )
  })

  realtime.enrich('order_canceled', async (events) => {
    const toConsoles = events.filter(({ toCompanies }) => toCompanies.length > 0)
    const texts = await cancellationTexts(server.db, orderIdsOf(toConsoles))
    const byId = new Map(texts.map((text) => [text.order_id, text]))
    const none = { cancellation_reason_text: null, cancelled_by: null, dispatcher_id: null }
    return new Map(
      toConsoles.map(({ seq, data }) => [seq, { ...data, ...(byId.get(data.order_id as number) ?? none) }] as const),
    )
  })

  pushCounts(server, realtime)
}

/** A partner that was only offered the order loses the row as soon as a driver has the order. */
function rowFor(ofPartner: unknown, row: OrderRow): OrderRow | null {
  if (ofPartner === 'driven') return asPartnerSees(row)
  if (ofPartner !== 'sent') return row
  return row.state === 'created' || row.state === 'pending' ? asInvitedSees(row) : null
}

function orderIdsOf(events: readonly StoredEvent[]): number[] {
  return [...new Set(events.map(({ data }) => data.order_id as number))]
}

function shownTo(data: StoredEvent['data']): ShownTo {
  return { orderId: data.order_id as number, driverId: data.driver_id as number }
}
