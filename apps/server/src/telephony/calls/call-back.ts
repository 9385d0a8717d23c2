import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CallId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { missedChanged } from '../exchange/call-events.ts'
import { userOf } from './accept-call.ts'
import { calledBack, findMissed, notCalledBack } from './missed-calls.store.ts'

/** Marks a missed phone as called back; the first mark stays. */
export async function markCalledBack(server: Server, actor: Actor, callId: CallId): Promise<Record<string, never>> {
  return write(server, actor, async (tx) => {
    const missed = await findMissed(tx, actor.scope, callId)
    if (!missed) throw new DomainError('call.unknown')
    const now = server.clock.now()
    const isChanged = await calledBack(tx, { ...missed, userId: userOf(actor), now })
    if (isChanged) await record(tx, [missedChanged(missed.companyId)], now)
    return {}
  })
}

/** Removes the mark: the phone needs a call back after all. */
export async function unmarkCalledBack(server: Server, actor: Actor, callId: CallId): Promise<Record<string, never>> {
  return write(server, actor, async (tx) => {
    const missed = await findMissed(tx, actor.scope, callId)
    if (!missed) throw new DomainError('call.unknown')
    if (missed.calledBackAt === null) return {}
    await notCalledBack(tx, { ...missed, calledBackAt: missed.calledBackAt })
    await record(tx, [missedChanged(missed.companyId)], server.clock.now())
    return {}
  })
}
