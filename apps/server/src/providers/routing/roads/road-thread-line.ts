import { Worker } from 'node:worker_threads'
import type { RoadReply, RoadRequest } from './road-words.ts'

/** A thread that says nothing for so long is stuck: it is ended, and the next question starts another. */
const STUCK_MS = 10_000
/** Reading a country's roads takes a while. */
const LOADING_MS = 120_000

type Question = { resolve(said: RoadReply): void; reject(error: Error): void; late: NodeJS.Timeout }
type WithoutNumber<Ask> = Ask extends { n: number } ? Omit<Ask, 'n'> : never

/** The line to the one thread that knows the roads. A thread that dies takes its questions and its roads with it. */
export class RoadThreadLine {
  readonly #worker: Worker
  readonly #questions = new Map<number, Question>()
  readonly #onLost: () => void
  #asked = 0
  #isLost = false

  /** `onLost` is told once, when the thread is gone unasked. */
  constructor(onLost: () => void) {
    this.#onLost = onLost
    this.#worker = new Worker(new URL('../../../thread-start.mjs', import.meta.url), {
      workerData: { program: new URL('./road-thread.ts', import.meta.url).href },
      // The loader is registered by the thread itself; twice would be slower.
      execArgv: [],
    })
    this.#worker.on('message', (said: RoadReply) => this.#onMessage(said))
    this.#worker.on('error', (error) => this.#lost(error))
    this.#worker.on('exit', () => this.#lost(new Error('the thread of the roads ended')))
    // Only who waits for an answer is kept alive by it.
    this.#worker.unref()
  }

  /** Rejects when the thread cannot answer, is stuck, or dies meanwhile. */
  ask(asked: WithoutNumber<RoadRequest>): Promise<RoadReply> {
    if (this.#isLost) return Promise.reject(new Error('the thread of the roads is gone'))
    const n = ++this.#asked
    return new Promise((resolve, reject) => {
      const timeout = asked.ask === 'load' ? LOADING_MS : STUCK_MS
      const late = setTimeout(() => void this.end(), timeout)
      late.unref()
      this.#questions.set(n, { resolve, reject, late })
      this.#worker.ref()
      this.#worker.postMessage({ ...asked, n }, asked.ask === 'load' ? [asked.bytes] : [])
    })
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #onMessage(said: RoadReply): void {
    const question = this.#questions.get(said.n)
    if (!question) return
    this.#questions.delete(said.n)
    if (this.#questions.size === 0) this.#worker.unref()
    clearTimeout(question.late)
    if (said.said === 'failed') question.reject(new Error(said.reason))
    else question.resolve(said)
  }

  #lost(error: Error): void {
    if (this.#isLost) return
    this.#isLost = true
    for (const { reject, late } of this.#questions.values()) {
      clearTimeout(late)
      reject(error)
    }
    this.#questions.clear()
    this.#onLost()
  }
}
