import { lookEvery } from '../look-every.ts'
import type { Messaging } from '../providers/messaging/messaging.ts'
import type { Server } from '../server.ts'
import { sendDueLetters } from './send-due-letters.ts'

const LOOK_EVERY_MS = 1000

/** Sends what is due, looking once a second. */
export function startOutboxJobs({ db, clock, log }: Server, messaging: Messaging): { stop(): Promise<void> } {
  let isStopped = false
  const look = async () => {
    while (!isStopped && (await sendDueLetters({ db, clock, messaging })) > 0);
  }
  const looking = lookEvery(
    { log },
    { everyMs: LOOK_EVERY_MS, look, failed: 'the outbox cannot be read', isAtOnce: true },
  )
  return {
    stop: async () => {
      isStopped = true
      await looking.stop()
      messaging.close()
    },
  }
}
