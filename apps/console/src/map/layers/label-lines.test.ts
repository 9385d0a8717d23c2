import { expect, test } from 'vitest'
import { LabelLines } from './label-lines.ts'

const spot = { x: 100.4, y: 57.7, width: 22 }

test('cars on one spot write their call signs one below the other, a fifth finds no free line', () => {
  const lines = new LabelLines()
  expect([1, 2, 3, 4, 5].map(() => lines.take(spot))).toEqual([0, 1, 2, 3, null])
})

test('a call sign beside another stays on its first line, one that would overlap moves down as far as needed', () => {
  const lines = new LabelLines()
  expect(lines.take(spot)).toBe(0)
  expect(lines.take({ ...spot, x: spot.x + 40 })).toBe(0)
  expect(lines.take({ ...spot, y: spot.y + 5 })).toBe(1)
  expect(lines.take({ ...spot, y: spot.y - 13 })).toBe(0)
})

test('the same west and north of the middle of the view', () => {
  const lines = new LabelLines()
  const away = { x: -301.2, y: -13.1, width: 22 }
  expect([lines.take(away), lines.take(away), lines.take({ ...away, x: -260 })]).toEqual([0, 1, 0])
})
