import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { later } from './later.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const part = () => vi.fn(async () => () => null)

test('a component is loaded soon after the first screen', () => {
  vi.stubGlobal('navigator', { connection: { saveData: false } })
  const load = part()
  later(load)
  expect(load).not.toHaveBeenCalled()
  vi.runOnlyPendingTimers()
  expect(load).toHaveBeenCalledOnce()
})

test('a browser with data saving does not preload it', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  const load = part()
  later(load)
  vi.runOnlyPendingTimers()
  expect(load).not.toHaveBeenCalled()
})
