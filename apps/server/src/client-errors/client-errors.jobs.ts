import type { Server } from '../server.ts'
import { forgetClientErrorsBefore } from './client-errors.store.ts'

const KEPT_DAYS = 30
const EVERY_MS = 3_600_000

export function startClientErrorJobs(server: Server): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  const forget = () => {
    const before = new Date(server.clock.now().getTime() - KEPT_DAYS * 86_400_000)
    running = forgetClientErrorsBefore(server.db, before).catch((error: unknown) => {
      server.log.warn({ reason: String(error) }, 'old client errors stayed')
    })
  }
  const timer = setInterval(forget, EVERY_MS)
  timer.unref()
  forget()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
