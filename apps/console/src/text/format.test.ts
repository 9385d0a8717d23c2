import { expect, test } from 'vitest'
import { dayAndTime, shownTime } from './format.ts'

test('a time shows its second, except in a workspace', () => {
  expect(shownTime('2026-07-01 06:30:07')).toBe('01.07.2026 09:30:07')
  expect(shownTime('2026-07-01 06:30:07', dayAndTime)).toBe('01.07.2026 09:30')
  expect(shownTime(null)).toBe('')
})
