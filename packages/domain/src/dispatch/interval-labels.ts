import type { SearchInterval } from './search-rules.ts'

const WEEKDAYS = ['luni', 'marți', 'miercuri', 'joi', 'vineri', 'sâmbătă', 'duminică'] as const

/** 1 → 'luni' … 7 → 'duminică'. */
export function weekdayName(isoWeekday: number): string {
  return WEEKDAYS[isoWeekday - 1] ?? ''
}

const longDay = new Intl.DateTimeFormat('ro-RO', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })

/** '2026-12-01' → '1 decembrie 2026'; a text that is not a date stays as typed. */
export function describeDay(date: string): string {
  const noon = new Date(`${date}T12:00:00Z`)
  return Number.isNaN(noon.getTime()) ? date : longDay.format(noon)
}

type When = Pick<SearchInterval, 'type' | 'timeFrom' | 'timeTo' | 'selectedDay' | 'customDay'>

/** 'în fiecare zi', 'sâmbătă', '1 decembrie 2026'. */
export function dayText({ type, selectedDay, customDay }: When): string {
  if (type === 'custom') return customDay ? describeDay(customDay) : 'zi specială fără dată'
  return selectedDay === null ? 'în fiecare zi' : weekdayName(selectedDay)
}

/** '22:00–06:00', 'toată ziua'. The last second is inclusive, so 05:59:59 is shown as six o'clock. */
export function hoursText({ timeFrom, timeTo }: Pick<When, 'timeFrom' | 'timeTo'>): string {
  if (timeFrom === '00:00:00' && timeTo === '23:59:59') return 'toată ziua'
  return `${shortTime(timeFrom)}–${shortTime(afterLastSecond(timeTo))}`
}

/** 'sâmbătă, 22:00–06:00' */
export function whenText(interval: When): string {
  return `${dayText(interval)}, ${hoursText(interval)}`
}

function shortTime(time: string): string {
  return time.endsWith(':00') ? time.slice(0, 5) : time
}

function afterLastSecond(time: string): string {
  if (!time.endsWith(':59')) return time
  const [hours = 0, minutesPast = 0] = time.split(':').map(Number)
  const next = hours * 60 + minutesPast + 1
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(next / 60))}:${two(next % 60)}:00`
}
