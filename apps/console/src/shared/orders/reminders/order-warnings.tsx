import { useLive } from '../../../realtime/use-live.ts'
import { hourAndMinute, shortAddress, shownTime } from '../../../text/format.ts'
import { useOrderToast } from './use-order-toast.tsx'
import { warningMessages as messages } from './warning-messages.ts'

/** Warns dispatchers about the car of an order: its driver gave the order back, or it does not come to the pickup. */
export function OrderWarnings() {
  const show = useOrderToast()
  useLive('order_warning', ({ order_id: id, kind, indicativ, order }) => {
    if (order === null) return
    const what = `${shownTime(order.departure_time, hourAndMinute)} ${shortAddress(order.address ?? '')}`
    // A server of a later version may send a kind that this page does not know.
    const text = messages.kinds[kind]?.(messages.car(indicativ), what, order.state === 'pending')
    if (text !== undefined) show(`warning-${id}-${kind}`, id, text)
  })
  return null
}
