import { useUser } from '../../../api/session.ts'
import { useLive } from '../../../realtime/use-live.ts'
import { hourAndMinute, shortAddress, shownTime } from '../../../text/format.ts'
import { reminderMessages as messages } from './reminder-messages.ts'
import { useOrderToast } from './use-order-toast.tsx'

/** Reminds dispatchers of a scheduled order before its departure, and when its search begins. */
export function OrderReminders() {
  const show = useOrderToast()
  const isDispatcher = useUser().permissions.includes('orders.dispatch')
  useLive('order_reminder', ({ order_id: id, kind, order }) => {
    if (!isDispatcher || order === null) return
    const text = messages[kind](
      `${shownTime(order.departure_time, hourAndMinute)} ${shortAddress(order.address ?? '')}`,
    )
    show(`reminder-${id}-${kind}`, id, text)
  })
  return null
}
