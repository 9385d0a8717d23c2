import { daysBetween } from '@dispecerat/domain/orders/chart-range'
import { expect, test } from 'vitest'
import { chartPoints, totalOf } from './chart-points.ts'

const days = (first: string, last: string) =>
  daysBetween(first, last).map((day, i) => ({ day, orders: i + 1, finished: i, canceled: 1 }))

test('a year and a little more is drawn by days, in Romanian format', () => {
  const { points, byMonth } = chartPoints(days('2025-11-20', '2026-11-21'))
  expect(byMonth).toBe(false)
  expect(points).toHaveLength(367)
  expect(points[0]).toEqual({ when: '20.11.2025', orders: 1, finished: 0, canceled: 1 })
})

test('a longer time is drawn by months, with the same totals', () => {
  const all = days('2024-12-30', '2026-03-02')
  const { points, byMonth } = chartPoints(all)
  expect(byMonth).toBe(true)
  expect(points[0]).toEqual({ when: '12.2024', orders: 3, finished: 1, canceled: 2 })
  expect(points.at(-1)?.when).toBe('03.2026')
  expect(points).toHaveLength(16)
  expect(totalOf(points)).toEqual(
    totalOf(chartPoints(all.slice(0, 400)).points.concat(chartPoints(all.slice(400)).points)),
  )
})
