import { CLOSE, FromClient } from '@dispecerat/contract/api/realtime'
import type { RawData, WebSocket } from 'ws'
import { closeSoon } from './live-socket.ts'
import { TokenBucket } from './token-bucket.ts'

/** A phone sends a position every 5 s and a few replies; a console subscribes to what it shows. */
const ALLOWANCE = { burst: 20, perSecond: 10 }
const PAUSE_MS = 1000
const MAX_PAUSES = 5
/** A connection that stalled for minutes delivers its frames at once; more than this is a flood. */
const MAX_HELD = 100
const MAX_MALFORMED = 5
const AUTH_MS = 5000
const SERVER_ERROR = 1011

export type AuthFrame = Extract<FromClient, { action: 'auth' }>
export type LaterFrame = Exclude<FromClient, AuthFrame>

export interface Talk {
  /** Handles the first frame; false when the socket was closed instead. */
  join(auth: AuthFrame): Promise<boolean>
  onFrame(frame: LaterFrame): Promise<void>
  /** Sends an error message to a client whose frame does not match the contract. */
  complain(message: string): void
  /** Counts a frame for the session; false when the session exceeds its limit over all of its sockets and requests. */
  mayReceive(): boolean
  flooded(): void
}

interface RawFrame {
  data: RawData
  isBinary: boolean
}

/**
 * Reads one socket: frames one after another, the first one `auth` within 5 s, within its allowance. A socket that sends too much is
 * paused, so that TCP slows the sender down instead of our event loop; one that continues is closed. No frame is dropped meanwhile: after a
 * lost `subscribe` a screen would wait for events for ever.
 */
export class Connection {
  readonly #socket: WebSocket
  readonly #talk: Talk
  readonly #bucket = new TokenBucket(ALLOWANCE, performance.now())
  readonly #lateAuth: NodeJS.Timeout
  #turn: Promise<void> = Promise.resolve()
  #state: 'new' | 'joining' | 'joined' = 'new'
  #held: RawFrame[] = []
  #isPaused = false
  #pauses = 0
  #malformed = 0
  #heardAt = performance.now()

  constructor(socket: WebSocket, talk: Talk) {
    this.#socket = socket
    this.#talk = talk
    this.#lateAuth = setTimeout(() => this.#closeLate(), AUTH_MS)
    socket.on('message', (data, isBinary) => this.#onMessage(data, isBinary))
    socket.on('pong', () => this.#markAlive())
    socket.on('ping', () => this.#markAlive())
    socket.on('close', () => clearTimeout(this.#lateAuth))
  }

  /** Milliseconds since the last frame or pong of the client. */
  silentFor(): number {
    return performance.now() - this.#heardAt
  }

  /**
   * Data that has arrived is read first: after a restart thousands connect at once, and a server that is late itself must not close them.
   */
  #closeLate(): void {
    // The first immediate may run before sockets are read again, the second one runs after.
    setImmediate(() =>
      setImmediate(() => {
        if (this.#state === 'new') closeSoon(this.#socket, CLOSE.tryAgainLater, 'no auth in time')
      }),
    )
  }

  #markAlive(): void {
    this.#heardAt = performance.now()
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#markAlive()
    this.#held.push({ data, isBinary })
    // Frames that the receiver had read before the pause still arrive.
    if (this.#held.length > MAX_HELD) closeSoon(this.#socket, CLOSE.policyViolation, 'flooding')
    else this.#takeHeld()
  }

  #takeHeld(): void {
    while (!this.#isPaused) {
      const [next] = this.#held
      if (!next) return
      if (!this.#bucket.take(performance.now()) || !this.#talk.mayReceive()) {
        this.#pause()
        return
      }
      this.#held.shift()
      this.#take(next)
    }
  }

  #take({ data, isBinary }: RawFrame): void {
    const frame = isBinary ? null : readFrame(data)
    // An exception in a handler closes its own socket, never the process.
    const onBug = () => closeSoon(this.#socket, SERVER_ERROR, 'server error')
    if (frame) this.#turn = this.#turn.then(() => this.#onFrame(frame)).catch(onBug)
    else this.#onMalformed()
  }

  async #onFrame(frame: FromClient): Promise<void> {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#state === 'new') {
      if (!isAuth(frame)) return closeSoon(this.#socket, CLOSE.policyViolation, 'auth first')
      this.#state = 'joining'
      clearTimeout(this.#lateAuth)
      if (await this.#talk.join(frame)) this.#state = 'joined'
      return
    }
    if (isAuth(frame)) return this.#talk.complain('Deja autentificat')
    if (this.#state === 'joined') await this.#talk.onFrame(frame)
  }

  #onMalformed(): void {
    this.#malformed += 1
    if (this.#state === 'new') closeSoon(this.#socket, CLOSE.policyViolation, 'auth first')
    else if (this.#malformed >= MAX_MALFORMED) closeSoon(this.#socket, CLOSE.policyViolation, 'malformed frames')
    else this.#talk.complain('Mesaj neînțeles')
  }

  #pause(): void {
    this.#pauses += 1
    this.#talk.flooded()
    if (this.#pauses >= MAX_PAUSES) {
      closeSoon(this.#socket, CLOSE.policyViolation, 'flooding')
      return
    }
    this.#isPaused = true
    this.#socket.pause()
    setTimeout(() => {
      this.#isPaused = false
      this.#takeHeld()
      if (!this.#isPaused) this.#socket.resume()
    }, PAUSE_MS).unref()
  }
}

function isAuth(frame: FromClient): frame is AuthFrame {
  return 'action' in frame && frame.action === 'auth'
}

function readFrame(data: RawData): FromClient | null {
  try {
    const frame: unknown = JSON.parse(data.toString())
    const read = FromClient.safeParse(isOldViewing(frame) ? { ...frame, action: 'viewing' } : frame)
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** Consoles of the version before call the frame `look`; their tabs stay open over an upgrade. */
function isOldViewing(frame: unknown): frame is object {
  return typeof frame === 'object' && frame !== null && 'action' in frame && frame.action === 'look'
}
