import type { CallView } from '@dispecerat/contract/calls'

export type RingKey = 1 | 2 | 3 | 'open order'

export type RingAct =
  | { act: 'place'; from: 1 | 2 | 3 }
  /** He has an order under way: the same key once more places the second one. */
  | { act: 'warn' }
  | { act: 'answer into'; orderId: number }
  | { act: 'nothing' }

/** What is known of the toast when a key goes down. */
export interface RingFacts {
  call: Pick<CallView, 'is_test'> & { client: Pick<CallView['client'], 'addresses' | 'open_order'> }
  isWarned: boolean
  mayPlace: boolean
  /** Another caller stood here a moment ago: hands that were on their way mean him. */
  hasJustChanged: boolean
}

/** One key answers and orders: from the n-th address of the client, or into the order he already has. */
export function ringKey(key: RingKey, { call, isWarned, mayPlace, hasJustChanged }: RingFacts): RingAct {
  const { addresses, open_order } = call.client
  if (hasJustChanged || call.is_test) return { act: 'nothing' }
  if (key === 'open order') return open_order ? { act: 'answer into', orderId: open_order.id } : { act: 'nothing' }
  if (!mayPlace || addresses[key - 1] === undefined) return { act: 'nothing' }
  return open_order && !isWarned ? { act: 'warn' } : { act: 'place', from: key }
}
