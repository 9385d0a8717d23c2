import net from 'node:net'
import { type ProxyMessage, readProxyMessage } from './proxy-message.ts'

interface StreamParts {
  at: { host: string; port: number }
  onEvent(message: ProxyMessage): void
  /** The stream is open, at first or again: events in between are unknown. */
  opened(): void
  lost(reason: string): void
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5000
const KEEP_ALIVE_MS = 10_000
/** Limit for a line without an end, which cannot be a message of ours. */
const MAX_LINE_CHARS = 64 * 1024

/** The proxy's events, read until stopped; a lost connection is opened again with growing delays. */
export class ProxyStream {
  readonly #parts: StreamParts
  #socket: net.Socket | null = null
  #again: NodeJS.Timeout | undefined
  #waitMs = FIRST_WAIT_MS
  #rest = ''
  #isOpen = false
  #isStopped = false

  constructor(parts: StreamParts) {
    this.#parts = parts
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  start(): void {
    const socket = net.connect({ ...this.#parts.at, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS })
    this.#socket = socket
    this.#rest = ''
    socket.setEncoding('utf8').setNoDelay(true)
    let why = 'closed'
    socket.on('connect', () => {
      this.#isOpen = true
      this.#waitMs = FIRST_WAIT_MS
      this.#parts.opened()
    })
    socket.on('data', (text: string) => this.#read(text))
    socket.on('error', (error) => (why = 'code' in error ? String(error.code) : error.name))
    socket.on('close', () => this.#closed(why))
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#again)
    this.#socket?.destroy()
  }

  say(line: string): void {
    if (this.#isOpen) this.#socket?.write(`${line}\n`)
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    if (this.#rest.length > MAX_LINE_CHARS) this.#rest = ''
    for (const line of lines) {
      const message = readProxyMessage(line)
      if (message) this.#parts.onEvent(message)
    }
  }

  #closed(why: string): void {
    const wasOpen = this.#isOpen
    this.#isOpen = false
    if (this.#isStopped) return
    if (wasOpen || this.#waitMs === FIRST_WAIT_MS) this.#parts.lost(why)
    this.#again = setTimeout(() => this.start(), this.#waitMs)
    this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs * 2)
  }
}
