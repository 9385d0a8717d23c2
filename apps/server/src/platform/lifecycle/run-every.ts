import { kindOfError } from './kind-of-error.ts'
import type { Server } from './server.ts'

export interface RunEveryOptions {
  everyMs: number
  /** The work of one run; the next run waits for it. */
  run: () => Promise<unknown>
  /** The log message for a failed run. */
  failed: string
  /** The first run starts now, not after the first interval. */
  isAtOnce?: boolean
}

/** Runs periodically, one run at a time; a failed one is logged and the next follows. Stopping waits for the current run. */
export function runEvery(
  { log }: Pick<Server, 'log'>,
  { everyMs, run, failed, isAtOnce }: RunEveryOptions,
): { stop(): Promise<void> } {
  let running: Promise<unknown> | null = null
  const again = () => {
    running ??= run()
      .catch((error: unknown) => log.warn({ reason: kindOfError(error) }, failed))
      .finally(() => {
        running = null
      })
  }
  const timer = setInterval(again, everyMs)
  timer.unref()
  if (isAtOnce) again()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
