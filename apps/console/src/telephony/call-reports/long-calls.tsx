import { sizeCallsReport } from '@dispecerat/contract/telephony/call-reports'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { ConfirmLongPeriod } from '../../shared/totals/confirm-long-period.tsx'
import { callsReportMessages as messages } from '../../text/calls-report-messages.ts'

interface Props {
  params: { date_from: string; date_to: string; company_id?: number }
  /** In days. */
  length: number
  onShow: () => void
}

/** Number of calls in a long period, before the report is loaded. */
export function LongCalls({ params, length, onShow }: Props) {
  const { data } = useEndpointQuery(sizeCallsReport, { query: params })
  return (
    <ConfirmLongPeriod
      days={length}
      size={data ? messages.longSize(data.calls, data.is_capped) : null}
      onShow={onShow}
    />
  )
}
