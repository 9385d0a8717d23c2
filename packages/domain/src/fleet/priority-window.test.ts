import { expect, test } from 'vitest'
import { type PriorityWindow, priorityAt } from './priority-window.ts'

const at = (time: string) => new Date(`2026-03-01T${time}:00Z`)
const windows = (...pairs: [string, string][]): PriorityWindow[] =>
  pairs.map(([from, to]) => ({ from: at(from), to: at(to) }))

test.each([
  ['before its start', '09:59', false, null, '10:00'],
  ['at its first instant', '10:00', true, '12:00', '12:00'],
  ['at its last', '12:00', false, null, null],
])('%s of one window', (_, now, isHigh, until, next) => {
  expect(priorityAt(windows(['10:00', '12:00']), at(now))).toEqual({
    isHigh,
    until: until && at(until),
    nextChangeAt: next && at(next),
  })
})

test('windows that overlap or touch are one, in whatever order they were made', () => {
  const all = windows(['11:00', '13:00'], ['13:00', '14:00'], ['10:00', '12:00'], ['10:15', '10:30'])
  expect(priorityAt(all, at('10:20'))).toEqual({ isHigh: true, until: at('14:00'), nextChangeAt: at('14:00') })
})

test('a gap between two windows is without priority, and the next window is known', () => {
  const all = windows(['10:00', '11:00'], ['12:00', '13:00'])
  expect(priorityAt(all, at('10:30')).until).toEqual(at('11:00'))
  expect(priorityAt(all, at('11:30'))).toEqual({ isHigh: false, until: null, nextChangeAt: at('12:00') })
})

test('without windows a driver has no priority', () => {
  expect(priorityAt([], at('10:00'))).toEqual({ isHigh: false, until: null, nextChangeAt: null })
})
