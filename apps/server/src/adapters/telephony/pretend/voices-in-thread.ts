import { Worker } from 'node:worker_threads'
import type { VoiceReply, VoiceRequest } from './voice-messages.ts'
import type { Sayer, Voice, Voices } from './voices.ts'

const TIMEOUT_MS = 10_000

interface Listener {
  onSpoken(): void
  pressed(key: string): void
}

const DEAF: Listener = { onSpoken: () => undefined, pressed: () => undefined }

type Beginning = { type: 'open'; hertz: number } | { type: 'say'; sound: Uint8Array; host?: string }

interface Open extends Listener {
  receivedBytes: number
  questions: Map<number, { resolve(sdp: string): void; reject(error: Error): void }>
}

/**
 * Voices in a separate thread, started with the first: keys and packets cost milliseconds that would delay everything else.
 * A thread that dies ends its voices; the next voice starts another.
 */
export class VoicesInThread implements Voices, Sayer {
  readonly #open = new Map<number, Open>()
  #worker: Worker | null = null
  #opened = 0

  open(hertz: number): Promise<Voice> {
    return this.#begin({ type: 'open', hertz }, DEAF)
  }

  say(sound: Uint8Array, onSpoken: () => void): Promise<Voice> {
    return this.#begin({ type: 'say', sound }, { ...DEAF, onSpoken })
  }

  /** Like `say`, in plain RTP: `host` is this machine's address for the other end (IPv4). */
  sayByRtp(sound: Uint8Array, { host, ...listener }: { host: string } & Listener): Promise<Voice> {
    return this.#begin({ type: 'say', sound, host }, listener)
  }

  async #begin(what: Beginning, listener: Listener): Promise<Voice> {
    this.#opened += 1
    const voice = this.#opened
    const state: Open = { receivedBytes: 0, ...listener, questions: new Map() }
    this.#open.set(voice, state)
    let questions = 0
    const offer = await this.#request(state, 0, { voice, ...what }).catch((error: unknown) => {
      this.#close(voice)
      throw error
    })
    return {
      offer,
      get receivedBytes() {
        return state.receivedBytes
      },
      answered: (sdp) => this.#emit({ voice, type: 'answered', sdp }),
      reoffered: (sdp) => {
        questions += 1
        return this.#request(state, questions, { voice, type: 'reoffered', sdp, n: questions })
      },
      speaks: (isSpeaking) => this.#emit({ voice, type: 'speaks', isSpeaking }),
      close: () => this.#close(voice),
    }
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate()
  }

  #close(voice: number): void {
    this.#open.delete(voice)
    this.#emit({ voice, type: 'close' })
  }

  #request(state: Open, n: number, request: VoiceRequest): Promise<string> {
    return new Promise<string>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('the voice said nothing')), TIMEOUT_MS)
      late.unref()
      const settled = (settle: () => void) => {
        clearTimeout(late)
        state.questions.delete(n)
        settle()
      }
      state.questions.set(n, {
        resolve: (sdp) => settled(() => resolve(sdp)),
        reject: (error) => settled(() => reject(error)),
      })
      this.#emit(request)
    })
  }

  #emit(request: VoiceRequest): void {
    this.#worker ??= this.#start()
    this.#worker.postMessage(request)
  }

  #start(): Worker {
    const worker = new Worker(new URL('../../../platform/lifecycle/thread-start.mjs', import.meta.url), {
      workerData: { program: new URL('./voice-thread.ts', import.meta.url).href },
      // The thread registers the loader itself; registering it twice would be slower.
      execArgv: [],
    })
    worker.on('message', (reply: VoiceReply) => this.#onEvent(reply))
    worker.on('error', (error) => this.#lost(error))
    worker.on('exit', () => this.#lost(new Error('the thread of the voices ended')))
    return worker
  }

  #onEvent(reply: VoiceReply): void {
    if (reply.type === 'heard') {
      for (const [voice, bytes] of reply.bytes) {
        const state = this.#open.get(voice)
        if (state) state.receivedBytes = bytes
      }
      return
    }
    if (reply.type === 'all') {
      this.#open.get(reply.voice)?.onSpoken()
      return
    }
    if (reply.type === 'key') {
      this.#open.get(reply.voice)?.pressed(reply.key)
      return
    }
    const question = this.#open.get(reply.voice)?.questions.get(reply.n)
    if (reply.type === 'sdp') question?.resolve(reply.sdp)
    else question?.reject(new Error(reply.reason))
  }

  #lost(error: Error): void {
    this.#worker = null
    for (const { questions } of this.#open.values()) for (const { reject } of questions.values()) reject(error)
    this.#open.clear()
  }
}
