// Apart from calls.routes.ts: only files of the exchange know which events it reports.

import { setTimeout as sleep } from 'node:timers/promises'
import { ANSWER_EVENT_TIMEOUT_MS } from '@dispecerat/domain/telephony/call'
import type { Actor } from '../../platform/db/actor.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { findCallBySip } from '../calls/calls.store.ts'
import { exchangeOf, type TelephonyContext } from './telephony-context.ts'

const POLL_INTERVAL_MS = 10

/**
 * The browser reports its answer at the same moment as its phone does: waits at most two seconds until the exchange has reported whose
 * phone has the caller. Returns whether this call's exchange reports it at all.
 */
export async function awaitAnswer(
  { db }: Server,
  { scope }: Actor,
  sipCallerId: string,
  telephonyContext: TelephonyContext,
): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += POLL_INTERVAL_MS) {
    const call = await findCallBySip(db, scope, sipCallerId)
    if (!call || !exchangeOf(telephonyContext, call)?.reportsWhoAnswers) return false
    if (call.state !== 'pending' || call.answeredBy !== null || waitedMs >= ANSWER_EVENT_TIMEOUT_MS) return true
    await sleep(POLL_INTERVAL_MS)
  }
}
