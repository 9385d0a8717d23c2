import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { millisOf } from '../../text/format.ts'
import { useNow } from '../../ui/now.ts'
import { carMessages } from './car-messages.ts'

/** Marks a car that does not come to the pickup, with the minutes since when. */
export function CarWarningTag({ warning: { kind, since } }: { warning: NonNullable<OrderView['car_warning']> }) {
  const minutes = useNow(({ now }) => Math.max(0, Math.floor((now - millisOf(since)) / 60_000)))
  return <span className="tag tag-bad digits">{carMessages.warnings[kind](minutes)}</span>
}
