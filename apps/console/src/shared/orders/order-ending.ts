/* Not in its importer, which needs a browser: the unit test runs without one. */
import type { ConsoleEventData } from '@dispecerat/contract/api/realtime'
import { ro } from '../../text/ro.ts'

type Canceled = ConsoleEventData<'order_canceled'>

/** The kind of ending of an order without a car that dispatchers are notified of; null for others. */
export function endingOf(event: Pick<Canceled, 'cancellation_reason_type' | 'cancellation_reason_text'>) {
  const { cancellation_reason_type: type, cancellation_reason_text: text } = event
  if (type === 'no_drivers_found') return 'no_drivers'
  const isEndedCall = type === 'call_ended' || (type === 'dispatcher_canceled' && text === ro.order.clientFinishedCall)
  return isEndedCall ? 'call_ended' : null
}
