import { scheduleMessages as messages } from './schedule-messages.ts'
import { dayAfter } from './schedule-range.ts'

const WHOLE = new Intl.DateTimeFormat('ro-RO', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const WEEKDAY = new Intl.DateTimeFormat('ro-RO', { weekday: 'short', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('ro-RO', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 'sâmbătă, 21 noiembrie', with 'azi' or 'mâine' where it applies. */
export function dayName(day: string, today: string): string {
  const name = WHOLE.format(noonOf(day))
  if (day === today) return `${name} · ${messages.today}`
  return day === dayAfter(today) ? `${name} · ${messages.tomorrow}` : name
}

/** 'sâm.' */
export function shortWeekday(day: string): string {
  return WEEKDAY.format(noonOf(day))
}

/** 'noiembrie 2026' */
export function monthName(day: string): string {
  return MONTH.format(noonOf(day))
}

function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}
