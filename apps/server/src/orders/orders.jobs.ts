import type { Server } from '../platform/lifecycle/server.ts'
import { runDueOrders } from './life/run-due-orders.ts'
import { watchCars } from './watch/watch-cars.ts'

const POLL_INTERVAL_MS = 1000
/** After an outage the phones connect and report again within this time; until then every car would seem silent. */
const PHONES_RETURN_MS = 30_000

/** Runs due orders every second and watches the cars; stopping waits for the current run. */
export function startOrdersJobs(server: Server): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let running = Promise.resolve()
  let watchesFrom = server.clock.now().getTime() + PHONES_RETURN_MS
  const run = async () => {
    await runDueOrders(server)
    if (server.clock.now().getTime() >= watchesFrom) await watchCars(server)
  }
  const next = () => {
    if (isStopped) return
    timer = setTimeout(() => {
      running = run()
        .catch((error) => {
          // The positions of an outage are written after it.
          watchesFrom = server.clock.now().getTime() + PHONES_RETURN_MS
          server.log.warn({ err: error }, 'due orders could not be processed, or cars not be watched')
        })
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
