import { useSession } from '../../api/session.ts'
import { useLive } from '../../realtime/use-live.ts'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/toast.ts'
import { useOrderPanel } from './order-lists.store.ts'

const NO_DRIVERS_MS = 60_000
const CALL_ENDED_MS = 5_000

/** Speaks up about my own orders that ended without a car; once an order, whatever is on the screen. */
export function useOrderNews() {
  useLive('order_canceled', ({ order_id, cancellation_reason_type }) => {
    const owner = useOrderPanel.getState().byId.get(order_id)?.dispatcher_id
    const isOpen = window.location.pathname.endsWith(`/order/${order_id}`)
    if (!isOpen && owner !== useSession.getState().userId) return
    if (cancellation_reason_type === 'no_drivers_found') {
      toast.bad(ro.order.noDrivers, { ms: NO_DRIVERS_MS, id: `no-drivers-${order_id}` })
    }
    if (cancellation_reason_type === 'call_ended') {
      toast.bad(ro.order.callEnded, { ms: CALL_ENDED_MS, id: `call-ended-${order_id}` })
    }
  })
}
