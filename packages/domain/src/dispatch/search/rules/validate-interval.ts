import { FieldErrors } from '../../../kernel/errors.ts'
import type { SearchInterval } from '../../search-rules.ts'

const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * Refuses an interval that does not exist in wall time. Throws `FieldErrors` with wire paths ('value.time_from'); equal ends are allowed:
 * the interval then applies for one second.
 */
export function validateInterval(
  interval: Pick<SearchInterval, 'type' | 'timeFrom' | 'timeTo' | 'selectedDay' | 'customDay'>,
): void {
  const fields: Record<string, string[]> = {}
  const complain = (field: string, message: string | null) => {
    if (message !== null) fields[field] = [message]
  }
  complain('value.time_from', TIME.test(interval.timeFrom) ? null : 'Ora de început trebuie scrisă HH:mm:ss.')
  complain('value.time_to', TIME.test(interval.timeTo) ? null : 'Ora de sfârșit trebuie scrisă HH:mm:ss.')
  complain('value.selected_day', wrongWeekday(interval))
  complain('value.custom_day', wrongSpecialDay(interval))
  if (Object.keys(fields).length > 0) throw new FieldErrors(fields)
}

function wrongWeekday({ type, selectedDay }: Pick<SearchInterval, 'type' | 'selectedDay'>): string | null {
  if (selectedDay === null) return null
  if (type === 'custom') return 'O zi specială nu are și zi a săptămânii.'
  return Number.isInteger(selectedDay) && selectedDay >= 1 && selectedDay <= 7
    ? null
    : 'Ziua săptămânii este un număr de la 1 (luni) la 7 (duminică).'
}

function wrongSpecialDay({ type, customDay }: Pick<SearchInterval, 'type' | 'customDay'>): string | null {
  if (type === 'weekdays') return customDay === null ? null : 'Data se alege numai pentru o zi specială.'
  if (customDay === null || customDay === '') return 'Alegeți data zilei speciale.'
  return isCalendarDay(customDay) ? null : 'Data trebuie să fie o zi din calendar, AAAA-LL-ZZ.'
}

/** '2026-02-30' is not a day, though a Date would read it as the second of March. */
function isCalendarDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const noon = new Date(`${text}T12:00:00Z`)
  return !Number.isNaN(noon.getTime()) && noon.toISOString().slice(0, 10) === text
}
