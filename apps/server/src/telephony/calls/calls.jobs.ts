import { runEvery } from '../../platform/lifecycle/run-every.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { claimAnswers } from '../exchange/claim-answers.ts'
import { endUnanswered } from '../exchange/end-unanswered.ts'
import { forgetExchange, openCallsOf } from '../exchange/exchange-calls.store.ts'
import { Reconciliation } from '../exchange/reconcile.ts'
import { handleEnd } from '../exchange/subscribe-to-exchange.ts'
import { diesWithProcess, type TelephonyContext } from '../exchange/telephony-context.ts'
import { watchOutgoing } from '../outgoing/stop-outgoing.ts'

const POLL_INTERVAL_MS = 500
const RECONCILE_EVERY_MS = 10_000
const WATCH_OUTGOING_EVERY_MS = 5000

/**
 * Starts the exchange and polls for calls that rang too long, for answers that no dispatcher accepted, and for differences between the
 * exchange and the rows. Stopping waits for a running poll, then stops the exchange, which ends its calls while rows can still be written.
 */
export async function startCallJobs(
  server: Server,
  telephonyContext: TelephonyContext,
  testNumbers: readonly string[],
): Promise<{ stop(): Promise<void> }> {
  const reconciliation = new Reconciliation(server, telephonyContext, testNumbers)
  await telephonyContext.telephony?.start()
  const loops = [
    runEvery(server, {
      everyMs: POLL_INTERVAL_MS,
      run: () => endUnanswered(server),
      failed: 'ringing calls cannot be read',
    }),
    runEvery(server, {
      everyMs: POLL_INTERVAL_MS,
      run: () => claimAnswers(server),
      failed: 'answered calls cannot be read',
    }),
    runEvery(server, {
      everyMs: RECONCILE_EVERY_MS,
      run: () => reconciliation.run(),
      failed: 'the exchange and the calls could not be compared',
    }),
    runEvery(server, {
      everyMs: WATCH_OUTGOING_EVERY_MS,
      run: () => watchOutgoing(server),
      failed: 'the limits of outgoing calls cannot be watched',
    }),
  ]
  await reconciliation.run()
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
      await telephonyContext.telephony?.stop()
      if (telephonyContext.telephony && telephonyContext.name !== null)
        await closeExchange(server, telephonyContext.name)
    },
  }
}

/** Ends the calls of an exchange inside this process; an external one continues without this process. */
async function closeExchange(server: Server, name: string): Promise<void> {
  if (!diesWithProcess(name)) return
  for (const { sipCallerId } of await openCallsOf(server.db, name))
    await handleEnd(server, sipCallerId, 'connection_lost')
  await forgetExchange(server.db, name, server.clock.now())
}
