import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { type CallState, callStateOfOrder } from '@dispecerat/domain/telephony/call'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { PREPARED } from '../../platform/db/hasten-client.ts'
import { wireGoods } from '../delivery/order-goods.ts'
import { fareDoubtView } from '../fare/fare-doubt.views.ts'
import { FARE_LEFT } from '../fare/fare-left.store.ts'
import { inScope } from '../in-scope.store.ts'
import type { OrderColumns } from '../order-record.ts'
import { arrivalDoubtView } from '../pickup/arrival-doubt.views.ts'
import { placesJson } from '../places/place-json.store.ts'
import { CAR_WARNING, replacementView } from '../watch/car-warning.views.ts'
import { wire, wireOrNull } from '../wire-times.ts'
import { asAccountSees } from './as-account-sees.ts'
import { asDrivingPartnerSees, asInvitedSees, withoutPartnersDriver } from './as-partner-sees.ts'

interface Joined {
  places: OrderView['places']
  client: OrderView['client']
  dispatcher: OrderView['dispatcher']
  protocol_user: OrderView['protocol_user']
  driver: OrderView['driver']
  rating: OrderView['rating']
  car_warning: OrderView['car_warning']
  call_phone: string | null
  call_state: CallState | null
  call_started_at: Date | null
  call_ended_at: Date | null
  proof_photo_at: Date | null
  discount_name: string | null
  fare_left_bani: number
  /** Belongs to a company of the scope. */
  is_ours: boolean
  /** Driven, or to be driven, by a driver of the scope. */
  is_driven_by_us: boolean
}

/** Complete orders of the scope, in the order of the ids; those out of scope are left out. */
export async function orderViews(db: Db, scope: Scope, ids: readonly number[]): Promise<OrderView[]> {
  if (ids.length === 0) return []
  const mine = scope.companies === 'every' ? [] : [...scope.companies]
  // A company's data on its client stays in that company; a partner who drives sees what is written on the order.
  const isOurs = scope.companies === 'every' ? sql`true` : sql`orders.created_by_company_id = any(${mine}::bigint[])`
  const isDrivenByUs =
    scope.companies === 'every'
      ? sql`true`
      : sql`coalesce(orders.processed_by_company_id, orders.created_by_company_id) = any(${mine}::bigint[])`
  const { rows } = await sql<OrderColumns & Joined>`
    ${PREPARED} select orders.*, ${placesJson} as places, ${CAR_WARNING},
      case when client.user_id is not null then json_build_object('id', client.user_id, 'name', client.name,
        'phone', orders.client_phone,
        'about', client.about, 'protocol_parent_user', case when parent.id is not null then
          json_build_object('id', parent.id, 'name', parent.name) end) end as client,
      case when dispatcher.id is not null then json_build_object('id', dispatcher.id, 'name', dispatcher.name) end as dispatcher,
      case when account.id is not null then json_build_object('id', account.id, 'name', account.name) end as protocol_user,
      case when driver.id is not null then json_build_object('id', driver.id, 'identifier', driver.identifier,
        'name', driver.name, 'phone', driver.phone, 'default_car', case when car.id is not null then json_build_object(
          'indicativ', car.indicativ, 'number', car.number, 'make', car.make, 'model', car.model, 'color', car.color) end
      ) end as driver,
      case when rating.order_id is not null then json_build_object('stars', rating.stars, 'tags', rating.tags, 'comment',
        rating.comment, 'source', rating.source, 'created_at',
        to_char(rating.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')) end as rating,
      call.phone as call_phone, call.state as call_state, call.started_at as call_started_at, call.ended_at as call_ended_at,
      (select taken_at from order_proofs where order_id = orders.id) as proof_photo_at,
      (select d.name from discounts d where d.id = orders.discount_condition_id) as discount_name,
      case when ${isOurs} then ${FARE_LEFT} else 0 end as fare_left_bani,
      ${isOurs} as is_ours, ${isDrivenByUs} as is_driven_by_us
    from orders
    left join company_clients client on client.user_id = orders.client_id
      and client.company_id = orders.created_by_company_id and ${isOurs}
    left join users parent on parent.id = client.protocol_parent_user_id
    left join users dispatcher on dispatcher.id = orders.dispatcher_id
    left join users account on account.id = orders.protocol_user_id
    left join users driver on driver.id = orders.driver_id
    left join cars car on car.id = orders.car_id
    left join ratings rating on rating.order_id = orders.id and rating.direction = 'of_driver'
    left join lateral (
      select phone, state, started_at, ended_at from calls where calls.order_id = orders.id order by calls.id desc limit 1
    ) as call on true
    where ${isOneOf(ids)} and orders.deleted_at is null and ${inScope(scope, 'read')}
    order by array_position(${[...ids]}::bigint[], orders.id)
  `.execute(db)
  return rows.map((row) => {
    const view = viewOf(row)
    if (scope.ownUserId !== null) return asAccountSees(view, row.ordered_by_account_id === scope.ownUserId)
    if (row.is_ours) return row.is_driven_by_us ? view : withoutPartnersDriver(view)
    return row.is_driven_by_us ? asDrivingPartnerSees(view) : asInvitedSees(view)
  })
}

