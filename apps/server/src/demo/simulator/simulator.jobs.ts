import { SYSTEM } from '../../platform/db/actor.ts'
import { runEvery } from '../../platform/lifecycle/run-every.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { retireDriver } from './retire-driver.ts'
import { abandonedDrivers } from './simulator.store.ts'

const EVERY_MS = 10 * 60_000
/** Time for the creator to open sessions before unused drivers count as abandoned. */
const GRACE_MS = 10 * 60_000

/** Removes simulated drivers whose sessions have all ended; their orders are returned. */
async function clearAbandoned(server: Server): Promise<number[]> {
  const now = server.clock.now()
  const abandoned = await abandonedDrivers(server.db, now, new Date(now.getTime() - GRACE_MS))
  for (const driverId of abandoned) await retireDriver(server, SYSTEM, driverId, true)
  return abandoned
}

export function startSimulatorJobs(server: Server) {
  const failed = 'simulated drivers stayed'
  return runEvery(server, { everyMs: EVERY_MS, run: () => clearAbandoned(server), failed, isAtOnce: true })
}
