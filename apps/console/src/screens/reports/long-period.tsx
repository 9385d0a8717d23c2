import { readDispatchersReport } from '@dispecerat/contract/reports'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'
import { findWords } from '../../text/find-words.ts'
import { daysIn } from './asks-first.ts'
import type { Period } from './report-period.ts'

const words = findWords.report
/** A line of the table, as it comes out for a street of usual length. */
const BYTES_OF_LINE = 80

/** How much a long period holds, added up from the sums of its days, before its orders are read one by one. */
export function LongPeriod({
  period,
  company,
  onShow,
}: {
  period: Period
  company: number | undefined
  onShow: () => void
}) {
  const maySum = useUser().permissions.includes('reports.read')
  const query = {
    ...{ date_from: period.from.slice(0, 10), date_to: period.to.slice(0, 10), group: 'month' as const },
    ...(company ? { company_id: company } : {}),
  }
  const { data } = useQuery({
    queryKey: ['orders-report', 'size', query],
    queryFn: ({ signal }) => call(readDispatchersReport, { query }, { signal }),
    enabled: maySum,
  })
  const orders = Number(data?.totals.orders ?? Number.NaN)
  return (
    <section className="panel book-empty" role="status">
      <p>
        {words.long(daysIn(period))}{' '}
        {Number.isNaN(orders) ? words.longHint : words.longSize(orders, Math.ceil((orders * BYTES_OF_LINE) / 1024))}
      </p>
      <Button size="compact-sm" onClick={onShow}>
        {words.show}
      </Button>
    </section>
  )
}