/** One order is the usual case, and PostgreSQL caches no generic plan for an array. */
function isOneOf(ids: readonly number[]): RawBuilder<unknown> {
  return ids.length === 1 ? sql`orders.id = ${ids[0]}` : sql`orders.id = any(${[...ids]}::bigint[])`
}

function viewOf(row: OrderColumns & Joined): OrderView {
  const callState = row.call_state === null ? null : callStateOfOrder(row.call_state)
  return {
    ...ofRow(row),
    ...timesOf(row),
    ...moneyOf(row),
    ...wireGoods(row),
    proof_photo_at: wireOrNull(row.proof_photo_at),
    call:
      row.call_phone === null || row.call_state === null
        ? null
        : {
            phone: row.call_phone,
            state: row.call_state,
            started_at: wireOrNull(row.call_started_at),
            ended_at: wireOrNull(row.call_ended_at),
          },
    call_state: callState,
    call_started_at: wireOrNull(row.call_started_at),
    call_ended_at: wireOrNull(row.call_ended_at),
  }
}

function ofRow(row: OrderColumns & Joined) {
  const { id, order_no, state, trip_state, client_phone, phone, name, client_name, about_client, client_id } = row
  const { client, address, places, created_by_company_id, processed_by_company_id, dispatcher_id, dispatcher } = row
  const { driver_id, driver, car_indicativ, custom_driver_ids, manually_assigned, waiting_driver_time } = row
  const { send_to_other_company, search_company_ids, service_id, protocol_user, in_pending_queue, always_in_call } = row
  const { call_playback_state, call_need_interaction, cancellation_reason_type, cancellation_reason_text } = row
  return {
    id,
    order_no,
    state,
    trip_state,
    client_phone,
    phone,
    name,
    client_name,
    about_client,
    client_id,
    client,
    address,
    places,
    created_by_company_id,
    processed_by_company_id,
    dispatcher_id,
    dispatcher,
    driver_id,
    driver,
    car_indicativ,
    custom_driver_ids,
    manually_assigned,
    waiting_driver_time,
    send_to_other_company,
    search_company_ids,
    service_id,
    protocol_user,
    in_pending_queue,
    always_in_call,
    call_playback_state,
    call_need_interaction,
    cancellation_reason_type,
    cancellation_reason_text,
    options: row.options as OrderView['options'],
    version: row.version,
    cancelled_by: row.cancelled_by,
    cancelled_by_user: row.cancelled_by_user_id,
    cancelled_by_identifier: row.cancelled_by_identifier,
    payment_type: row.payment_type,
    is_next: row.is_next_order,
    rating: row.rating,
    discount_condition_id: row.discount_condition_id,
    discount_name: row.discount_name,
  }
}

function timesOf(row: OrderColumns & Joined) {
  return {
    created_at: wire(row.created_at),
    updated_at: wire(row.updated_at),
    departure_time: wire(row.departure_time),
    start_at: wireOrNull(row.start_at),
    assigned_at: wireOrNull(row.assigned_at),
    arrival_doubt: arrivalDoubtView(row),
    car_warning: row.car_warning,
    replacement_since: replacementView(row),
    trip_started_at: wireOrNull(row.trip_started_at),
    trip_finished_at: wireOrNull(row.trip_finished_at),
    canceled_at: wireOrNull(row.canceled_at),
  }
}

function moneyOf(row: OrderColumns & Joined) {
  const ron = (bani: number | null) => (bani === null ? null : ronFromBani(bani))
  return {
    cost: ron(row.cost_bani),
    fare_doubt: fareDoubtView(row),
    estimated_cost: ron(row.estimated_cost_bani),
    lead_minutes: row.lead_minutes,
    lead_source: row.lead_source,
    discounted_cost: ron(row.discounted_cost_bani),
    finance_info: {
      driver_payment: ronFromBani(row.driver_payment_bani),
      is_paid: row.is_paid,
      is_invoiced: row.invoice_id !== null,
      fare_left: ronFromBani(row.fare_left_bani),
    },
    discount_amount: ron(row.discount_amount_bani),
    discount_compensated: ron(row.discount_compensated_bani),
  }
}
