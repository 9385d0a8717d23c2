import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttled } from './use-throttled.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Every run takes `takes` milliseconds; `runs` counts those that began, `ends` those that ended. */
function aRead(takes: number) {
  const count = { runs: 0, ends: 0 }
  const run = async () => {
    count.runs += 1
    await new Promise((done) => setTimeout(done, takes))
    count.ends += 1
  }
  return { count, ...throttled(run, 2000) }
}

test('a burst of requests runs once soon, then once per interval, and once after the last of them', async () => {
  const { count, request: requestRun } = aRead(10)
  for (let at = 0; at < 5000; at += 100) {
    requestRun()
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(count.runs).toBe(3)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(count).toEqual({ runs: 4, ends: 4 })
})

test('a run slower than the interval is awaited, and requests made meanwhile run after it', async () => {
  const { count, request: requestRun } = aRead(3000)
  for (let at = 0; at < 5900; at += 100) {
    requestRun()
    await vi.advanceTimersByTimeAsync(100)
    expect(count.runs - count.ends).toBeLessThan(2)
  }
  expect(count).toEqual({ runs: 2, ends: 1 })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(count).toEqual({ runs: 3, ends: 3 })
})

test('a failed run does not stop later ones', async () => {
  let runs = 0
  const { request: requestRun } = throttled(() => {
    runs += 1
    return Promise.reject(new Error('no'))
  }, 2000)
  requestRun()
  await vi.advanceTimersByTimeAsync(1)
  requestRun()
  await vi.advanceTimersByTimeAsync(2000)
  expect(runs).toBe(2)
})

test('a stopped run does not happen, and may be requested again', async () => {
  const { count, request: requestRun, stop } = aRead(10)
  requestRun()
  stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(count.runs).toBe(0)
  requestRun()
  await vi.advanceTimersByTimeAsync(5000)
  expect(count.runs).toBe(1)
})
