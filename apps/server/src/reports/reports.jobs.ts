import type { Server } from '../server.ts'
import { foldSums } from './sums.store.ts'

const FOLD_EVERY_MS = 30_000

/** Keeps the sums short; the next run waits for the one before. */
export function startReportsJobs({ db, log }: Server): { stop(): Promise<void> } {
  let folding: Promise<void> | null = null
  const fold = () => {
    folding ??= foldSums(db)
      .catch((err: unknown) => log.warn({ err }, 'the sums of reports were not folded'))
      .finally(() => {
        folding = null
      })
  }
  const timer = setInterval(fold, FOLD_EVERY_MS)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await folding
    },
  }
}
