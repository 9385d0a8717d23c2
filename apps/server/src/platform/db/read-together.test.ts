import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReadTogether } from './read-together.ts'

/** Reads that the test completes one by one. */
function heldReads() {
  const reads: { keys: readonly number[]; end(): void; fail(): void }[] = []
  const together = new ReadTogether<number, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        const end = () => resolve(new Map(keys.flatMap((key) => (key < 0 ? [] : [[key, `row ${key}`]]))))
        reads.push({ keys, end, fail: () => reject(new Error('the database is away')) })
      }),
  )
  const requestKeys = (...keys: number[]) => keys.map((key) => together.of(key))
  return { reads, requestKeys }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('the first key is read at once, those of the next 10 ms in one read, and a key without a row gets undefined', async () => {
  const { reads, requestKeys } = heldReads()
  const requested = requestKeys(1)
  expect(reads.map(({ keys }) => keys)).toEqual([[1]])
  requested.push(...requestKeys(2, 3, 2, -1))
  expect(reads.length).toBe(1)
  await vi.advanceTimersByTimeAsync(10)
  expect(reads.map(({ keys }) => keys)).toEqual([[1], [2, 3, 2, -1]])
  for (const read of reads) read.end()
  expect(await Promise.all(requested)).toEqual(['row 1', 'row 2', 'row 3', 'row 2', undefined])
})

test('keys that arrive while four reads run are read together when one has ended', async () => {
  const { reads, requestKeys } = heldReads()
  const requested: Promise<string | undefined>[] = []
  for (const key of [1, 2, 3, 4, 5, 6]) {
    requested.push(...requestKeys(key))
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(reads.map(({ keys }) => keys)).toEqual([[1], [2], [3], [4]])
  reads[1]?.end()
  await vi.advanceTimersByTimeAsync(0)
  expect(reads.at(-1)?.keys).toEqual([5, 6])
  for (const read of reads) read.end()
  expect(await Promise.all(requested)).toEqual([1, 2, 3, 4, 5, 6].map((key) => `row ${key}`))
})

test('one read has at most 250 keys', async () => {
  const { reads, requestKeys } = heldReads()
  requestKeys(...Array.from({ length: 502 }, (_, key) => key))
  await vi.advanceTimersByTimeAsync(30)
  expect(reads.map(({ keys }) => keys.length)).toEqual([1, 250, 250, 1])
})

test('a failed read fails for its own keys, and the next ones are read', async () => {
  const { reads, requestKeys } = heldReads()
  const [first, ...others] = requestKeys(1, 2, 3)
  reads[0]?.fail()
  await expect(first).rejects.toThrow('away')
  await vi.advanceTimersByTimeAsync(10)
  reads[1]?.end()
  expect(await Promise.all(others)).toEqual(['row 2', 'row 3'])
})
