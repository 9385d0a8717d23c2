import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import { readDriverReport } from '@dispecerat/contract/office/driver-reports'
import { Button, Skeleton } from '@mantine/core'
import { useParams, useRouterState } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { money, shownTime } from '../../text/format.ts'
import { publicMessages } from '../../text/public-messages.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import './public.css'

const messages = publicMessages.report
type Report = ReplyOf<typeof readDriverReport>['data']

/**
 * /driver/reports with the token after #: a driver's trips, for anyone with the link; printable. Older links have the
 * token in the path.
 */
export function DriverReportScreen() {
  const { token: inPath } = useParams({ strict: false })
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const token = inPath ?? hash
  const { data, error, refetch } = useEndpointQuery(
    readDriverReport,
    { body: { token } },
    { select: ({ data }) => data },
  )
  const isGone = error instanceof ApiError && error.status === 404
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it
    <main id="content" className="bare" tabIndex={0}>
      <h1>{messages.title}</h1>
      {isGone ? <p>{messages.expired}</p> : null}
      {error && !isGone && !data ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Skeleton height={320} />}
      {data ? <ReportBody report={data} /> : null}
    </main>
  )
}

function ReportBody({ report: { driver, token, from, to, fairness, trips } }: { report: Report }) {
  const total = trips.reduce((sum, { cost }) => sum + Math.round((cost ?? 0) * 100), 0) / 100
  return (
    <>
      <p>
        {messages.driver}: <strong>{[driver.indicativ, driver.name].filter(Boolean).join(' · ')}</strong>
      </p>
      <p>{messages.period(shownTime(from), shownTime(to))}</p>
      <p className="small dim report-token">
        {messages.token}: <code>{token}</code>
      </p>
      <p className="no-print">
        <Button size="compact-sm" variant="default" onClick={() => window.print()}>
          {messages.print}
        </Button>
      </p>
      {fairness ? <OwnPart part={fairness} /> : null}
      {trips.length === 0 ? <p>{messages.none}</p> : <Trips trips={trips} total={total} />}
    </>
  )
}

/** The driver's offers and earnings per hour, compared with the usual ones; no other driver is named. */
function OwnPart({ part }: { part: NonNullable<Report['fairness']> }) {
  const { figures } = messages
  const number = (n: number) => String(n).replace('.', ',')
  const facts: [string, string | null][] = [
    [figures.hours, number(part.hours)],
    [figures.perHour, part.earnings_per_hour === null ? null : money(part.earnings_per_hour)],
    [figures.usual, part.usual_per_hour === null ? null : money(part.usual_per_hour)],
    [figures.place, part.place === null ? null : messages.placeOf(part.place, part.among)],
    [figures.offers, number(part.offers)],
    [figures.share, part.share === null ? null : `${number(part.share)}×`],
    [figures.answers, `${part.accepted} · ${part.refused} · ${part.unanswered}`],
    [figures.pickup, part.pickup_km === null ? null : `${number(part.pickup_km)} km`],
    [figures.idle, part.idle_percent === null ? null : `${number(part.idle_percent)} %`],
  ]
  return (
    <section aria-label={messages.part}>
      <h2>{messages.part}</h2>
      <FactList facts={facts} />
      <p className="small dim">{messages.partHint}</p>
    </section>
  )
}

function Trips({ trips, total }: { trips: Report['trips']; total: number }) {
  const { columns } = messages
  return (
    <table className="trips" aria-label={messages.trips}>
      <thead>
        <tr>
          {Object.values(columns).map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {trips.map(({ id, date, pickup, destinations, started, finished, payment_type, cost, fare_doubted }) => (
          <tr key={id}>
            <td data-label={columns.date}>{shownTime(date)}</td>
            <td data-label={columns.pickup}>{pickup}</td>
            <td data-label={columns.to}>{destinations.join(' → ')}</td>
            <td data-label={columns.started}>{shownTime(started)}</td>
            <td data-label={columns.finished}>{shownTime(finished)}</td>
            <td data-label={columns.payment}>{messages.payments[payment_type] ?? payment_type}</td>
            <td data-label={columns.cost}>{fare_doubted ? messages.toVerify : cost === null ? '' : money(cost)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={6}>
            {messages.total}
          </th>
          <td>{money(total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
