import type { CallId } from '@dispecerat/domain/kernel/ids'
import { RINGS_FOR_SECONDS } from '@dispecerat/domain/telephony/call'
import { SYSTEM } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { claimUnanswered } from '../calls/calls.store.ts'
import { finishCall } from '../calls/finish-call.ts'

/**
 * Marks calls as missed that were not answered for a minute, each in its own transaction, so that a killed process loses nothing. Returns
 * the number of calls.
 */
export async function endUnanswered(server: Server): Promise<number> {
  const failed: number[] = []
  for (let ended = 0; ; ) {
    const attempt: { callId: CallId | null } = { callId: null }
    try {
      const isOne = await write(server, SYSTEM, async (tx) => {
        const before = new Date(server.clock.now().getTime() - RINGS_FOR_SECONDS * 1000)
        const call = await claimUnanswered(tx, before, failed)
        attempt.callId = call?.id ?? null
        return call ? finishCall(tx, server, call, { reason: 'missed', text: null, by: SYSTEM }) : false
      })
      if (!isOne) return ended
      ended += 1
    } catch (error) {
      if (attempt.callId === null) throw error
      server.log.error({ err: error, call_id: attempt.callId }, 'a missed call was not closed')
      failed.push(attempt.callId)
    }
  }
}
