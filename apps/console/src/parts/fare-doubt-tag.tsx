import type { OrderView } from '@dispecerat/contract/order-shapes'
import { fareDoubtMark, fareDoubtReason } from '@dispecerat/domain/words/fare-doubt-words'

/** The mark of a fare that somebody has to confirm; why is under the pointer and read aloud. */
export function FareDoubtTag({ doubt }: { doubt: NonNullable<OrderView['fare_doubt']> }) {
  const reason = fareDoubtReason(doubt)
  return (
    <span className="tag tag-bad" title={reason}>
      {fareDoubtMark}
      <span className="visually-hidden">: {reason}</span>
    </span>
  )
}
