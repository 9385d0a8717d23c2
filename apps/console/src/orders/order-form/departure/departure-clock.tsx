import { dayAndTime, hourToSecond } from '../../../text/format.ts'
import { ro } from '../../../text/ro.ts'
import { useNow } from '../../../ui/now.ts'
import { type Departure, departureAt } from '../draft/order-draft.ts'

/** The current time, updated each second, until an hour is chosen. */
export function DepartureClock({ departure }: { departure: Departure }) {
  const isChosen = departure.kind === 'at'
  const now = useNow((s) => (isChosen ? 0 : s.now))
  const at = departureAt(departure, new Date(now))
  return (
    <time className="small digits" title={ro.order.form.leavesAt}>
      {isChosen ? dayAndTime(at) : hourToSecond(at)}
    </time>
  )
}
