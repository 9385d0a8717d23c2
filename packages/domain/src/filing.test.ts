import { expect, test } from 'vitest'
import { mayBeSentAgain, waitBefore } from './filing.ts'

test('what cannot be handed over is tried after ever longer waits and then given up; a verdict is asked for without end', () => {
  const waits = [1, 2, 3, 4, 5, 6].map((tries) => waitBefore('pending', tries) ?? 0)
  expect(waits.toSorted((a, b) => a - b)).toEqual(waits)
  expect(waitBefore('pending', 7)).toBeNull()
  expect([waitBefore('uploaded', 1), waitBefore('uploaded', 6), waitBefore('uploaded', 500)]).toEqual([10, 3600, 3600])
})

test('what the authority holds is not sent again', () => {
  expect((['pending', 'uploaded', 'accepted', 'rejected', 'failed'] as const).filter(mayBeSentAgain)).toEqual([
    'pending',
    'failed',
  ])
})
