import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { useAction } from './use-action.ts'

/** The keys of two identical requests, the first of which got this error. */
async function keysAfter(status: number, code?: 'request.outcome_unknown' | 'order.wrong_state') {
  const keys: string[] = []
  const { result } = renderHook(() =>
    useAction(
      async (_: string, key) => {
        keys.push(key)
        if (keys.length === 1) throw new ApiError(status, { message: '', ...(code ? { code } : {}) })
      },
      { failed: () => true },
    ),
  )
  await result.current.run('the same')
  await result.current.run('the same')
  return keys
}

test.each([
  ['there was no reply', 0, undefined],
  ['it is unknown whether it was saved', 503, 'request.outcome_unknown'],
] as const)('when %s, a repeat of the request has the same key', async (_, status, code) => {
  const [first, second] = await keysAfter(status, code)
  expect(second).toBe(first)
})

test('after a refusal the same request has a new key', async () => {
  const [first, second] = await keysAfter(409, 'order.wrong_state')
  expect(second).not.toBe(first)
})

test('an action on a row without reply keeps its key while another row gets its reply', async () => {
  const keys: [row: number, key: string][] = []
  const { result } = renderHook(() =>
    useAction(
      async (row: number, key) => {
        keys.push([row, key])
        if (keys.length === 1) throw new ApiError(0, { message: '' })
      },
      { failed: () => true, isPerRow: true },
    ),
  )
  for (const row of [1, 2, 1]) await act(() => result.current.run(row))
  const [first, , again] = keys
  expect(again).toEqual(first)
})

test('an action on rows runs for another row at the same time, and not twice for the same row', async () => {
  const started: number[] = []
  const release: (() => void)[] = []
  const { result } = renderHook(() =>
    useAction(
      (row: number) => {
        started.push(row)
        return new Promise<void>((resolve) => release.push(resolve))
      },
      { isPerRow: true },
    ),
  )
  const runs = await act(async () => [1, 1, 2].map((row) => result.current.run(row)))
  expect(started).toEqual([1, 2])
  await act(async () => release[0]?.())
  expect(result.current.busy).toBe(true)
  await act(async () => release[1]?.())
  expect(await Promise.all(runs)).toEqual([true, false, true])
  expect(result.current.busy).toBe(false)
})
