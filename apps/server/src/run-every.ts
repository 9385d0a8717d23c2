import { kindOfError } from './kind-of-error.ts'
import type { Server } from './server.ts'

export interface Looking {
  everyMs: number
  /** What is looked at; the next look waits for it. */
  look: () => Promise<unknown>
  /** What the log says of a look that failed, in the field's words. */
  failed: string
  /** The first look is now, not after the first wait. */
  isAtOnce?: boolean
}

/** Looks again and again, one look at a time; one that fails is noted and the next comes all the same. Stopping waits for a look under way. */
export function runEvery(
  { log }: Pick<Server, 'log'>,
  { everyMs, look, failed, isAtOnce }: Looking,
): { stop(): Promise<void> } {
  let looking: Promise<unknown> | null = null
  const again = () => {
    looking ??= look()
      .catch((error: unknown) => log.warn({ reason: kindOfError(error) }, failed))
      .finally(() => {
        looking = null
      })
  }
  const timer = setInterval(again, everyMs)
  timer.unref()
  if (isAtOnce) again()
  return {
    stop: async () => {
      clearInterval(timer)
      await looking
    },
  }
}
