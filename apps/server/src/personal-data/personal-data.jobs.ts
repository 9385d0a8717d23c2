import { lookEvery } from '../look-every.ts'
import type { Server } from '../server.ts'
import { finishErasures } from './replace-mentions.ts'

const LOOK_EVERY_MS = 60_000

/** Looks every minute whether an erased client is still named in free texts. */
export function startErasures(server: Server): { stop(): Promise<void> } {
  let isStopping = false
  const look = () => finishErasures(server, () => isStopping)
  const looking = lookEvery(server, { everyMs: LOOK_EVERY_MS, look, failed: 'free texts still name an erased client' })
  return {
    stop: async () => {
      isStopping = true
      await looking.stop()
    },
  }
}
