// Apart from calls.jobs.ts: a use case.

import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { UNCLAIMED_ANSWER_MS } from '@dispecerat/domain/telephony/call'
import type { Actor } from '../../platform/db/actor.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { acceptCall } from '../calls/accept-call.ts'
import { unclaimedAnswers } from '../calls/calls.store.ts'

/**
 * If the browser does not confirm an answered call in time (it crashed, its request was lost), the server accepts it on the dispatcher's
 * behalf. Two nodes that do it at once do it once. Returns the number of calls.
 */
export async function claimAnswers(server: Server): Promise<number> {
  const before = new Date(server.clock.now().getTime() - UNCLAIMED_ANSWER_MS)
  let claimed = 0
  for (const { callId, companyId, userId, phone, sipCallerId } of await unclaimedAnswers(server.db, before)) {
    try {
      await acceptCall(server, dispatcherOf(companyId, userId), { phone, sipCallerId, exchangeReports: true })
      claimed += 1
    } catch (error) {
      // The caller hung up at the same moment.
      if (!(error instanceof DomainError))
        server.log.error({ err: error, call_id: callId }, 'an answer was not claimed')
    }
  }
  return claimed
}

function dispatcherOf(companyId: CompanyId, userId: UserId): Actor {
  return { userId, kind: 'dispatcher', roles: [], scope: { companies: [companyId], ownUserId: null }, once: null }
}
