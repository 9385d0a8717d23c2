import { Anchor, SegmentedControl } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { hourAndMinute, toWallTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { serverNow, useNow } from '../../ui/now.ts'
import type { ChangeDraft } from './draft-store.ts'
import { type Departure, departureAt, PICKUP_IN_MINUTES } from './order-draft.ts'

const words = ro.order.when
/** The calendar is heavy and rarely needed. */
const DateTimeField = lazy(() => import('../../ui/date-time-field.tsx').then((m) => ({ default: m.DateTimeField })))

/** 'Acum' follows the clock; minutes too; a chosen hour stands still until somebody returns to now. */
export function WhenField({
  departure,
  error,
  change,
}: {
  departure: Departure
  error: string | undefined
  change: ChangeDraft
}) {
  const value = departure.kind === 'in' ? String(departure.minutes) : departure.kind
  const choose = (next: string) => {
    if (next === 'now') change({ departure: { kind: 'now' } })
    else if (next === 'at') change({ departure: { kind: 'at', wall: toWallTime(new Date(serverNow() + 60 * 60_000)) } })
    else change({ departure: { kind: 'in', minutes: Number(next) } })
  }
  return (
    <div className="when">
      <span className="field-label" id="when-label">
        {words.label}
      </span>
      <SegmentedControl
        aria-labelledby="when-label"
        value={value}
        onChange={choose}
        data={[
          { value: 'now', label: words.now },
          ...PICKUP_IN_MINUTES.map((n) => ({ value: String(n), label: words.inMinutes(n) })),
          { value: 'at', label: words.custom },
        ]}
      />
      <LeavesAt departure={departure} />
      {departure.kind === 'at' ? (
        <Suspense fallback={null}>
          <DateTimeField
            label={words.at}
            labelProps={{ className: 'inline-label' }}
            className="partner"
            value={departure.wall}
            error={error}
            minDate={toWallTime(new Date(serverNow()))}
            onChange={(wall) => wall && change({ departure: { kind: 'at', wall } })}
          />
        </Suspense>
      ) : null}
      {departure.kind === 'now' ? null : (
        <Anchor component="button" type="button" size="xs" onClick={() => choose('now')}>
          {words.backToNow}
        </Anchor>
      )}
    </div>
  )
}

function LeavesAt({ departure }: { departure: Departure }) {
  const now = useNow((s) => s.now)
  if (departure.kind === 'at') return null
  return <time className="small dim">{hourAndMinute(departureAt(departure, new Date(now)))}</time>
}
