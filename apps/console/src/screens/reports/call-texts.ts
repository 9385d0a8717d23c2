import { duration, hourAndMinute, shownTime } from '../../text/format.ts'
import { groupThousands } from '../../text/plural.ts'

const weekday = new Intl.DateTimeFormat('ro-RO', {
  timeZone: 'Europe/Bucharest',
  weekday: 'short',
  day: '2-digit',
  month: '2-digit',
})

/** 'lun., 20.10' or '14:00'. */
export function whenText(wire: string, by: 'day' | 'hour'): string {
  return shownTime(wire, by === 'hour' ? hourAndMinute : (at) => weekday.format(at))
}

/** '12 s', '01:05', a dash for none. */
export function secondsText(seconds: number | null): string {
  if (seconds === null) return '—'
  return seconds < 60 ? `${seconds} s` : duration(seconds)
}

export function percent(of100: number | null): string {
  return of100 === null ? '—' : `${String(of100).replace('.', ',')} %`
}

/** '210 (91,3 %)'. */
export function shareOf(part: number, whole: number): string {
  const share = whole === 0 ? null : Math.round((1000 * part) / whole) / 10
  return share === null ? groupThousands(part) : `${groupThousands(part)} (${percent(share)})`
}
