import { expect, test } from 'vitest'
import { replayDays } from './replay-days.ts'

test('yesterday comes first and is a calendar day in Bucharest; 31 days and the last 24 hours can be chosen', () => {
  const days = replayDays(new Date('2026-03-10T10:00:00Z'))
  expect(days.length).toBe(32)
  expect(days[0]).toMatchObject({ from: '2026-03-08 22:00:00', to: '2026-03-09 22:00:00' })
  expect(days[0]?.label).toMatch(/^Ieri, luni/)
  expect(days[1]).toMatchObject({ key: 'last', from: '2026-03-09 10:00:00', to: '2026-03-10 10:00:00' })
})

test('the days of a daylight-saving change have 23 and 25 hours, and no hour is left out', () => {
  const spring = replayDays(new Date('2026-03-30T10:00:00Z'))[0]
  expect(spring).toMatchObject({ from: '2026-03-28 22:00:00', to: '2026-03-29 21:00:00' })
  const days = replayDays(new Date('2026-10-27T10:00:00Z')).filter(({ key }) => key !== 'last')
  expect(days[1]).toMatchObject({ from: '2026-10-24 21:00:00', to: '2026-10-25 22:00:00' })
  days.forEach((day, i) => {
    if (i > 0) expect(day.to).toBe(days[i - 1]?.from)
  })
})
