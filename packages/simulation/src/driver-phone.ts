import {
  CLOSE,
  type ClientFrame,
  type DriverFrame,
  HEARTBEAT_SECONDS,
  RECONNECT,
} from '@dispecerat/contract/api/realtime'
import type { DriverMe, PositionReport } from '@dispecerat/contract/dispatch/driver'
import type { z } from 'zod'
import type { PhoneLine, PhoneTransport } from './phone-transport.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Credentials of a phone: for a log-in, or a token. */
export type Identity = { email: string; password: string } | { token: string }

/** A reply that is not 2xx. */
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

/** The phone itself had no network; no request reached the server. */
export class NoNetwork extends Error {}

export interface PhoneListener {
  /** The socket is authenticated; happens again after every reconnect. */
  onReady(): void
  onFrame(frame: DriverFrame): void
  onLost(): void
  /** The phone does not reconnect by itself: another one of the driver's is connected, or the account is not accepted. */
  onDismissed(why: 'replaced' | 'bad_account'): void
}

export interface PhoneParts {
  transport: PhoneTransport
  identity: Identity
  random: SeededRandom
  listener: PhoneListener
}

type Timer = ReturnType<typeof setTimeout>

const SILENCE_MS = HEARTBEAT_SECONDS * 2.5 * 1000
const MAX_LOGIN_DELAY_MS = 30_000
/** Bans end, so a banned driver's phone retries once a minute. */
const BANNED_DELAY_MS = 60_000
const NO_NETWORK_CODE = 1006
/** Delays before a request is repeated after a server error or without a reply. */
const REPEAT_AFTER_MS = [1000, 3000]

/**
 * A driver's phone: logs in through the public API, keeps one socket open, reconnects by itself and resumes from the last sequence number
 * it received.
 */
export class DriverPhone {
  readonly #transport: PhoneTransport
  readonly #identity: Identity
  readonly #listener: PhoneListener
  readonly #random: SeededRandom
  #token: string | null = null
  #line: PhoneLine | null = null
  #lastSeq: number | null = null
  #silence: Timer | undefined
  #again: Timer | undefined
  #failedLogins = 0
  #isOn = false
  #hasNetwork = true

  constructor({ transport, identity, random, listener }: PhoneParts) {
    this.#transport = transport
    this.#identity = identity
    this.#random = random
    this.#listener = listener
    if ('token' in identity) this.#token = identity.token
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
    const line = this.#line
    this.#line = null
    line?.hangUp()
  }

  /** Simulates a tunnel: the connection is cut without a close frame, and nothing gets through for this long. */
  loseNetwork(milliseconds: number): void {
    this.#hasNetwork = false
    this.#line?.cut()
    setTimeout(() => {
      this.#hasNetwork = true
      if (this.#isOn && this.#line === null) this.#connectLater(0)
    }, milliseconds)
  }

  /** One JSON request; throws Refusal for a reply that is not 2xx. Server errors are retried with the same idempotency key. */
  async request(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, once?: string): Promise<unknown> {
    for (const pauseMs of REPEAT_AFTER_MS) {
      try {
        return await this.#callOnce(method, path, body, once)
      } catch (error) {
        if (!mayRepeat(error)) throw error
        await new Promise((resolve) => setTimeout(resolve, pauseMs + this.#random.between(0, 1000)))
      }
    }
    return this.#callOnce(method, path, body, once)
  }

  /** An expired token is renewed once. */
  async #callOnce(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, once?: string): Promise<unknown> {
    const token = this.#token ?? (await this.#logIn())
    try {
      return await this.#ask(method, path, { body, once, token })
    } catch (error) {
      const isExpired = error instanceof Refusal && error.status === 401 && 'password' in this.#identity
      if (!isExpired) throw error
      return this.#ask(method, path, { body, once, token: await this.#logIn() })
    }
  }

  async me(): Promise<z.infer<typeof DriverMe>> {
    return ((await this.request('GET', '/api/driver/me')) as { data: z.infer<typeof DriverMe> }).data
  }

  reportPosition(data: z.input<typeof PositionReport>): void {
    this.#say({ event: 'position', data: data as z.output<typeof PositionReport> })
  }

  confirm(what: 'delivered' | 'viewed', roundId: number): void {
    this.#say({ event: what, data: { round_id: roundId } })
  }

  #say(frame: ClientFrame): void {
    this.#line?.say(JSON.stringify(frame))
  }

  async #ask(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    { body, once, token }: { body?: object | undefined; once?: string | undefined; token?: string },
  ): Promise<unknown> {
    if (!this.#hasNetwork) throw new NoNetwork('no network')
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...(once && { 'idempotency-key': once }),
    }
    const answer = await this.#transport.ask({ method, path, headers, body: body ? JSON.stringify(body) : null })
    if (answer.status >= 200 && answer.status < 300) return answer.body
    throw new Refusal(answer.status, codeOf(answer.body))
  }

