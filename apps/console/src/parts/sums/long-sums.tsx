import { findWords } from '../../text/find-words.ts'
import { AskFirst } from './ask-first.tsx'
import type { Days } from './days.ts'
import { useOrdersSize } from './use-orders-size.ts'

/** How many orders the sums of a long period would be read from. */
export function LongSums({
  days,
  length,
  company,
  onShow,
}: {
  days: Days
  /** In days. */
  length: number
  company: number | undefined
  onShow: () => void
}) {
  const orders = useOrdersSize(days, company)
  return <AskFirst days={length} size={orders === null ? null : findWords.report.longOrders(orders)} onShow={onShow} />
}
