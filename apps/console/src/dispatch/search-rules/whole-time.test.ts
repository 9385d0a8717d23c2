import { expect, test } from 'vitest'
import { wholeTime } from './whole-time.ts'

test.each([
  ['7', false, '07:00:00'],
  ['7:30', false, '07:30:00'],
  ['22.15', false, '22:15:00'],
  ['22:15:09', false, '22:15:09'],
  [' 6:5 ', false, '06:05:00'],
  ['23:59', true, '23:59:59'],
  ['23:59', false, '23:59:00'],
  ['23:59:00', true, '23:59:00'],
  ['25:00', false, '25:00:00'],
  ['', false, ''],
  ['seara', true, 'seara'],
])('%j (end: %s) becomes %j', (typed, isEnd, whole) => expect(wholeTime(typed, isEnd)).toBe(whole))
