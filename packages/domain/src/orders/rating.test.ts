import { expect, test } from 'vitest'
import { meanOfStars, ratingIsOpen } from './rating.ts'

const DAY = 24 * 3_600_000
const at = new Date('2026-03-01T18:00:00Z')
const after = (ms: number) => new Date(at.getTime() + ms)

test('a trip can be rated for seven days after its end', () => {
  expect(ratingIsOpen(null, at)).toBe(false)
  expect(ratingIsOpen(at, at)).toBe(true)
  expect(ratingIsOpen(at, after(7 * DAY))).toBe(true)
  expect(ratingIsOpen(at, after(7 * DAY + 1))).toBe(false)
})

test('the mean is shown from five ratings on and covers the last hundred', () => {
  expect(meanOfStars([5, 5, 5, 5])).toBeNull()
  expect(meanOfStars([5, 4, 4, 4, 4])).toBe(4.2)
  expect(meanOfStars([...Array<number>(100).fill(5), ...Array<number>(50).fill(1)])).toBe(5)
})
