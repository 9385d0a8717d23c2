import { DriverOfOrder, OrderView } from '@dispecerat/contract/orders/order-shapes'
import { splitDriverReason } from '@dispecerat/domain/orders/order'
import { showOnly } from './show-only.ts'

/**
 * Fields an account sees: what it typed, the progress of the trip, and the cost. The others are the company's data on the client, its drivers
 * and its own work.
 */
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

const shown = showOnly(OrderView, SHOWN)
const shownOfDriver = showOnly(DriverOfOrder, ['id', 'name', 'default_car'])
const shownOfFinance = showOnly(OrderView.shape.finance_info, ['is_invoiced'])
const NO_FARE = { cost: null, discounted_cost: null }

/** An order as the account that pays for it sees it; `isOwn`: it placed the order itself. */
export function asAccountSees(view: OrderView, isOwn: boolean): OrderView {
  const { driver, cancellation_reason_text: reason, cancellation_reason_type: reasonType } = view
  // A fare that the company still has to confirm is hidden from the account.
  const { cost, discounted_cost } = view.fare_doubt === null ? view : NO_FARE
  return {
    ...shown(view),
    cost,
    discounted_cost,
    // Notes on an order placed by the company are the company's own data on the client.
    about_client: isOwn ? view.about_client : null,
    driver: driver && shownOfDriver(driver),
    cancellation_reason_text:
      reason !== null && reasonType === 'driver_canceled' ? splitDriverReason(reason).reason : reason,
    finance_info: shownOfFinance(view.finance_info),
  }
}
