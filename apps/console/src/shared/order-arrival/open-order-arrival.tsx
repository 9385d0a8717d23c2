import type { ClientView } from '@dispecerat/contract/orders/clients'
import { hourAndMinute, millisOf, shownTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { useNow } from '../../ui/now.ts'
import { RoadEta } from './road-eta.tsx'

const messages = ro.calls.memory

/** Answer to the client's likely question: in how many minutes the car arrives, or when a scheduled order leaves. */
export function OpenOrderArrival({ order }: { order: NonNullable<ClientView['open_order']> }) {
  const minute = useNow((s) => Math.floor(s.now / 60_000))
  const { trip_state, assigned_at, waiting_driver_time } = order
  if (order.state === 'pending') {
    return <span>{messages.leaves(shownTime(order.departure_time, hourAndMinute))}</span>
  }
  if (trip_state !== 'waiting_driver' || assigned_at === null || waiting_driver_time === null) return null
  const left = Math.ceil(millisOf(assigned_at) / 60_000) + waiting_driver_time - minute
  return (
    <>
      <span>{messages.arrives(left)}</span>
      <RoadEta orderId={order.id} />
    </>
  )
}
