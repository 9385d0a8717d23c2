import { readOwnMeta } from '@dispecerat/contract/identity/accounts'
import type { EndEvent, HoldEvent, RTCSession } from 'jssip/lib/RTCSession'
import { request } from '../../api/request.ts'
import type { JsSipPhone, Line } from './jssip-phone.ts'
import type { PublicVoice } from './public-voice.ts'
import { waysOf } from './sip-account.ts'

export type PublicState = 'dialling' | 'ringing' | 'incoming' | 'talking' | 'held' | 'ended'
export type PublicEnd = 'mine' | 'theirs' | 'busy' | 'declined' | 'unanswered' | 'unreachable' | 'broken'

/** One call of a simulated member of the public, as their own telephone has it. */
export interface PublicCall {
  readonly id: number
  /** E.164. */
  readonly phone: string
  readonly state: PublicState
  readonly end: PublicEnd | null
}

export interface PublicPhoneListener {
  connection(is: 'registered' | 'connecting' | 'failed' | 'missing'): void
  changed(call: PublicCall): void
}

const UNANSWERED = [408, 480, 487]
const STATUS_ENDS: Record<number, PublicEnd> = { 486: 'busy', 603: 'declined' }

interface Held {
  line: Line
  voice: PublicVoice | null
  call: PublicCall
  player: HTMLAudioElement
}

/**
 * The telephones of all simulated callers of this page: one registration, and any number of calls, each with its own
 * number and voice.
 */
export class PublicPhone {
  readonly #listener: PublicPhoneListener
  readonly #calls = new Map<number, Held>()
  #sip: JsSipPhone | null = null
  #isOver = false
  #made = 0
  /** The stream for the next answered call. */
  #next: MediaStream = new MediaStream()

  constructor(listener: PublicPhoneListener) {
    this.#listener = listener
  }

  async start(): Promise<void> {
    const meta = await request(readOwnMeta).catch(() => null)
    const of = (key: string) => meta?.data.find((one) => one.key === key)?.value
    const [uri, password] = [of('callerSipUrl'), of('callerSipPassword')]
    if (this.#isOver) return
    if (!uri || !password) return this.#listener.connection('missing')
    const { JsSipPhone: Phone } = await import('./jssip-phone.ts')
    if (this.#isOver) return
    const origin = window.location.origin.replace(/^http/, 'ws')
    const account = { uri, password, ws: new URL(of('sipWs') ?? '/sip', origin).href, useUpdate: false }
    this.#sip = new Phone({ ...account, ...waysOf(of) }, () => this.#next, {
      registered: () => this.#listener.connection('registered'),
      disconnected: () => this.#listener.connection('connecting'),
      refused: () => this.#listener.connection('failed'),
      changed: () => this.#meetIncoming(),
      onSound: (name, sound) => this.#play(name, sound),
      givenBack: () => undefined,
      ended: () => undefined,
    })
    this.#sip.start()
  }

  /**
   * Calls a line of the exchange (`company-<id>` or a number) from this number; null without a registered telephone.
   */
  ring(from: string, dialled: string, voice: PublicVoice): PublicCall | null {
    if (!this.#sip) return null
    this.#next = voice.stream
    void this.#sip.dial(dialled, from)
    const line = [...this.#sip.lines.values()].find((one) => one.voice === voice.stream)
    return line ? this.#follow(line, from, 'dialling', voice) : null
  }

  answer(id: number, voice: PublicVoice): void {
    const held = this.#calls.get(id)
    const name = held && this.#nameOf(held.line)
    if (!held || name === undefined) {
      voice.stop()
      return
    }
    held.voice = voice
    this.#next = voice.stream
    this.#sip?.answer(name)
  }

  hangUp(id: number): void {
    const held = this.#calls.get(id)
    const name = held && this.#nameOf(held.line)
    if (name !== undefined) this.#sip?.hangUp(name)
  }

  /** Sends a DTMF key of the caller's telephone as SIP INFO. */
  press(id: number, key: string): void {
    this.#calls.get(id)?.line.session.sendDTMF(key)
  }

  /** Unmutes only this caller, because the page has one loudspeaker; null mutes all. */
  listenTo(id: number | null): void {
    for (const [one, { player }] of this.#calls) player.muted = one !== id
  }

  /** Hangs up every call and accepts no more. */
  stop(): void {
    this.#isOver = true
    for (const id of this.#calls.keys()) this.hangUp(id)
    this.#sip?.stop()
  }

  #nameOf(line: Line): string | undefined {
    return [...(this.#sip?.lines ?? [])].find(([, one]) => one === line)?.[0]
  }

  /** An incoming call that this page did not begin: a dispatcher calls back. */
  #meetIncoming(): void {
    const known = new Set([...this.#calls.values()].map(({ line }) => line))
    for (const line of this.#sip?.lines.values() ?? []) {
      if (known.has(line) || line.session.direction !== 'incoming') continue
      this.#follow(line, line.session.local_identity.uri.user ?? '', 'incoming', null)
    }
  }

  #follow(line: Line, phone: string, state: PublicState, voice: PublicVoice | null): PublicCall {
    this.#made += 1
    const id = this.#made
    const player = new Audio()
    player.muted = true
    const held: Held = { line, voice, player, call: { id, phone, state, end: null } }
    this.#calls.set(id, held)
    const to = (change: Partial<PublicCall>) => {
      held.call = { ...held.call, ...change }
      this.#listener.changed(held.call)
    }
    this.#listen(line.session, to, () => {
      this.#calls.delete(id)
      held.voice?.stop()
      player.srcObject = null
    })
    this.#listener.changed(held.call)
    return held.call
  }

  #listen(session: RTCSession, to: (change: Partial<PublicCall>) => void, over: () => void): void {
    const end = (event: EndEvent) => {
      over()
      to({ state: 'ended', end: endOf(event) })
    }
    session.on('progress', () => session.direction === 'outgoing' && to({ state: 'ringing' }))
    session.on('accepted', () => to({ state: 'talking' }))
    session.on('hold', ({ originator }: HoldEvent) => originator === 'remote' && to({ state: 'held' }))
    session.on('unhold', ({ originator }: HoldEvent) => originator === 'remote' && to({ state: 'talking' }))
    session.on('ended', end)
    session.on('failed', end)
  }

  #play(name: string, sound: MediaStream): void {
    const line = this.#sip?.lines.get(name)
    const held = [...this.#calls.values()].find((one) => one.line === line)
    if (!held) return
    held.player.srcObject = sound
    void held.player.play().catch(() => undefined)
  }
}

function endOf({ originator, message }: EndEvent): PublicEnd {
  if (originator === 'local') return 'mine'
  if (originator === 'system') return 'broken'
  const status = message && 'status_code' in message ? Number(message.status_code) : null
  if (status === null) return 'theirs'
  return STATUS_ENDS[status] ?? (UNANSWERED.includes(status) ? 'unanswered' : 'unreachable')
}