  async #logIn(): Promise<string> {
    if ('token' in this.#identity) return this.#identity.token
    const body = { ...this.#identity, device: 'Telefon simulat' }
    const { token } = (await this.#ask('POST', '/api/access-tokens', { body })) as { token: string }
    this.#token = token
    return token
  }

  async #connect(): Promise<void> {
    if (!this.#hasNetwork) return
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
      this.#connectLater(Math.min(MAX_LOGIN_DELAY_MS, RECONNECT.delayMs * 2 ** (this.#failedLogins - 1)))
    }
  }

  #open(token: string): void {
    const last = this.#lastSeq === null ? {} : { last_seq: this.#lastSeq }
    const line = this.#transport.open({
      opened: () => this.#say({ action: 'auth', token, ...last }),
      onFrame: (text) => this.#hear(text),
      alive: () => this.#stillThere(),
      closed: (code) => this.#closed(line, code),
    })
    this.#line = line
    this.#stillThere()
  }

  #hear(text: string): void {
    if (!this.#line) return
    this.#stillThere()
    const frame = JSON.parse(text) as DriverFrame
    // After a resync the log's own numbers apply, even if they are lower: it may be another log.
    this.#lastSeq = frame.event === 'resync' ? frame.seq : Math.max(this.#lastSeq ?? 0, frame.seq)
    if (frame.event === 'ready') this.#listener.onReady()
    else this.#listener.onFrame(frame)
  }

  #closed(line: PhoneLine, code: number): void {
    if (this.#line !== line) return
    clearTimeout(this.#silence)
    this.#line = null
    this.#listener.onLost()
    if (code === CLOSE.tooSlow) this.#lastSeq = null
    if (code === CLOSE.badToken && 'token' in this.#identity) {
      this.#dismissed('bad_account')
      return
    }
    if (code === CLOSE.badToken) this.#token = null
    if (code === CLOSE.blocked) this.#connectLater(BANNED_DELAY_MS)
    else if (code === CLOSE.replaced) this.#dismissed('replaced')
    else this.#connectLater(code === NO_NETWORK_CODE && !this.#hasNetwork ? 0 : RECONNECT.delayMs)
  }

  #dismissed(why: 'replaced' | 'bad_account'): void {
    this.switchOff()
    this.#listener.onDismissed(why)
  }

  /** The jitter keeps five hundred phones from reconnecting together after a restart. */
  #connectLater(delayMs: number): void {
    if (!this.#isOn) return
    clearTimeout(this.#again)
    this.#again = setTimeout(() => void this.#connect(), delayMs + this.#random.between(0, 1000))
  }

  #stillThere(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#line?.cut(), SILENCE_MS)
  }
}

function mayRepeat(error: unknown): boolean {
  return !(error instanceof NoNetwork) && !(error instanceof Refusal && error.status < 500)
}

function codeOf(body: unknown): string | null {
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : null
}
