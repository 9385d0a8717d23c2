import type { Server } from '../server.ts'
import { forgetOldRows, type SoundBin } from './forget-old-rows.ts'

const LOOK_EVERY_MS = 10 * 60_000

/** Looks every ten minutes whether the night's work is still to be done. */
export function startRetention(server: Server, bin: SoundBin): { stop(): Promise<void> } {
  let isStopping = false
  let running: Promise<unknown> = Promise.resolve()
  const look = () => {
    running = forgetOldRows({ ...server, bin }, () => isStopping).catch((error: unknown) => {
      server.log.warn({ reason: error instanceof Error ? error.name : typeof error }, 'old rows were not removed')
    })
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return {
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      await running
    },
  }
}
