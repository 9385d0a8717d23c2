import type { LoggedUser } from '@dispecerat/contract/accounts'
import type { DriverMe, PositionReport } from '@dispecerat/contract/driver'
import { CLOSE, type Envelope, type FromClient, HEARTBEAT_SECONDS, RECONNECT } from '@dispecerat/contract/realtime'
import WebSocket from 'ws'
import type { z } from 'zod'
import type { SeededRandom } from './seeded-random.ts'

export interface Account {
  email: string
  password: string
}

/** An answer that is not a 2xx. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string | null

  constructor(status: number, code: string | null) {
    super(`the server answered ${status}${code ? ` ${code}` : ''}`)
    this.name = 'Refusal'
    this.status = status
    this.code = code
  }
}

export interface PhoneEars {
  /** The socket is authenticated; happens again after every reconnect. */
  onReady(): void
  onFrame(frame: Envelope): void
  onLost(): void
  /** This phone will not come back by itself: the driver holds another one, or the account is not right. */
  onDismissed(why: 'replaced' | 'bad_account'): void
}

const CALL_MS = 10_000
const SILENCE_MS = HEARTBEAT_SECONDS * 2.5 * 1000
const MOST_LOGIN_DELAY_MS = 30_000
/** Bans end; a banned driver looks in once a minute. */
const BANNED_DELAY_MS = 60_000

/** A driver's phone: logs in through the public API, keeps one socket open, and comes back by itself. */
export class DriverPhone {
  readonly #url: string
  readonly #account: Account
  readonly #ears: PhoneEars
  readonly #random: SeededRandom
  #token: string | null = null
  #socket: WebSocket | null = null
  #silence: NodeJS.Timeout | undefined
  #again: NodeJS.Timeout | undefined
  #failedLogins = 0
  #isOn = false

  constructor(url: string, account: Account, random: SeededRandom, ears: PhoneEars) {
    this.#url = url.replace(/\/$/, '')
    this.#account = account
    this.#random = random
    this.#ears = ears
  }

  /** Resolves after the first try to connect, however it went. */
  async switchOn(): Promise<void> {
    this.#isOn = true
    await this.#connect()
  }

  switchOff(): void {
    this.#isOn = false
    clearTimeout(this.#again)
    clearTimeout(this.#silence)
    this.#socket?.close(1000)
    this.#socket = null
  }

  /** One call as JSON; throws Refusal for an answer that is not 2xx. An expired token is renewed once. */
  async call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, once?: string): Promise<unknown> {
    const token = this.#token ?? (await this.#logIn())
    try {
      return await this.#fetch(method, path, { body, once, token })
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error
      return this.#fetch(method, path, { body, once, token: await this.#logIn() })
    }
  }

  async me(): Promise<z.infer<typeof DriverMe>> {
    return ((await this.call('GET', '/api/driver/me')) as { data: z.infer<typeof DriverMe> }).data
  }

  reportPosition(data: z.input<typeof PositionReport>): void {
    this.#send({ event: 'position', data: data as z.output<typeof PositionReport> })
  }

  confirm(what: 'delivered' | 'viewed', roundId: number): void {
    this.#send({ event: what, data: { round_id: roundId } })
  }

  #send(frame: FromClient): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame))
  }

  async #fetch(method: string, path: string, { body, once, token }: { body?: object; once?: string; token: string }) {
    const answer = await fetch(this.#url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(once && { 'idempotency-key': once }),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(CALL_MS),
    })
    return readAnswer(answer)
  }

  async #logIn(): Promise<string> {
    const answer = await fetch(`${this.#url}/api/access-tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...this.#account, device: 'Telefon simulat' }),
      signal: AbortSignal.timeout(CALL_MS),
    })
    const { token } = (await readAnswer(answer)) as { token: string; user: LoggedUser }
    this.#token = token
    return token
  }

  async #connect(): Promise<void> {
    try {
      const token = this.#token ?? (await this.#logIn())
      this.#failedLogins = 0
      if (this.#isOn) this.#open(token)
    } catch (error) {
      if (error instanceof Refusal && error.status === 422) {
        this.#dismissed('bad_account')
        return
      }
      if (error instanceof Refusal && error.status === 403) {
        this.#connectLater(BANNED_DELAY_MS)
        return
      }
      this.#failedLogins += 1
      this.#connectLater(Math.min(MOST_LOGIN_DELAY_MS, RECONNECT.delayMs * 2 ** (this.#failedLogins - 1)))
    }
  }

  #open(token: string): void {
    const socket = new WebSocket(`${this.#url.replace(/^http/, 'ws')}/ws`, { handshakeTimeout: CALL_MS })
    this.#socket = socket
    socket.on('open', () => this.#send({ action: 'auth', token }))
    socket.on('message', (data) => this.#hear(String(data)))
    socket.on('ping', () => this.#stillThere())
    // 'close' follows and says the same.
    socket.on('error', () => undefined)
    socket.on('close', (code) => this.#closed(socket, code))
    this.#stillThere()
  }

  #hear(text: string): void {
    this.#stillThere()
    const frame = JSON.parse(text) as Envelope
    if (frame.event === 'ping') this.#send({ event: 'pong' })
    else if (frame.event === 'ready') this.#ears.onReady()
    else this.#ears.onFrame(frame)
  }

  #closed(socket: WebSocket, code: number): void {
    if (this.#socket !== socket) return
    clearTimeout(this.#silence)
    this.#socket = null
    this.#ears.onLost()
    if (code === CLOSE.badToken) this.#token = null
    if (code === CLOSE.blocked) this.#connectLater(BANNED_DELAY_MS)
    else if (code === CLOSE.replaced) this.#dismissed('replaced')
    else this.#connectLater(RECONNECT.delayMs)
  }

  #dismissed(why: 'replaced' | 'bad_account'): void {
    this.switchOff()
    this.#ears.onDismissed(why)
  }

  /** The jitter keeps five hundred phones from knocking together after a restart. */
  #connectLater(delayMs: number): void {
    if (!this.#isOn) return
    clearTimeout(this.#again)
    this.#again = setTimeout(() => void this.#connect(), delayMs + this.#random.between(0, 1000))
  }

  #stillThere(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#socket?.terminate(), SILENCE_MS)
  }
}

async function readAnswer(answer: Response): Promise<unknown> {
  const body: unknown = answer.status === 204 ? null : await answer.json().catch(() => null)
  if (answer.ok) return body
  const code = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : null
  throw new Refusal(answer.status, code)
}
