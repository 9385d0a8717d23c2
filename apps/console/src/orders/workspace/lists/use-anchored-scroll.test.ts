import { expect, test } from 'vitest'
import { rowsToDraw } from '../../../ui/use-row-window.ts'
import { rowsMoved } from './use-anchored-scroll.ts'

const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

test('rows added above push those in view down by as many', () => {
  expect(rowsMoved(rows(1, 100), [901, 902, ...rows(1, 100)], 40)).toBe(2)
})

test('rows removed above pull those in view up', () => {
  expect(rowsMoved(rows(1, 100), rows(4, 100), 40)).toBe(-3)
})

test('a row in view that jumps to the top moves no other row', () => {
  const before = rows(1, 100)
  const alert = before[40] ?? 0
  const now = [alert, ...before.filter((id) => id !== alert)]
  expect(rowsMoved(before, now, 40)).toBe(0)
})

test('when the first row in view is removed, those below it give the distance', () => {
  expect(rowsMoved(rows(1, 100), [900, ...rows(1, 40), ...rows(43, 100)], 40)).toBe(-1)
})

test('a completely different list moves nothing', () => {
  expect(rowsMoved(rows(1, 10), rows(500, 600), 3)).toBe(0)
})

test('the row in the Tab order is rendered although it is out of view', () => {
  expect(rowsToDraw(10, 12, 3)).toEqual([3, 10, 11, 12])
  expect(rowsToDraw(10, 12, 11)).toEqual([10, 11, 12])
  expect(rowsToDraw(10, 12, 40)).toEqual([10, 11, 12, 40])
  expect(rowsToDraw(0, -1, -1)).toEqual([])
})
