import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { fromWallTime, toWallTime } from '../../text/format.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { serverNow } from '../../ui/now.ts'
import { financeMessages } from './finance-messages.ts'

const messages = financeMessages.reports

interface Days {
  /** Dates in the Bucharest time zone, both included. */
  from?: string | undefined
  to?: string | undefined
}

/** Start and end of a period, as dates. */
export function PeriodDays({ from, to, onSet }: Days & { onSet: (days: Days) => void }) {
  return (
    <>
      <DateField
        size="xs"
        clearable
        label={messages.from}
        value={from ?? null}
        clearButtonProps={{ 'aria-label': `Șterge: ${messages.from}` }}
        onChange={(day) => onSet({ from: day ?? undefined })}
      />
      <DateField
        size="xs"
        clearable
        label={messages.to}
        value={to ?? null}
        clearButtonProps={{ 'aria-label': `Șterge: ${messages.to}` }}
        onChange={(day) => onSet({ to: day ?? undefined })}
      />
    </>
  )
}

/** From the first midnight to the midnight after the last day, as wire times. */
export function wireDays({ from, to }: Days): { date_from?: string; date_to?: string } {
  const start = from === undefined ? null : fromWallTime(`${from} 00:00:00`)
  const end = to === undefined ? null : fromWallTime(`${dayAfter(to)} 00:00:00`)
  return {
    ...(start ? { date_from: toWireTime(start) } : {}),
    ...(end ? { date_to: toWireTime(end) } : {}),
  }
}

/** From the first of the month to today, in Bucharest. */
export function monthSoFar(): { from: string; to: string } {
  const today = toWallTime(new Date(serverNow())).slice(0, 10)
  return { from: `${today.slice(0, 8)}01`, to: today }
}

/** Calendar dates are computed at noon UTC, so that daylight-saving changes have no effect. */
function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}
