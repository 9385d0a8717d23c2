import type { ConsoleEventData } from '@dispecerat/contract/api/realtime'
import { useLayoutEffect } from 'react'
import { useSession } from '../../api/session.ts'
import { useLive } from '../../realtime/use-live.ts'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { endingOf } from './order-ending.ts'

const NO_DRIVERS_MS = 60_000
const CALL_ENDED_MS = 5_000

type Canceled = ConsoleEventData<'order_canceled'>

/** Orders whose form is open in this window: only the form notifies about them. */
const openForms = new Map<number, number>()

function notify(event: Canceled, callEnded: string) {
  const ending = endingOf(event)
  const { order_id } = event
  /* One toast per order: the id removes duplicates. */
  if (ending === 'no_drivers') toast.bad(ro.order.noDrivers, { ms: NO_DRIVERS_MS, id: `no-drivers-${order_id}` })
  if (ending === 'call_ended') toast.bad(callEnded, { ms: CALL_ENDED_MS, id: `call-ended-${order_id}` })
}

/** Notices about the order whose form is open, whichever dispatcher owns it. */
export function useFormNotices(orderId: number) {
  useLayoutEffect(() => {
    openForms.set(orderId, (openForms.get(orderId) ?? 0) + 1)
    return () => {
      const left = (openForms.get(orderId) ?? 1) - 1
      if (left > 0) openForms.set(orderId, left)
      else openForms.delete(orderId)
    }
  }, [orderId])
  useLive('order_canceled', (event) => {
    if (event.order_id === orderId) notify(event, ro.order.callEnded)
  })
}

/** Notices about this dispatcher's orders without an open form, on every screen. */
export function useMyOrderNotices() {
  useLive('order_canceled', (event) => {
    if (openForms.has(event.order_id) || event.dispatcher_id !== useSession.getState().userId) return
    notify(event, ro.order.callEndedElsewhere)
  })
}
