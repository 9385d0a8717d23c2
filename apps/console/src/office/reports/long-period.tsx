import type { Period } from '../../shared/reports/report-period.ts'
import { ConfirmLongPeriod } from '../../shared/totals/confirm-long-period.tsx'
import { daysIn } from '../../shared/totals/use-long-period.ts'
import { useOrdersSize } from '../../shared/totals/use-orders-size.ts'
import { findMessages } from '../../text/find-messages.ts'

const messages = findMessages.report
/** Bytes of a table row with an address of usual length. */
const BYTES_OF_LINE = 80

/** Number of orders in a long period, before they are loaded. */
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
  const orders = useOrdersSize(days, company, 'taken')
  const size = orders === null ? null : messages.longSize(orders, Math.ceil((orders * BYTES_OF_LINE) / 1024))
  return <ConfirmLongPeriod days={daysIn(period)} size={size} onShow={onShow} />
}
