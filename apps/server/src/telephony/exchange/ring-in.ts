import type { CallId, CompanyId } from '@dispecerat/domain/kernel/ids'
import { type CallEndReason, whenItRings } from '@dispecerat/domain/telephony/call'
import { isBlockedPhone } from '../../orders/clients/clients.public.ts'
import { type Actor, SYSTEM } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { countWaiting, findCallBySip, insertCall, lockSwitchboard } from '../calls/calls.store.ts'
import { callEvent, endedEvent, missedChanged } from './call-events.ts'

export interface Ring {
  companyId: CompanyId
  /** E.164. */
  phone: string
  sipCallerId: string
  /** True for the numbers that test the lines: their calls always ring and are not counted. */
  isTest: boolean
  /** The exchange of the call; null: it has no audio. */
  exchange: string | null
}

const REFUSALS = { decline: 'blocked', busy: 'busy' } as const satisfies Record<string, CallEndReason>

/**
 * A caller dials a company: the call rings, or is refused and stored with the reason. Repeated events change nothing. Returns the call, and
 * why it does not ring.
 */
export async function ringIn(
  server: Server,
  { companyId, phone, sipCallerId, isTest, exchange }: Ring,
  actor: Actor = SYSTEM,
): Promise<{ callId: CallId; refusal: CallEndReason | null }> {
  return write(server, actor, async (tx) => {
    await lockSwitchboard(tx, companyId)
    const known = await findCallBySip(tx, SYSTEM.scope, sipCallerId)
    if (known && known.state !== 'ended') return { callId: known.id, refusal: null }

    const now = server.clock.now()
    const [isBlocked, waiting] = [await isBlockedPhone(tx, companyId, phone), await countWaiting(tx, companyId)]
    const fate = whenItRings({ isBlocked, isTest, waiting })
    const ended = fate === 'ring' ? null : { reason: REFUSALS[fate], text: null }
    const id = await insertCall(tx, { companyId, phone, sipCallerId, isTest, exchange, rangAt: now, ended })
    const call = { id, companyId, sipCallerId }
    const event = ended ? endedEvent(call, ended.reason) : null
    const isMissed = ended?.reason === 'busy' && !isTest
    await record(
      tx,
      [event ?? callEvent('client_call_incoming', call), ...(isMissed ? [missedChanged(companyId)] : [])],
      now,
    )
    return { callId: id, refusal: ended?.reason ?? null }
  })
}
