import type { Envelope } from '@dispecerat/contract/api/realtime'
import { WebSocket } from 'ws'

const WAIT_MS = 30_000

/** A client of /ws that stores every frame it received and can wait for one. */
export class SocketClient {
  readonly frames: Envelope[] = []
  readonly #socket: WebSocket
  readonly #waiting = new Set<() => void>()
  #closedWith: number | null = null

  constructor(address: string, options: { origin?: string; host?: string } = {}) {
    const { origin, host } = options
    this.#socket = new WebSocket(`${address.replace('http', 'ws')}/ws`, { origin, headers: host ? { host } : {} })
    this.#socket.on('message', (data) => {
      this.frames.push(JSON.parse(data.toString()) as Envelope)
      this.#wakeWaiting()
    })
    this.#socket.on('close', (code) => {
      this.#closedWith = code
      this.#wakeWaiting()
    })
    this.#socket.on('error', () => undefined)
  }

  /** Highest `seq` received: the value that a client sends back as `last_seq`. */
  get lastSeq(): number {
    return this.frames.reduce((highest, { seq }) => Math.max(highest, seq), 0)
  }

  async opened(): Promise<void> {
    if (this.#socket.readyState === WebSocket.OPEN) return
    await new Promise<void>((resolve, reject) => {
      this.#socket.once('open', resolve)
      this.#socket.once('error', reject)
      this.#socket.once('close', (code) => reject(new Error(`closed with ${code}`)))
    })
  }

  send(frame: unknown): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return
    this.#socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame))
  }

  /** Sends `auth` and waits for `ready`. */
  async authenticate(token: string, lastSeq?: number): Promise<Envelope> {
    await this.opened()
    this.send({ action: 'auth', token, ...(lastSeq === undefined ? {} : { last_seq: lastSeq }) })
    return this.waitForEvent('ready')
  }

  /** Subscribes, and resolves once the server has processed it. */
  async subscribe(channel: string): Promise<void> {
    this.send({ action: 'subscribe', channel })
    await this.caughtUp()
  }

  /** Resolves when the server has processed everything sent so far. */
  async caughtUp(): Promise<void> {
    const before = this.framesOf('pong').length
    this.send({ event: 'ping' })
    await this.#until(() => this.framesOf('pong').length > before, 'pong')
  }

  framesOf(event: string): Envelope[] {
    return this.frames.filter((frame) => frame.event === event)
  }

  /** The first matching frame of that event, already received or still to come. */
  async waitForEvent<Data = Record<string, unknown>>(
    event: string,
    isIt: (data: Data) => boolean = () => true,
  ): Promise<Envelope<Data>> {
    const find = () => this.framesOf(event).find(({ data }) => isIt(data as Data))
    await this.#until(() => find() !== undefined, event)
    return find() as Envelope<Data>
  }

  async waitForEvents(event: string, times: number): Promise<Envelope[]> {
    await this.#until(() => this.framesOf(event).length >= times, `${times} × ${event}`)
    return this.framesOf(event)
  }

  /** Resolves with the close code of the server. */
  async closed(): Promise<number> {
    await this.#until(() => this.#closedWith !== null, 'close')
    return this.#closedWith ?? 0
  }

  /** Stops reading, as a phone without reception does. */
  stall(): void {
    this.#socket.pause()
  }

  readOn(): void {
    this.#socket.resume()
  }

  close(): void {
    this.#socket.terminate()
  }

  async #until(isSo: () => boolean, what: string): Promise<void> {
    const giveUpAt = performance.now() + WAIT_MS
    while (!isSo()) {
      const left = giveUpAt - performance.now()
      const received = this.frames.map(({ event }) => event).join(', ')
      if (left <= 0)
        throw new Error(`never heard: ${what}; closed with ${this.#closedWith}; heard ${received.slice(-500)}`)
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          this.#waiting.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, left)
        this.#waiting.add(wake)
      })
    }
  }

  #wakeWaiting(): void {
    for (const wake of this.#waiting) wake()
  }
}
