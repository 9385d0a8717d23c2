import { Worker } from 'node:worker_threads'
import type { RoadReply, RoadRequest } from './road-messages.ts'

/** A thread without a reply for so long is stuck: it is ended, and the next request starts another. */
const STUCK_MS = 10_000
/** Loading a country's roads takes longer. */
const LOADING_MS = 120_000

type Question = { resolve(reply: RoadReply): void; reject(error: Error): void; late: NodeJS.Timeout }
type WithoutNumber<Ask> = Ask extends { n: number } ? Omit<Ask, 'n'> : never

/** The connection to the one thread that has the roads. A thread that dies rejects its requests and loses its roads. */
export class RoadThreadLine {
  readonly #worker: Worker
  readonly #questions = new Map<number, Question>()
  readonly #onLost: () => void
  #asked = 0
  #isLost = false

  /** `onLost` is called once, when the thread ended unexpectedly. */
  constructor(onLost: () => void) {
    this.#onLost = onLost
    this.#worker = new Worker(new URL('../../../platform/lifecycle/thread-start.mjs', import.meta.url), {
      workerData: { program: new URL('./road-thread.ts', import.meta.url).href },
      // The thread registers the loader itself; registering it twice would be slower.
      execArgv: [],
    })
    this.#worker.on('message', (reply: RoadReply) => this.#onMessage(reply))
    this.#worker.on('error', (error) => this.#lost(error))
    this.#worker.on('exit', () => this.#lost(new Error('the thread of the roads ended')))
    // The thread alone does not keep the process alive; a pending request does.
    this.#worker.unref()
  }

  /** Rejects when the thread cannot answer, is stuck, or dies meanwhile. */
  request(request: WithoutNumber<RoadRequest>): Promise<RoadReply> {
    if (this.#isLost) return Promise.reject(new Error('the thread of the roads is gone'))
    const n = ++this.#asked
    return new Promise((resolve, reject) => {
      const timeout = request.type === 'load' ? LOADING_MS : STUCK_MS
      const late = setTimeout(() => void this.end(), timeout)
      late.unref()
      this.#questions.set(n, { resolve, reject, late })
      this.#worker.ref()
      this.#worker.postMessage({ ...request, n }, request.type === 'load' ? [request.bytes] : [])
    })
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #onMessage(reply: RoadReply): void {
    const question = this.#questions.get(reply.n)
    if (!question) return
    this.#questions.delete(reply.n)
    if (this.#questions.size === 0) this.#worker.unref()
    clearTimeout(question.late)
    if (reply.type === 'failed') question.reject(new Error(reply.reason))
    else question.resolve(reply)
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
