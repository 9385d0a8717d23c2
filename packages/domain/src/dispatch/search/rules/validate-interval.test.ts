import { describe, expect, test } from 'vitest'
import { FieldErrors } from '../../../kernel/errors.ts'
import { validateInterval } from './validate-interval.ts'

const ALL_WEEK = {
  type: 'weekdays',
  timeFrom: '00:00:00',
  timeTo: '23:59:59',
  selectedDay: null,
  customDay: null,
} as const

function fieldsOf(change: Partial<Parameters<typeof validateInterval>[0]>): string[] {
  try {
    validateInterval({ ...ALL_WEEK, ...change })
    return []
  } catch (error) {
    if (error instanceof FieldErrors) return Object.keys(error.fields)
    throw error
  }
}

describe('valid intervals', () => {
  test.each([
    ['the whole week', {}],
    ['over midnight', { timeFrom: '22:00:00', timeTo: '05:59:59', selectedDay: 6 }],
    ['one second', { timeFrom: '12:00:00', timeTo: '12:00:00' }],
    ['a special day', { type: 'custom', customDay: '2026-12-01' } as const],
    ['a leap day', { type: 'custom', customDay: '2028-02-29' } as const],
  ])('%s', (_name, change) => expect(fieldsOf(change)).toEqual([]))
})

describe('invalid intervals', () => {
  test.each([
    ['an hour without seconds', { timeFrom: '22:00' }, ['value.time_from']],
    ['the 24th hour', { timeTo: '24:00:00' }, ['value.time_to']],
    ['an eighth weekday', { selectedDay: 8 }, ['value.selected_day']],
    ['half a weekday', { selectedDay: 1.5 }, ['value.selected_day']],
    ['a special day without its date', { type: 'custom' } as const, ['value.custom_day']],
    ['the 30th of February', { type: 'custom', customDay: '2026-02-30' } as const, ['value.custom_day']],
    ['a date in Romanian order', { type: 'custom', customDay: '01.12.2026' } as const, ['value.custom_day']],
    [
      'a special day that is a weekday too',
      { type: 'custom', customDay: '2026-12-01', selectedDay: 2 } as const,
      ['value.selected_day'],
    ],
    ['a weekday with a date', { customDay: '2026-12-01' }, ['value.custom_day']],
    [
      'everything wrong at once',
      { timeFrom: 'x', timeTo: '', selectedDay: 0 },
      ['value.time_from', 'value.time_to', 'value.selected_day'],
    ],
  ])('%s', (_name, change, fields) => expect(fieldsOf(change)).toEqual(fields))
})
