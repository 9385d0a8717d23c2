import { Anchor } from '@mantine/core'
import { Suspense } from 'react'
import { toWallTime } from '../../../text/format.ts'
import { ro } from '../../../text/ro.ts'
import { onDemand } from '../../../ui/later.ts'
import { serverNow } from '../../../ui/now.ts'
import type { ChangeDraft } from '../draft/draft-store.ts'
import type { Departure } from '../draft/order-draft.ts'

const AN_HOUR_MS = 60 * 60_000
/** The calendar is large and rarely needed, so it is loaded on demand. */
const DepartureAt = onDemand(() => import('./departure-at.tsx').then((m) => m.DepartureAt))

/** A departure as the select's value: 'now', 'at' or minutes. */
export function choiceOf(departure: Departure): string {
  return departure.kind === 'in' ? String(departure.minutes) : departure.kind
}

export function departureOf(choice: string): Departure {
  if (choice === 'now') return { kind: 'now' }
  if (choice === 'at') return { kind: 'at', wall: toWallTime(new Date(serverNow() + AN_HOUR_MS)) }
  return { kind: 'in', minutes: Number(choice) }
}

interface Props {
  departure: Departure
  error: string | undefined
  change: ChangeDraft
}

/** The calendar for a chosen hour, and the button back to the current time. */
export function CustomDeparture({ departure, error, change }: Props) {
  return (
    <>
      {departure.kind === 'at' ? (
        <Suspense fallback={null}>
          <DepartureAt departure={departure} error={error} change={change} />
        </Suspense>
      ) : null}
      {departure.kind === 'now' ? null : (
        <Anchor component="button" type="button" size="xs" onClick={() => change({ departure: { kind: 'now' } })}>
          {ro.order.when.backToNow}
        </Anchor>
      )}
    </>
  )
}
