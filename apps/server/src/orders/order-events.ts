import type { OrderRow } from '@dispecerat/contract/orders/order-shapes'
import type { CompanyId, DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import type { CancellationReason, OrderListName } from '@dispecerat/domain/orders/order'
import type { OrderWarning } from '@dispecerat/domain/orders/order-warnings'
import type { LogEvent } from '../platform/db/event-log.ts'
import type { Server } from '../platform/lifecycle/server.ts'
import type { Realtime } from '../platform/realtime/realtime.ts'
import { cancellationTexts } from './life/cancellation-texts.views.ts'
import { ordersShownTo } from './lists/driver-order.views.ts'
import { asInvitedSees, asPartnerSees, orderRows } from './lists/order-rows.views.ts'
import { pushCounts } from './lists/push-counts.ts'
import type { OrderRecord } from './order-record.ts'

/** Companies whose consoles get all events of an order: its own, and the partner whose driver has or had it. */
export function orderAudience({ createdByCompanyId, processedByCompanyId }: Audience): CompanyId[] {
  const isShared = processedByCompanyId !== null && processedByCompanyId !== createdByCompanyId
  return isShared ? [createdByCompanyId, processedByCompanyId] : [createdByCompanyId]
}

type Audience = Pick<OrderRecord, 'createdByCompanyId' | 'processedByCompanyId'>

/** The list that contains an order by its state; a draft is in one only while its call is open. */
function mainList({ state }: Pick<OrderRecord, 'state'>): OrderListName {
  if (state === 'new') return 'in-call'
  return state === 'finished' || state === 'canceled' ? state : 'live'
}

type Changed = Pick<OrderRecord, 'id' | 'state' | 'tripState' | 'protocolUserId'> & Audience & Partial<Sharing>
type Sharing = Pick<OrderRecord, 'sendToOtherCompany' | 'searchCompanyIds'>

/** Partners whose drivers are offered the order: their dispatchers see only where to go, until one of their drivers has it. */
function invitedCompanies(order: Audience & Partial<Sharing>): CompanyId[] {
  const { createdByCompanyId, processedByCompanyId, sendToOtherCompany = false, searchCompanyIds = [] } = order
  if (!sendToOtherCompany) return []
  return searchCompanyIds.filter((id) => id !== createdByCompanyId && id !== processedByCompanyId)
}

/** Later steps of the trip are not sent to a partner who did not get the order. */
function concernsInvited({ state, tripState }: Pick<OrderRecord, 'state' | 'tripState'>): boolean {
  return state === 'created' || state === 'pending' || state === 'canceled' || tripState === 'waiting_driver'
}

/** Removes the row from partners that are no longer offered the order. */
export function uninvitedEvents(before: OrderRecord, order: OrderRecord): LogEvent[] {
  const stay = [...invitedCompanies(order), ...orderAudience(order)]
  const toCompanies = invitedCompanies(before).filter((id) => !stay.includes(id))
  if (toCompanies.length === 0) return []
  return [{ event: 'remove_live_order', toCompanies, data: { order_id: order.id, state: order.state } }]
}

/** Adds, changes or removes the row; which of these is decided when the event is sent. */
function invitedEvents(order: Pick<OrderRecord, 'id'>, toCompanies: CompanyId[]): LogEvent[] {
  if (toCompanies.length === 0) return []
  return [{ event: 'live_orders_updated', toCompanies, data: { order_id: order.id, type: 'live', of_partner: 'sent' } }]
}

/** Events of every change of an order to its company; the row itself is read when the event is sent. */
export function changedEvents(order: Changed): LogEvent[] {
  const toCompanies = orderAudience(order)
  return [
    {
      event: 'order_updated',
      toCompanies,
      data: { order_id: order.id, state: order.state, trip_state: order.tripState },
    },
    ...rowEvents(order),
    ...accountEvents(order),
  ]
}

/** Events for the account of an order; the account reads the row in its own scope. */
export function accountEvents({ id, protocolUserId }: Pick<OrderRecord, 'id' | 'protocolUserId'>): LogEvent[] {
  if (protocolUserId === null) return []
  return [{ event: 'own_order_changed', toUsers: [protocolUserId], data: { order_id: id } }]
}

/** A partner's row has its own content: what the company does about the client's call is not sent to partners. */
function rowEvents(order: Changed): LogEvent[] {
  const data = { order_id: order.id, type: mainList(order) }
  const [own, ...partners] = orderAudience(order)
  const event = 'live_orders_updated'
  const toOwn: LogEvent = { event, toCompanies: own === undefined ? [] : [own], data }
  const toPartners: LogEvent = { event, toCompanies: partners, data: { ...data, of_partner: 'driven' } }
  const invited = concernsInvited(order) ? invitedCompanies(order) : []
  return [toOwn, ...(partners.length > 0 ? [toPartners] : []), ...invitedEvents(order, invited)]
}

export function newOrderEvents(order: Omit<Changed, 'tripState' | 'processedByCompanyId'>): LogEvent[] {
  return changedEvents({ ...order, tripState: null, processedByCompanyId: null })
}

/** Events of a canceled order; the reason's text is read when the event is sent. */
export function canceledEvents(order: OrderRecord, reason: CancellationReason): LogEvent[] {
  const data = { order_id: order.id, cancellation_reason_type: reason }
  return [{ event: 'order_canceled', toCompanies: orderAudience(order), data }, ...changedEvents(order)]
}

export function removedEvents(order: OrderRecord): LogEvent[] {
  const toCompanies = orderAudience(order)
  return [
    { event: 'remove_live_order', toCompanies, data: { order_id: order.id, state: order.state } },
    ...rowEvents(order),
    ...accountEvents(order),
  ]
}

/** Notifies the order's driver, who reloads it. */
export function driverReads(orderId: OrderId, driverId: DriverId): LogEvent {
  return { event: 'order_updated', toUsers: [driverId], data: { order_id: orderId, driver_id: driverId } }
}

export function driverLoses(
  orderId: OrderId,
  driverId: DriverId,
  reason: 'dispatcher_canceled' | 'client_canceled' | 'no_longer_available',
): LogEvent {
  return { event: 'order_canceled', toUsers: [driverId], data: { order_id: orderId, reason } }
}

/** Reminds dispatchers of a scheduled order: its start comes near, or its search begins. */
export function reminder({ id, createdByCompanyId }: OrderRecord, kind: 'soon' | 'started'): LogEvent {
  return { event: 'order_reminder', toCompanies: [createdByCompanyId], data: { order_id: id, kind } }
}

/** Warns the dispatchers of the order's own company about its car. */
export function warning(
  { id, createdByCompanyId }: OrderRecord,
  kind: OrderWarning,
  indicativ: string | null,
): LogEvent {
  return { event: 'order_warning', toCompanies: [createdByCompanyId], data: { order_id: id, kind, indicativ } }
}

/** Adds rows to the ids of logged events, read once per batch as they are when sent. */
export function subscribeOrders(server: Server, realtime: Realtime): void {
  realtime.enrich('live_orders_updated', async (events) => {
    const rows = await orderRows(server.db, orderIdsOf(events), server.clock.now())
    const byId = new Map(rows.map((row) => [row.id, row]))
    return new Map(
      events.map(({ seq, data: { of_partner, ...data } }) => {
        const row = byId.get(data.order_id) ?? null
        return [seq, { ...data, order: row && rowFor(of_partner, row) }] as const
      }),
    )
  })

  const withRows = async <Data extends { order_id: OrderId }>(events: readonly { seq: number; data: Data }[]) => {
    const rows = await orderRows(server.db, orderIdsOf(events), server.clock.now())
    const byId = new Map(rows.map((row) => [row.id, row]))
    return new Map(events.map(({ seq, data }) => [seq, { ...data, order: byId.get(data.order_id) ?? null }] as const))
  }
  realtime.enrich('order_reminder', withRows)
  realtime.enrich('order_warning', withRows)

  realtime.enrich('order_updated', async (events) => {
    const shown = events.flatMap(({ seq, data }) =>
      'driver_id' in data ? [{ seq, orderId: data.order_id, driverId: data.driver_id }] : [],
    )
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
    const toConsoles = events.flatMap(({ seq, data }) => ('cancellation_reason_type' in data ? [{ seq, data }] : []))
    const texts = await cancellationTexts(server.db, orderIdsOf(toConsoles))
    const byId = new Map(texts.map((text) => [text.order_id, text]))
    const none = { cancellation_reason_text: null, cancelled_by: null, dispatcher_id: null }
    return new Map(toConsoles.map(({ seq, data }) => [seq, { ...data, ...(byId.get(data.order_id) ?? none) }] as const))
  })

  pushCounts(server, realtime)
}

/** A partner that was only offered the order loses the row as soon as a driver has the order. */
function rowFor(ofPartner: 'sent' | 'driven' | undefined, row: OrderRow): OrderRow | null {
  if (ofPartner === 'driven') return asPartnerSees(row)
  if (ofPartner !== 'sent') return row
  return row.state === 'created' || row.state === 'pending' ? asInvitedSees(row) : null
}

function orderIdsOf(events: readonly { data: { order_id: OrderId } }[]): OrderId[] {
  return [...new Set(events.map(({ data }) => data.order_id))]
}
