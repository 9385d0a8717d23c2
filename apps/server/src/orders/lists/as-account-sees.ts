import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { splitDriverReason } from '@dispecerat/domain/orders/order'
import { pickFields } from './pick-fields.ts'

/** Fields an account sees: what it typed, the progress of the trip, and the cost. */
const SHOWN = [
  'id',
  'order_no',
  'state',
  'trip_state',
  'version',
  'is_next',
  'in_pending_queue',
  'client_phone',
  'phone',
  'name',
  'client_name',
  'address',
  'places',
  'service_id',
  'options',
  'package_note',
  'cod_amount',
  'weight_kg',
  'prep_minutes',
  'proof_photo_at',
  'lead_minutes',
  'created_at',
  'updated_at',
  'departure_time',
  'start_at',
  'assigned_at',
  'trip_started_at',
  'trip_finished_at',
  'canceled_at',
  'waiting_driver_time',
  'created_by_company_id',
  'driver_id',
  'car_indicativ',
  'protocol_user',
  'payment_type',
  'cancellation_reason_type',
  'cancelled_by',
  'estimated_cost',
  'discount_amount',
  'discount_condition_id',
  'discount_name',
] as const satisfies readonly (keyof OrderView)[]

/** Fields hidden from the account: the company's data on the client, its drivers and its own work. */
const HIDDEN = {
  client: null,
  client_id: null,
  call: null,
  call_state: null,
  call_started_at: null,
  call_ended_at: null,
  call_playback_state: null,
  call_need_interaction: false,
  always_in_call: false,
  dispatcher: null,
  dispatcher_id: null,
  custom_driver_ids: [],
  manually_assigned: false,
  search_company_ids: [],
  send_to_other_company: false,
  processed_by_company_id: null,
  fare_doubt: null,
  rating: null,
  cancelled_by_user: null,
  cancelled_by_identifier: null,
  discount_compensated: null,
}

const NO_FARE = { cost: null, discounted_cost: null }

/**
 * An order as the account that pays for it sees it; `isOwn`: it placed the order itself. Fields are picked, so that a new field of the
 * contract does not compile until it is listed here.
 */
export function asAccountSees(view: OrderView, isOwn: boolean): OrderView {
  const { driver, cancellation_reason_text: reason, cancellation_reason_type: reasonType } = view
  const { is_invoiced } = view.finance_info
  // A fare that the company still has to confirm is hidden from the account.
  const { cost, discounted_cost } = view.fare_doubt === null ? view : NO_FARE
  return {
    ...pickFields(view, SHOWN),
    ...HIDDEN,
    cost,
    discounted_cost,
    // Notes on an order placed by the company are the company's own data on the client.
    about_client: isOwn ? view.about_client : null,
    driver: driver && { ...pickFields(driver, ['id', 'name', 'default_car']), identifier: null, phone: null },
    cancellation_reason_text:
      reason !== null && reasonType === 'driver_canceled' ? splitDriverReason(reason).reason : reason,
    finance_info: { driver_payment: null, is_paid: false, is_invoiced, fare_left: 0 },
  }
}
