import type { Authorities } from '../providers/authorities/authorities.ts'
import type { Server } from '../server.ts'
import { sendDueFilings } from './send-due-filings.ts'

const LOOK_EVERY_MS = 2000

/** Hands over what is due, looking every two seconds; one look at a time on this node. */
export function startFilingJobs(server: Server, authorities: Authorities): { stop(): Promise<void> } {
  let looking: Promise<void> | null = null
  let isStopped = false
  const empty = async () => {
    while (!isStopped && (await sendDueFilings(server, authorities)) > 0);
  }
  const look = () => {
    looking ??= empty()
      .catch((error: unknown) => server.log.warn({ reason: String(error) }, 'filings cannot be read'))
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
    },
  }
}
