import { startOfBucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { asId, type CompanyId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import { STAFF, TAXI_COMPANY } from '../demo-accounts.ts'
import { carOf } from '../demo-people.ts'
import type { SeedRow, SeedRows } from '../demo-rows.ts'
import { doubtOfTrip } from './demo-doubted-fare.ts'
import type { PastOrder } from './demo-month.ts'
import { endOf } from './demo-story.ts'

/** A past order with the id and the display number of its row. */
export interface NumberedOrder extends PastOrder {
  id: OrderId
  orderNo: number | null
}

/** Ids follow the order of creation; display numbers start at 1 every day in every company. */
export function numberOrders(orders: readonly PastOrder[]): {
  numbered: NumberedOrder[]
  lastNumbers: SeedRow<'order_numbers'>[]
} {
  const last = new Map<string, { company_id: CompanyId; day: string; last_no: number }>()
  const numbered = orders.map((order, index) => {
    if (!order.placedAt) return { ...order, id: asId<OrderId>(index + 1), orderNo: null }
    const day = wallTime(order.placedAt).date
    const key = `${order.companyId} ${day}`
    const counter = last.get(key) ?? { company_id: order.companyId, day, last_no: 0 }
    counter.last_no += 1
    last.set(key, counter)
    return { ...order, id: asId<OrderId>(index + 1), orderNo: counter.last_no }
  })
  return { numbered, lastNumbers: [...last.values()] }
}

/** Orders of earlier months are paid by their accounts; those of the current month are open. */
export function orderRows(orders: readonly NumberedOrder[], now: Date): SeedRows {
  const paidBefore = startOfBucharestDay(new Date(`${wallTime(now).date.slice(0, 7)}-01T12:00:00Z`))
  return {
    orders: orders.map((order) => orderRow(order, paidBefore)),
    order_places: orders.flatMap(placeRows),
    order_history: orders.flatMap(historyRows),
  }
}

function orderRow(order: NumberedOrder, paidBefore: Date): SeedRow<'orders'> {
  const { client, assignment, trip, cancellation, placedAt } = order
  return {
    id: order.id,
    order_no: order.orderNo,
    state: trip ? 'finished' : 'canceled',
    client_id: client?.id ?? null,
    client_phone: order.phone,
    phone: order.phone,
    name: client?.name ?? null,
    client_name: client?.name ?? null,
    about_client: client?.about ?? null,
    address: order.places[0]?.name ?? null,
    created_by_company_id: order.companyId,
    processed_by_company_id: assignment ? order.companyId : null,
    dispatcher_id: order.dispatcherId,
    departure_time: order.createdAt,
    placed_at: placedAt,
    assigned_at: assignment?.assignedAt ?? null,
    arrived_at: trip?.arrivedAt ?? cancellation?.arrivedAt ?? null,
    trip_started_at: trip?.startedAt ?? null,
    trip_finished_at: trip?.finishedAt ?? null,
    canceled_at: cancellation?.at ?? null,
    driver_id: assignment?.driverId ?? null,
    car_id: assignment ? carOf(assignment.driverId) : null,
    car_indicativ: assignment ? String(assignment.driverId) : null,
    custom_driver_ids: [],
    only_custom: false,
    canceled_by_driver_ids: cancellation?.reason === 'driver_canceled' && assignment ? [assignment.driverId] : [],
    manually_assigned: false,
    waiting_driver_time: assignment?.promisedMinutes ?? null,
    send_to_other_company: order.companyId === TAXI_COMPANY,
    search_company_ids: [],
    service_id: order.serviceId,
    options: Object.fromEntries(order.options.map((key) => [key, true])),
    protocol_user_id: order.accountId,
    in_pending_queue: false,
    always_in_call: false,
    call_need_interaction: false,
    cancellation_reason_type: cancellation?.reason ?? null,
    cancellation_reason_text: cancellation?.text ?? null,
    cancelled_by: cancellation?.by ?? null,
    cancelled_by_user_id: initiatorId(order, cancellation?.by ?? 'system'),
    cancelled_by_identifier: cancellation ? identifierOf(order, cancellation.by) : null,
    cost_bani: trip?.costBani ?? null,
    fare_doubt: trip && doubtOfTrip(trip),
    payment_type: order.paymentType,
    driver_payment_bani: 0,
    is_paid: false,
    is_paid_by_account: order.accountId !== null && order.createdAt < paidBefore,
    package_note: order.goods?.note ?? null,
    cod_bani: order.goods?.codBani ?? null,
    weight_g: order.goods?.grams ?? null,
    is_test: false,
    version: 1,
    created_at: order.createdAt,
    updated_at: endOf(order),
  }
}

type Initiator = 'dispatcher' | 'driver' | 'client' | 'system'

function initiatorId({ dispatcherId, assignment, client }: PastOrder, kind: Initiator): UserId | null {
  if (kind === 'dispatcher') return dispatcherId
  if (kind === 'driver') return assignment?.driverId ?? null
  return kind === 'client' ? (client?.id ?? null) : null
}

function identifierOf({ dispatcherId, assignment }: PastOrder, kind: Initiator): string | null {
  if (kind === 'driver') return assignment ? `S${assignment.driverId}` : null
  if (kind !== 'dispatcher') return null
  return (
    { [STAFF.dispatcher]: 'D1', [STAFF.secondDispatcher]: 'D2', [STAFF.deliveries]: 'L1', [STAFF.kitchen]: 'B1' }[
      dispatcherId
    ] ?? null
  )
}

function placeRows({ id, places }: NumberedOrder): SeedRow<'order_places'>[] {
  return places.map(({ name, lat, long, bloc, scara, reper }, position) => ({
    order_id: id,
    position,
    name,
    lat,
    long,
    bloc: bloc === '' ? null : bloc,
    scara: scara === '' ? null : scara,
    reper,
  }))
}

function historyRows(order: NumberedOrder): SeedRow<'order_history'>[] {
  const { placedAt, assignment, trip, cancellation } = order
  const rows: SeedRow<'order_history'>[] = []
  const wrote = (timestamp: Date | null, type: string, kind: Initiator, data: Record<string, unknown> = {}) => {
    if (!timestamp) return
    const initiator_id = initiatorId(order, kind)
    rows.push({ order_id: order.id, timestamp, type, initiator_kind: kind, initiator_id, data })
  }
  wrote(order.createdAt, 'created', 'dispatcher')
  wrote(placedAt, 'placed', 'dispatcher', { state: 'created' })
  wrote(placedAt, 'search_started', 'system')
  if (assignment) {
    const { assignedAt, driverId, promisedMinutes } = assignment
    wrote(assignedAt, 'driver_accepted', 'driver', { driver_id: driverId, waiting_driver_time: promisedMinutes })
    wrote(assignedAt, 'assigned', 'driver', { driver_id: driverId, indicativ: String(driverId) })
  }
  wrote(trip?.arrivedAt ?? cancellation?.arrivedAt ?? null, 'arrived', 'driver')
  wrote(trip?.startedAt ?? null, 'trip_started', 'driver')
  if (trip) {
    const doubt = doubtOfTrip(trip)
    const data = { cost: trip.costBani / 100, ...(doubt === null ? {} : { fare_doubt: doubt }) }
    wrote(trip.finishedAt, 'finished', 'driver', data)
  }
  if (cancellation) {
    wrote(cancellation.at, 'canceled', cancellation.by, { reason: cancellation.reason, text: cancellation.text })
  }
  return rows
}
