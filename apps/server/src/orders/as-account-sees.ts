import type { OrderView } from '@dispecerat/contract/order-shapes'
import { splitDriverReason } from '@dispecerat/domain/order'

/**
 * An order as the account it is charged to sees it: what it typed, where the car is in its trip and what it costs; nothing the room
 * knows of the client, of its drivers or of itself (GAP-22).
 */
export function asAccountSees(view: OrderView, accountId: number): OrderView {
  const { driver, cancellation_reason_text: reason, cancellation_reason_type: reasonType } = view
  return {
    ...view,
    ...{ client: null, client_id: null, call: null, call_state: null, call_started_at: null, call_ended_at: null },
    ...{ call_playback_state: null, call_need_interaction: false, always_in_call: false },
    ...{
      dispatcher: null,
      dispatcher_id: null,
      custom_driver_ids: [],
      manually_assigned: false,
      search_company_ids: [],
    },
    ...{ send_to_other_company: false, processed_by_company_id: null },
    ...{ rating: null, cancelled_by_user: null, cancelled_by_identifier: null },
    // Notes of an order the room took down are the room's own about the client.
    about_client: view.dispatcher_id === accountId ? view.about_client : null,
    driver: driver && { ...driver, identifier: null, phone: null },
    cancellation_reason_text:
      reason !== null && reasonType === 'driver_canceled' ? splitDriverReason(reason).reason : reason,
    finance_info: { ...view.finance_info, driver_payment: null },
    discount_compensated: null,
  }
}
