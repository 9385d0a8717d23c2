import { expect, test } from 'vitest'
import { mayBeSentAgain, waitBefore } from './filing.ts'

test('a failed upload is retried after ever longer waits and then given up; a verdict is polled without end', () => {
  const waits = [1, 2, 3, 4, 5, 6].map((tries) => waitBefore('pending', tries) ?? 0)
  expect(waits.toSorted((a, b) => a - b)).toEqual(waits)
  expect(waitBefore('pending', 7)).toBeNull()
  expect([waitBefore('uploaded', 1), waitBefore('uploaded', 6), waitBefore('uploaded', 500)]).toEqual([10, 3600, 3600])
})

test('a filing that the authority has accepted is not sent again', () => {
  expect((['pending', 'uploaded', 'accepted', 'rejected', 'failed'] as const).filter(mayBeSentAgain)).toEqual([
    'pending',
    'failed',
  ])
})
