import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runEvery } from './run-every.ts'

const warn = vi.fn()
const log = { warn } as unknown as Parameters<typeof runEvery>[0]['log']

beforeEach(() => {
  vi.useFakeTimers()
  warn.mockClear()
})
afterEach(() => vi.useRealTimers())

test('a run that takes longer than the interval is not started twice', async () => {
  let begun = 0
  let done = () => {}
  const run = () => {
    begun += 1
    return new Promise<void>((resolve) => {
      done = resolve
    })
  }
  const poller = runEvery({ log }, { everyMs: 100, run, failed: 'it failed' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(begun).toBe(1)
  done()
  await vi.advanceTimersByTimeAsync(100)
  expect(begun).toBe(2)
  done()
  await poller.stop()
})

test('a run that fails is logged by its kind of error alone, and the next one follows', async () => {
  let begun = 0
  const run = async () => {
    begun += 1
    throw new TypeError('0740 123 456 is no number')
  }
  const poller = runEvery({ log }, { everyMs: 100, run, failed: 'it failed', isAtOnce: true })
  await vi.advanceTimersByTimeAsync(100)
  await poller.stop()
  expect(begun).toBe(2)
  expect(warn.mock.calls).toEqual([
    [{ reason: 'TypeError' }, 'it failed'],
    [{ reason: 'TypeError' }, 'it failed'],
  ])
})

test('stopping waits for the current run, and none follows', async () => {
  let done = () => {}
  let begun = 0
  const run = () => {
    begun += 1
    return new Promise<void>((resolve) => {
      done = resolve
    })
  }
  const poller = runEvery({ log }, { everyMs: 100, run, failed: 'it failed', isAtOnce: true })
  let isStopped = false
  const stopping = poller.stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(500)
  expect(isStopped).toBe(false)
  done()
  await stopping
  await vi.advanceTimersByTimeAsync(500)
  expect(begun).toBe(1)
})
