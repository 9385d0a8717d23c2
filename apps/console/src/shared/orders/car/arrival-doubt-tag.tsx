import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { arrivalDoubtReason, arrivalMessages } from './arrival-messages.ts'

/** Marks an arrival that the position of the car does not confirm; the reason is a tooltip and is read by screen readers. */
export function ArrivalDoubtTag({ doubt }: { doubt: NonNullable<OrderView['arrival_doubt']> }) {
  const reason = arrivalDoubtReason(doubt)
  return (
    <span className="tag tag-bad" title={reason}>
      {arrivalMessages.doubted}
      <span className="visually-hidden">: {reason}</span>
    </span>
  )
}
