import { runEvery } from '../lifecycle/run-every.ts'
import type { Server } from '../lifecycle/server.ts'
import type { Messaging } from './messaging.ts'
import { OUTBOUND_KINDS } from './outbox.store.ts'
import { type Post, sendDueMessages } from './send-due-messages.ts'

/** Creates the secrets of messages at the moment they are sent. */
export type MessageSecrets = Pick<Post, 'tokenOfReset' | 'tokenOfProof' | 'codeOfClient'>

const POLL_INTERVAL_MS = 1000

/** Sends due messages every second. Each kind has its own job, so that a slow gateway does not delay the other kinds. */
export function startOutboxJobs(
  { db, clock, log, seal }: Server,
  messaging: Messaging,
  secrets: MessageSecrets,
): { stop(): Promise<void> } {
  let isStopped = false
  const jobs = OUTBOUND_KINDS.map((kind) => {
    const run = async () => {
      while (!isStopped && (await sendDueMessages({ db, clock, messaging, seal, ...secrets }, [kind])) > 0);
    }
    return runEvery({ log }, { everyMs: POLL_INTERVAL_MS, run, failed: 'the outbox cannot be read', isAtOnce: true })
  })
  return {
    stop: async () => {
      isStopped = true
      await Promise.all(jobs.map((job) => job.stop()))
      messaging.close()
    },
  }
}
