import { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { splitDriverReason } from '@dispecerat/domain/orders/order'
import { showOnly } from './show-only.ts'

/**
 * Fields for a partner whose drivers are offered the order: where to go, when and with what. Partners see none of the other company's data
 * on the client, calls, dispatchers, partners and money.
 */
const INVITATION = [
  'id',
  'order_no',
  'state',
  'trip_state',
  'version',
  'is_next',
  'in_pending_queue',
  'address',
  'service_id',
  'options',
  'package_note',
  'cod_amount',
  'weight_kg',
  'prep_minutes',
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
  'processed_by_company_id',
  'send_to_other_company',
  'payment_type',
  'cost',
  'estimated_cost',
  'discounted_cost',
  'cancellation_reason_type',
] as const satisfies readonly (keyof OrderView)[]

/** Additional fields for the partner whose driver has the order: the client and the trip. */
const TRIP = [
  'client_phone',
  'phone',
  'name',
  'client_name',
  'about_client',
  'places',
  'proof_photo_at',
  'driver_id',
  'driver',
  'car_indicativ',
  'manually_assigned',
  'rating',
  'discount_amount',
  'fare_doubt',
  'arrival_doubt',
] as const satisfies readonly (keyof OrderView)[]

const shownOfInvitation = showOnly(OrderView, INVITATION)
const shownOfTrip = showOnly(OrderView, [...INVITATION, ...TRIP])

/** An order of another company that is offered to our drivers too. */
export function asInvitedSees(view: OrderView): OrderView {
  return { ...shownOfInvitation(view), places: view.places.slice(0, 1) }
}

/** An order of another company that one of our drivers has or had. */
export function asDrivingPartnerSees(view: OrderView): OrderView {
  const reason = view.cancellation_reason_text
  return {
    ...shownOfTrip(view),
    cancellation_reason_text: reason === null ? null : splitDriverReason(reason).reason,
  }
}

/** Our order that a partner's driver has or had: shows the car without the driver's identity. */
export function withoutPartnersDriver(view: OrderView): OrderView {
  const { driver } = view
  return { ...view, driver: driver && { ...driver, identifier: null, name: null, phone: null } }
}
