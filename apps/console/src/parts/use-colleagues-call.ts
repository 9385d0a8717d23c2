import type { CallView } from '@dispecerat/contract/calls'
import { mayEndCall } from '@dispecerat/domain/call'
import { useUser } from '../api/session.ts'
import { callOfOrder } from '../calls/call-lines.ts'
import { useCalls } from '../calls/calls-store.ts'

/** The answered call of an order that is a colleague's, for who may end it; null for everybody else. */
export function useColleaguesCall(orderId: number): CallView | null {
  const { id, roles, permissions } = useUser()
  const call = useCalls((open) => callOfOrder(open, orderId))
  if (call === null || call.state === 'pending' || call.dispatcher_id === id) return null
  const may =
    permissions.includes('calls.take') && mayEndCall({ dispatcherId: call.dispatcher_id }, { userId: id, roles })
  return may ? call : null
}
