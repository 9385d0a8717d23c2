import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CallId } from '@dispecerat/domain/kernel/ids'
import { type CallEndReason, CLIENT_FINISHED_CALL, mayEndCall } from '@dispecerat/domain/telephony/call'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { userOf } from './accept-call.ts'
import { findCallOfPhone } from './calls.store.ts'
import { finishCall } from './finish-call.ts'

export interface Ending {
  /** E.164. */
  phone: string
  reason: CallEndReason
  /** Defaults to 'Client finished call' for an ended call, otherwise to null. */
  text: string | null
}

/**
 * A dispatcher ends the answered call of a phone: their own, or as the company's administrator a colleague's. `call.unknown` when that
 * phone has no answered call any more.
 */
export async function endCall(
  server: Server,
  actor: Actor,
  { phone, reason, text }: Ending,
): Promise<{ callId: CallId }> {
  return write(server, actor, async (tx) => {
    const me = userOf(actor)
    const call = await findCallOfPhone(tx, actor.scope, phone, me)
    if (!call) throw new DomainError('call.unknown')
    if (!mayEndCall(call, { userId: me, roles: actor.roles })) throw new DomainError('call.not_yours')
    const reasonText = text ?? (reason === 'call_ended' ? CLIENT_FINISHED_CALL : null)
    const isEnded = await finishCall(tx, server, call, { reason, text: reasonText, by: actor })
    if (!isEnded) throw new DomainError('call.unknown')
    return { callId: call.id }
  })
}
