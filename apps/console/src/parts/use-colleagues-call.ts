import type { CallView } from '@dispecerat/contract/calls'
import { mayEndCall } from '@dispecerat/domain/call'
import { useSession, useUser } from '../api/session.ts'
import { callOfOrder } from '../calls/call-lines.ts'
import { useCalls } from '../calls/calls-store.ts'

export interface ColleaguesCall {
  call: CallView
  /** It may be ended for him. */
  mayEnd: boolean
  /** It may come to my own phone. */
  mayTake: boolean
}

/** The answered call of an order that is a colleague's, and what may be done with it; null for who answers no calls. */
export function useColleaguesCall(orderId: number): ColleaguesCall | null {
  const { id, roles, permissions } = useUser()
  const call = useCalls((open) => callOfOrder(open, orderId))
  if (call === null || call.state === 'pending' || call.dispatcher_id === id) return null
  if (!permissions.includes('calls.take')) return null
  return {
    call,
    mayEnd: mayEndCall({ dispatcherId: call.dispatcher_id }, { userId: id, roles }),
    mayTake: call.dispatcher_id !== null && (call.direction === 'in' || call.reached_at !== null),
  }
}

/** I talk to the client of this order, or hold him. */
export function useIsMyCall(orderId: number): boolean {
  const me = useSession((s) => s.userId)
  return useCalls((open) => {
    const call = callOfOrder(open, orderId)
    return call !== null && call.state !== 'pending' && call.dispatcher_id === me
  })
}
