import type { OrderView, PlaceView } from '@dispecerat/contract/orders/order-shapes'

const AT = '2026-07-13 08:00:00'
const NOBODY = { client_id: null, client: null, dispatcher: null, driver_id: null, driver: null, protocol_user: null }
const NO_TIMES = { start_at: null, assigned_at: null, trip_started_at: null, trip_finished_at: null, canceled_at: null }
const NO_CALL = {
  call: null,
  call_state: null,
  call_started_at: null,
  call_ended_at: null,
  call_playback_state: null,
  call_need_interaction: false,
  always_in_call: false,
}
const NO_CANCELLATION = {
  cancellation_reason_type: null,
  cancellation_reason_text: null,
  cancelled_by: null,
  cancelled_by_user: null,
  cancelled_by_identifier: null,
}
const NO_FARE = {
  cost: null,
  fare_doubt: null,
  arrival_doubt: null,
  car_warning: null,
  replacement_since: null,
  estimated_cost: null,
  discounted_cost: null,
  discount_condition_id: null,
  discount_name: null,
  discount_amount: null,
  discount_compensated: null,
  finance_info: { driver_payment: null, is_paid: false, is_invoiced: false, fare_left: 0 },
}

/** A scheduled order as the server sends it, with these differences. */
export function anOrder(over: Partial<OrderView> = {}): OrderView {
  return {
    id: 7,
    order_no: 7,
    version: 1,
    trip_state: null,
    in_pending_queue: false,
    client_phone: '+40722333444',
    phone: null,
    name: null,
    client_name: null,
    about_client: null,
    address: null,
    places: [],
    created_at: AT,
    updated_at: AT,
    departure_time: AT,
    lead_minutes: null,
    lead_source: null,
    created_by_company_id: 1,
    processed_by_company_id: null,
    dispatcher_id: 7,
    car_indicativ: null,
    custom_driver_ids: [],
    manually_assigned: false,
    is_next: false,
    waiting_driver_time: null,
    send_to_other_company: false,
    search_company_ids: [1],
    service_id: 1,
    options: {},
    state: 'pending',
    payment_type: 'cash',
    rating: null,
    proof_photo_at: null,
    package_note: null,
    cod_amount: null,
    weight_kg: null,
    prep_minutes: null,
    ...NOBODY,
    ...NO_TIMES,
    ...NO_CALL,
    ...NO_CANCELLATION,
    ...NO_FARE,
    ...over,
  }
}

export function aPlace(id: number, name: string): PlaceView {
  const details = { bloc: null, scara: null, reper: null, comment: null }
  return { id, order_id: 7, name, lat: 45.65, long: 25.6, place_id: null, ...details }
}
