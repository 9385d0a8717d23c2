import { Worker } from 'node:worker_threads'
import type { ReplayOutcome } from '@dispecerat/domain/replay/tally'
import type { ReplayRules } from '@dispecerat/domain/replay/world'
import type { ReplayFacts } from './gather-facts.ts'

export interface ThreadInput {
  facts: ReplayFacts
  rules: ReplayRules
}

export type ThreadMessage = { progress: number } | { outcome: ReplayOutcome }

/** A day of the largest company fits in a third of it; a thread that wants more ends alone. */
const MAX_MEGABYTES = 1024

/**
 * Plays one variant in a thread of its own, so that nobody who waits for an answer waits for it. Rejects when the thread
 * ends without a result, and when `stop` is aborted.
 */
export function playInThread(
  input: ThreadInput,
  { stop, onProgress }: { stop: AbortSignal; onProgress: (share: number) => void },
): Promise<ReplayOutcome> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../thread-start.mjs', import.meta.url), {
      workerData: { ...input, program: new URL('./replay-thread.ts', import.meta.url).href },
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
      // The loader is registered by the thread itself; twice would be slower.
      execArgv: [],
    })
    const end = () => void worker.terminate()
    stop.addEventListener('abort', end, { once: true })
    worker.on('message', (news: ThreadMessage) => {
      if ('outcome' in news) resolve(news.outcome)
      else onProgress(news.progress)
    })
    worker.on('error', reject)
    worker.on('exit', (code) => {
      stop.removeEventListener('abort', end)
      reject(new Error(`the replay thread ended with code ${code} and no result`))
    })
  })
}
