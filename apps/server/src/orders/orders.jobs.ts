import type { Server } from '../platform/lifecycle/server.ts'
import { runDueOrders } from './life/run-due-orders.ts'

const POLL_INTERVAL_MS = 1000

/** Runs due orders every second; stopping waits for the current run. */
export function startOrdersJobs(server: Server): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let running = Promise.resolve()
  const next = () => {
    if (isStopped) return
    timer = setTimeout(() => {
      running = runDueOrders(server)
        .then(() => undefined)
        .catch((error) => server.log.warn({ err: error }, 'due orders could not be looked at'))
        .finally(next)
    }, POLL_INTERVAL_MS)
  }
  next()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
