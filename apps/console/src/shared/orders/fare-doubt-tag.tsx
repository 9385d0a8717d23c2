import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { fareDoubtMark, fareDoubtReason } from '@dispecerat/domain/orders/fare-doubt-labels'

/** Marks a fare that has to be confirmed; the reason is a tooltip and is read by screen readers. */
export function FareDoubtTag({ doubt }: { doubt: NonNullable<OrderView['fare_doubt']> }) {
  const reason = fareDoubtReason(doubt)
  return (
    <span className="tag tag-bad" title={reason}>
      {fareDoubtMark}
      <span className="visually-hidden">: {reason}</span>
    </span>
  )
}
