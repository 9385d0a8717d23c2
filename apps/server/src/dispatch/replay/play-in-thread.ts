import { Worker } from 'node:worker_threads'
import type { ReplayOutcome } from '@dispecerat/domain/dispatch/replay/tally'
import type { ReplayRules } from '@dispecerat/domain/dispatch/replay/world'
import type { ReplayFacts } from './gather-facts.ts'

export interface ThreadInput {
  facts: ReplayFacts
  rules: ReplayRules
}

export type ThreadMessage = { progress: number } | { outcomes: readonly ReplayOutcome[] }

/** A day of the largest company needs a third of it; exceeding it ends only the thread. */
const MAX_MEGABYTES = 1024

/**
 * Replays one variant several times, each with other dice, in a worker thread, so that it does not block requests. Rejects when the thread
 * ends without a result, and when `stop` is aborted.
 */
export function playInThread(
  input: ThreadInput,
  { stop, onProgress }: { stop: AbortSignal; onProgress: (share: number) => void },
): Promise<readonly ReplayOutcome[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../../platform/lifecycle/thread-start.mjs', import.meta.url), {
      workerData: { ...input, program: new URL('./replay-thread.ts', import.meta.url).href },
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
      // The thread registers the loader itself; registering it twice would be slower.
      execArgv: [],
    })
    const end = () => void worker.terminate()
    stop.addEventListener('abort', end, { once: true })
    worker.on('message', (message: ThreadMessage) => {
      if ('outcomes' in message) resolve(message.outcomes)
      else onProgress(message.progress)
    })
    worker.on('error', reject)
    worker.on('exit', (code) => {
      stop.removeEventListener('abort', end)
      reject(new Error(`the replay thread ended with code ${code} and no result`))
    })
  })
}
