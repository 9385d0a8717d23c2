import { listRecordingsOfOrder } from '@dispecerat/contract/telephony/call-reports'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { useUser } from '../../api/session.ts'
import { callsReportMessages as messages } from '../../text/calls-report-messages.ts'
import { shownTime } from '../../text/format.ts'
import { useTimeFormat } from '../user/use-time-format.ts'
import { RecordingPlayer } from './recording-player.tsx'

/** Recordings of an order's calls, where the exchange stores them; otherwise nothing. */
export function CallRecordings({ orderId }: { orderId: number }) {
  const mayListen = useUser().permissions.includes('recordings.listen')
  const timeFormat = useTimeFormat()
  const { data } = useEndpointQuery(listRecordingsOfOrder, { params: { id: orderId } }, { enabled: mayListen })
  if (!data || data.data.length === 0) return null
  return (
    <section aria-labelledby="call-recordings">
      <h3 id="call-recordings" className="panel-title">
        {messages.recordings}
      </h3>
      <p className="small dim">{messages.noted}</p>
      <ul className="call-recordings">
        {data.data.map(({ id, call_id, direction, rang_at, dispatcher_name, seconds }) => (
          <li key={id}>
            <span className="digits">
              {direction === 'out' ? '↗ ' : ''}
              {shownTime(rang_at, timeFormat)}
            </span>
            {dispatcher_name ? <span className="dim">{dispatcher_name}</span> : null}
            <RecordingPlayer callId={call_id} recordingId={id} seconds={seconds} rangAt={rang_at} />
          </li>
        ))}
      </ul>
    </section>
  )
}
