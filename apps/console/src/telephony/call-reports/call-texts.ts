import type { CallFigures } from '@dispecerat/contract/telephony/call-reports'
import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { duration, hourAndMinute, shownTime } from '../../text/format.ts'

const weekday = new Intl.DateTimeFormat('ro-RO', {
  timeZone: 'Europe/Bucharest',
  weekday: 'short',
  day: '2-digit',
  month: '2-digit',
})

const month = new Intl.DateTimeFormat('ro-RO', { timeZone: 'Europe/Bucharest', month: 'long', year: 'numeric' })

/** Unit of time of the report's rows. */
export type CallTime = 'day' | 'hour' | 'month'

/** 'lun., 20.10', '14:00' or 'octombrie 2026'. */
export function whenText(wire: string, by: CallTime): string {
  if (by === 'hour') return shownTime(wire, hourAndMinute)
  return shownTime(wire, (at) => (by === 'month' ? month : weekday).format(at))
}

/** '12 s', '01:05', a dash for none. */
export function secondsText(seconds: number | null): string {
  if (seconds === null) return '—'
  return seconds < 60 ? `${seconds} s` : duration(seconds)
}

/** '6 s · 24 s · 01:00': median, 90th percentile, maximum. */
export function waitText(row: Pick<CallFigures, 'wait_p50_seconds' | 'wait_p90_seconds' | 'wait_max_seconds'>): string {
  if (row.wait_p50_seconds === null) return secondsText(null)
  return [row.wait_p50_seconds, row.wait_p90_seconds, row.wait_max_seconds].map(secondsText).join(' · ')
}

export function percent(of100: number | null): string {
  return of100 === null ? '—' : `${String(of100).replace('.', ',')} %`
}

/** '210 (91,3 %)'. */
export function shareOf(part: number, whole: number): string {
  const share = whole === 0 ? null : Math.round((1000 * part) / whole) / 10
  return share === null ? groupThousands(part) : `${groupThousands(part)} (${percent(share)})`
}
