import { expect, test } from 'vitest'
import { straightLineRouter } from './straight-line-router.ts'

test('every driver gets a separate distance, a third longer than the straight line, marked as an estimate', async () => {
  const square = { lat: 45.642, long: 25.5887 }
  const station = { lat: 45.6608, long: 25.613 }
  const [far, none] = await straightLineRouter.metres([station, square], square)
  expect(far?.metres).toBeGreaterThan(3500)
  expect(far?.metres).toBeLessThan(3900)
  expect([far?.estimated, none]).toEqual([true, { metres: 0, estimated: true }])
})
