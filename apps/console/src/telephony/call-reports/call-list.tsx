import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import type { readCallsReport } from '@dispecerat/contract/telephony/call-reports'
import { listCallsForReport, type ReportedCall } from '@dispecerat/contract/telephony/call-reports'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { CALL_OUTCOMES } from '@dispecerat/domain/telephony/call-outcome'
import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import type { CallsReportParams } from '../../routes/params/order-list-params.ts'
import { Pages } from '../../shared/filters/pages.tsx'
import { RecordingPlayer } from '../../shared/telephone/recording-player.tsx'
import { callsReportMessages as messages } from '../../text/calls-report-messages.ts'
import { findMessages } from '../../text/find-messages.ts'
import { dayAndSecond, shownTime } from '../../text/format.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { type CallTime, secondsText, whenText } from './call-texts.ts'

interface Props {
  find: CallsReportParams
  params: { date_from: string; date_to: string; company_id?: number }
  report: ReplyOf<typeof readCallsReport>
  by: CallTime
  onSet: (change: Partial<CallsReportParams>) => void
}

/** The calls behind a figure: of the whole period, of one day or hour, of one dispatcher. */
export function CallList({ find, params, report, by, onSet }: Props) {
  const row = report.rows.find(({ from }) => from === find.at)
  const page = find.page ?? 1
  const query = {
    ...params,
    ...(row ? { date_from: row.from, date_to: row.to } : {}),
    ...(find.dispatcher ? { dispatcher_id: find.dispatcher } : {}),
    ...(find.outcome ? { outcome: find.outcome } : {}),
    page,
  }
  const { data, isError, isLoading, dataUpdatedAt, refetch } = useEndpointQuery(
    listCallsForReport,
    { query },
    { placeholderData: keepPreviousData },
  )
  const dispatcher = report.dispatchers.find(({ dispatcher_id }) => dispatcher_id === find.dispatcher)
  const title = row
    ? messages.callsOf(whenText(row.from, by))
    : dispatcher?.dispatcher_name
      ? messages.callsOfDispatcher(dispatcher.dispatcher_name)
      : messages.calls
  return (
    <section className="panel call-panel" aria-labelledby="call-list-title">
      <div className="call-list-head">
        <h2 id="call-list-title" className="panel-title" aria-live="polite">
          {title} {data ? `(${data.meta.total}${data.meta.total_is_capped ? '+' : ''})` : ''}
        </h2>
        {row || dispatcher ? (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => onSet({ at: undefined, dispatcher: undefined } as Partial<CallsReportParams>)}
          >
            {messages.showAll}
          </Button>
        ) : null}
        <NativeSelect
          size="xs"
          aria-label={messages.fate}
          value={find.outcome ?? ''}
          data={[
            { value: '', label: `${messages.fate}: ${findMessages.report.allStates}` },
            ...CALL_OUTCOMES.map((outcome) => ({ value: outcome as string, label: messages.outcomes[outcome] })),
          ]}
          onChange={(event) =>
            onSet({ outcome: CALL_OUTCOMES.find((outcome) => outcome === event.currentTarget.value) })
          }
        />
      </div>
      {isError && !data ? <LoadFailed onRetry={() => void refetch()} lastGoodAt={dataUpdatedAt} /> : null}
      {isLoading ? <Skeleton height={240} /> : null}
      {data?.data.length === 0 ? <p className="dim">{messages.noCalls}</p> : null}
      {data && data.data.length > 0 ? <Rows calls={data.data} /> : null}
      {data && (data.meta.total > data.meta.per_page || page > 1) ? (
        <Pages
          page={page}
          hasMore={data.meta.total_is_capped || page * data.meta.per_page < data.meta.total}
          onPage={(next) => onSet({ page: next })}
        />
      ) : null}
    </section>
  )
}

function Rows({ calls }: { calls: readonly ReportedCall[] }) {
  return (
    <table className="call-figures call-list">
      <thead>
        <tr>
          <th>{messages.when}</th>
          <th>{messages.who}</th>
          <th>{messages.fate}</th>
          <th className="is-number">{messages.wait}</th>
          <th className="is-number">{messages.talk}</th>
          <th>{messages.dispatcher}</th>
          <th>{messages.order}</th>
          <th>{messages.sound}</th>
        </tr>
      </thead>
      <tbody>
        {calls.map((one) => (
          <tr key={one.id}>
            <td className="digits">
              <time>{shownTime(one.rang_at, dayAndSecond)}</time>
            </td>
            <td>
              <span className="digits">{prettyPhone(one.phone)}</span> {one.client_name}
            </td>
            <td className={`call-fate fate-${one.outcome}`}>{messages.outcomes[one.outcome]}</td>
            <td className="is-number digits">{secondsText(one.waited_seconds)}</td>
            <td className="is-number digits">{secondsText(one.talk_seconds)}</td>
            <td>
              {one.dispatcher_name}
              {one.transferred_from_name ? (
                <span className="dim"> {messages.from(one.transferred_from_name)}</span>
              ) : null}
            </td>
            <td className="digits">
              {one.order_id === null ? null : (
                <Link to="." search={(search) => ({ ...search, preview: one.order_id ?? undefined })}>
                  {one.order_id}
                </Link>
              )}
            </td>
            <td>
              {one.recording ? (
                <RecordingPlayer
                  callId={one.id}
                  recordingId={one.recording.id}
                  seconds={one.recording.seconds}
                  rangAt={one.rang_at}
                />
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
