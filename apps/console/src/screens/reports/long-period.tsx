import { findWords } from '../../text/find-words.ts'
import { AskFirst } from './ask-first.tsx'
import { daysIn } from './asks-first.ts'
import type { Period } from './report-period.ts'
import { useOrdersSize } from './use-orders-size.ts'

const words = findWords.report
/** A line of the table, as it comes out for a street of usual length. */
const BYTES_OF_LINE = 80

/** How much a long period holds, before its orders are read one by one. */
export function LongPeriod({
  period,
  company,
  onShow,
}: {
  period: Period
  company: number | undefined
  onShow: () => void
}) {
  const days = { from: period.from.slice(0, 10), to: period.to.slice(0, 10) }
  const orders = useOrdersSize(days, company)
  const size = orders === null ? null : words.longSize(orders, Math.ceil((orders * BYTES_OF_LINE) / 1024))
  return <AskFirst days={daysIn(period)} size={size} onShow={onShow} />
}
