import type { CallView } from '@dispecerat/contract/telephony/calls'
import { mayEndCall } from '@dispecerat/domain/telephony/call'
import { useSession, useUser } from '../../api/session.ts'
import { callOfOrder } from './call-lines.ts'
import { useCalls } from './calls-store.ts'

export interface ColleaguesCall {
  call: CallView
  /** The user may end it. */
  mayEnd: boolean
  /** The user may take it over. */
  mayTake: boolean
}

/**
 * A colleague's answered call about the order, and what the user may do with it; null for users who may not take
 * calls.
 */
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

/** True while the user has the call about this order, active or on hold. */
export function useIsMyCall(orderId: number): boolean {
  const me = useSession((s) => s.userId)
  return useCalls((open) => {
    const call = callOfOrder(open, orderId)
    return call !== null && call.state !== 'pending' && call.dispatcher_id === me
  })
}
