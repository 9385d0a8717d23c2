/* Not in its importer, which needs a browser: the unit test runs without one. */
import type { CallView } from '@dispecerat/contract/telephony/calls'

export type RingKey = 1 | 2 | 3 | 'open order'

export type RingAct =
  | { act: 'place'; from: 1 | 2 | 3 }
  /** The client has an open order: the same key once more places a second one. */
  | { act: 'warn' }
  | { act: 'answer into'; orderId: number }
  | { act: 'nothing' }

/** State of the incoming call that decides the meaning of a key. */
export interface RingFacts {
  call: Pick<CallView, 'is_test'> & { client: Pick<CallView['client'], 'addresses' | 'open_order'> }
  isWarned: boolean
  mayPlace: boolean
  /** Another call was shown here a moment ago: a key pressed now was meant for that one. */
  hasJustChanged: boolean
}

/** One key answers and orders: from the client's n-th address, or into the client's open order. */
export function ringKey(key: RingKey, { call, isWarned, mayPlace, hasJustChanged }: RingFacts): RingAct {
  const { addresses, open_order } = call.client
  if (hasJustChanged || call.is_test) return { act: 'nothing' }
  if (key === 'open order') return open_order ? { act: 'answer into', orderId: open_order.id } : { act: 'nothing' }
  if (!mayPlace || addresses[key - 1] === undefined) return { act: 'nothing' }
  return open_order && !isWarned ? { act: 'warn' } : { act: 'place', from: key }
}
