import { SYSTEM } from '../db/caller.ts'
import type { Server } from '../server.ts'
import { retireDriver } from './retire-driver.ts'
import { abandonedDrivers } from './simulator.store.ts'

const EVERY_MS = 10 * 60_000
/** Their maker may still be on the way to take them in hand. */
const GRACE_MS = 10 * 60_000

/** Simulated drivers whose sessions ended hours ago stand in nobody's way any longer; what they held goes back. */
async function clearAbandoned(server: Server): Promise<number[]> {
  const now = server.clock.now()
  const abandoned = await abandonedDrivers(server.db, now, new Date(now.getTime() - GRACE_MS))
  for (const driverId of abandoned) await retireDriver(server, SYSTEM, driverId, true)
  return abandoned
}

export function startSimulatorJobs(server: Server): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  const clear = () => {
    running = clearAbandoned(server).catch((error: unknown) => {
      server.log.warn({ reason: error instanceof Error ? error.name : typeof error }, 'simulated drivers stayed')
    })
  }
  const timer = setInterval(clear, EVERY_MS)
  timer.unref()
  clear()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
