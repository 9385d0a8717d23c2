import type { CompanyId, DriverId } from '@dispecerat/domain/ids'
import type { OrderListName } from '@dispecerat/domain/order'
import type { LoggedEvent } from '../db/event-log.ts'
import type { OrderRecord } from './order-record.ts'

/** Companies whose consoles hear about an order. */
export function orderAudience(order: Pick<OrderRecord, 'createdByCompanyId'>): CompanyId[] {
  return [order.createdByCompanyId]
}

/** The list an order stands in by its state; a draft stands in none unless somebody is on the line. */
function mainList({ state }: Pick<OrderRecord, 'state'>): OrderListName {
  if (state === 'new') return 'in-call'
  return state === 'finished' || state === 'canceled' ? state : 'live'
}

type Changed = Pick<OrderRecord, 'id' | 'state' | 'tripState' | 'createdByCompanyId'>

/** What every change of an order says to its company; the row itself is read when the event is sent. */
export function changedEvents(order: Changed): LoggedEvent[] {
  const toCompanies = orderAudience(order)
  return [
    {
      event: 'order_updated',
      toCompanies,
      data: { order_id: order.id, state: order.state, trip_state: order.tripState },
    },
    { event: 'live_orders_updated', toCompanies, data: { order_id: order.id, type: mainList(order) } },
  ]
}

export function newOrderEvents(order: Omit<Changed, 'tripState'>): LoggedEvent[] {
  return changedEvents({ ...order, tripState: null })
}

/** The same, when the order is over before its end; the reason's text is read when the event is sent. */
export function canceledEvents(order: OrderRecord): LoggedEvent[] {
  const data = { order_id: order.id, cancellation_reason_type: order.cancellationReasonType }
  return [{ event: 'order_canceled', toCompanies: orderAudience(order), data }, ...changedEvents(order)]
}

export function removedEvents(order: OrderRecord): LoggedEvent[] {
  const toCompanies = orderAudience(order)
  return [
    { event: 'remove_live_order', toCompanies, data: { order_id: order.id, state: order.state } },
    { event: 'live_orders_updated', toCompanies, data: { order_id: order.id, type: mainList(order) } },
  ]
}

/** The driver who has the order reads it anew. */
export function driverReads(orderId: number, driverId: DriverId): LoggedEvent {
  return { event: 'order_updated', toUsers: [driverId], data: { order_id: orderId, driver_id: driverId } }
}

export function driverLoses(
  orderId: number,
  driverId: DriverId,
  reason: 'dispatcher_canceled' | 'client_canceled' | 'no_longer_available',
): LoggedEvent {
  return { event: 'order_canceled', toUsers: [driverId], data: { order_id: orderId, reason } }
}
