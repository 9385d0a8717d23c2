import type { Messaging } from '../providers/messaging/messaging.ts'
import type { Server } from '../server.ts'
import { sendDueLetters } from './send-due-letters.ts'

const LOOK_EVERY_MS = 1000

/** Sends what is due, looking once a second; one look at a time on this node. */
export function startOutboxJobs({ db, clock, log }: Server, messaging: Messaging): { stop(): Promise<void> } {
  let looking: Promise<void> | null = null
  let isStopped = false
  const empty = async () => {
    while (!isStopped && (await sendDueLetters({ db, clock, messaging })) > 0);
  }
  const look = () => {
    looking ??= empty()
      .catch((error: unknown) => log.warn({ reason: String(error) }, 'the outbox cannot be read'))
      .finally(() => {
        looking = null
      })
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  look()
  return {
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await looking
      messaging.close()
    },
  }
}
