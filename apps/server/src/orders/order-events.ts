import type { CompanyId, DriverId } from '@dispecerat/domain/ids'
import type { OrderListName } from '@dispecerat/domain/order'
import type { LoggedEvent } from '../db/event-log.ts'
import type { OrderRecord } from './order-record.ts'

/** Companies whose consoles hear all about an order: its own, and the partner whose driver has or had it. */
export function orderAudience({ createdByCompanyId, processedByCompanyId }: Audience): CompanyId[] {
  const isShared = processedByCompanyId !== null && processedByCompanyId !== createdByCompanyId
  return isShared ? [createdByCompanyId, processedByCompanyId as CompanyId] : [createdByCompanyId]
}

type Audience = Pick<OrderRecord, 'createdByCompanyId' | 'processedByCompanyId'>

/** The list an order stands in by its state; a draft stands in none unless somebody is on the line. */
function mainList({ state }: Pick<OrderRecord, 'state'>): OrderListName {
  if (state === 'new') return 'in-call'
  return state === 'finished' || state === 'canceled' ? state : 'live'
}

type Changed = Pick<OrderRecord, 'id' | 'state' | 'tripState' | 'protocolUserId'> & Audience & Partial<Sharing>
type Sharing = Pick<OrderRecord, 'sendToOtherCompany' | 'searchCompanyIds'>

/** Partners whose drivers are asked: their rooms see where to go, and nothing more, until one of them has the order. */
function invitedCompanies(order: Audience & Partial<Sharing>): CompanyId[] {
  const { createdByCompanyId, processedByCompanyId, sendToOtherCompany = false, searchCompanyIds = [] } = order
  if (!sendToOtherCompany) return []
  return searchCompanyIds.filter((id) => id !== createdByCompanyId && id !== processedByCompanyId) as CompanyId[]
}

/** The trip's later steps are no business of a partner who did not get it. */
function concernsInvited({ state, tripState }: Pick<OrderRecord, 'state' | 'tripState'>): boolean {
  return state === 'created' || state === 'pending' || state === 'canceled' || tripState === 'waiting_driver'
}

/** Partners who are asked no longer lose the line. */
export function uninvitedEvents(before: OrderRecord, order: OrderRecord): LoggedEvent[] {
  const stay = [...invitedCompanies(order), ...orderAudience(order)]
  const toCompanies = invitedCompanies(before).filter((id) => !stay.includes(id))
  if (toCompanies.length === 0) return []
  return [{ event: 'remove_live_order', toCompanies, data: { order_id: order.id, state: order.state } }]
}

/** Their line appears, changes, or goes: whichever it is, is read when the event is sent. */
function invitedEvents(order: Pick<OrderRecord, 'id'>, toCompanies: CompanyId[]): LoggedEvent[] {
  if (toCompanies.length === 0) return []
  const data = { order_id: order.id, type: 'live', of_partner: 'sent' }
  return [{ event: 'live_orders_updated', toCompanies, data }]
}

/** What every change of an order says to its company; the row itself is read when the event is sent. */
export function changedEvents(order: Changed): LoggedEvent[] {
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

/** An account hears of its own orders and of nothing else; the row is asked for under its scope. */
export function accountEvents({ id, protocolUserId }: Pick<OrderRecord, 'id' | 'protocolUserId'>): LoggedEvent[] {
  if (protocolUserId === null) return []
  return [{ event: 'own_order_changed', toUsers: [protocolUserId], data: { order_id: id } }]
}

/** The partner's line is its own: what the company's room does about the client's call is not a partner's business. */
function rowEvents(order: Changed): LoggedEvent[] {
  const data = { order_id: order.id, type: mainList(order) }
  const [own, ...partners] = orderAudience(order)
  const event = 'live_orders_updated'
  const toOwn = { event, toCompanies: own === undefined ? [] : [own], data }
  const toPartners = { event, toCompanies: partners, data: { ...data, of_partner: 'driven' } }
  const invited = concernsInvited(order) ? invitedCompanies(order) : []
  return [toOwn, ...(partners.length > 0 ? [toPartners] : []), ...invitedEvents(order, invited)]
}

export function newOrderEvents(order: Omit<Changed, 'tripState' | 'processedByCompanyId'>): LoggedEvent[] {
  return changedEvents({ ...order, tripState: null, processedByCompanyId: null })
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
    ...rowEvents(order),
    ...accountEvents(order),
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

/** A scheduled order calls for its dispatchers: its hour comes near, or its search begins. */
export function reminder({ id, createdByCompanyId }: OrderRecord, kind: 'soon' | 'started'): LoggedEvent {
  return { event: 'order_reminder', toCompanies: [createdByCompanyId], data: { order_id: id, kind } }
}
