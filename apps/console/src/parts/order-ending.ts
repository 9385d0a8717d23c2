import type { ConsoleEventData } from '@dispecerat/contract/realtime'
import { ro } from '../text/ro.ts'

type Canceled = ConsoleEventData<'order_canceled'>

/** What a dispatcher is told of an order that ended without a car, if anything. */
export function endingOf(event: Pick<Canceled, 'cancellation_reason_type' | 'cancellation_reason_text'>) {
  const { cancellation_reason_type: type, cancellation_reason_text: text } = event
  if (type === 'no_drivers_found') return 'no_drivers'
  const isEndedCall = type === 'call_ended' || (type === 'dispatcher_canceled' && text === ro.order.clientFinishedCall)
  return isEndedCall ? 'call_ended' : null
}
