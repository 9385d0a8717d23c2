import { findMessages } from '../../text/find-messages.ts'
import { ConfirmLongPeriod } from './confirm-long-period.tsx'
import type { Days } from './days.ts'
import { type OrdersRead, useOrdersSize } from './use-orders-size.ts'

/** Estimates the number of orders behind a long period of totals, before it is loaded. */
export function LongTotals({
  days,
  length,
  company,
  read = 'taken',
  onShow,
}: {
  days: Days
  /** In days. */
  length: number
  company: number | undefined
  read?: OrdersRead
  onShow: () => void
}) {
  const orders = useOrdersSize(days, company, read)
  return (
    <ConfirmLongPeriod
      days={length}
      size={orders === null ? null : findMessages.report.longOrders(orders)}
      onShow={onShow}
    />
  )
}
