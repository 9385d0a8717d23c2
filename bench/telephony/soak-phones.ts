import { setTimeout as sleep } from 'node:timers/promises'
import {
  cseqOf,
  headerOf,
  parseSip,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from '../../apps/server/src/adapters/telephony/embedded/sip/sip-message.ts'
import { tagOf } from '../../apps/server/src/adapters/telephony/embedded/sip/sip-names.ts'
import {
  aDescription,
  addressIn,
  RawPhone,
} from '../../apps/server/src/adapters/telephony/embedded/testing/raw-phone.ts'

/** A phone that acts like every real one: rings, answers offers and confirms BYE requests. */
abstract class LivePhone {
  raw: RawPhone
  readonly #address: string
  readonly #extension: string
  readonly #password: string

  constructor(address: string, extension: string, password: string) {
    this.#address = address
    this.#extension = extension
    this.#password = password
    this.raw = new RawPhone(address, extension, password)
  }

  async register(): Promise<void> {
    await this.raw.connect()
    const { raw } = this
    raw.socket.on('message', (data) => {
      raw.inbox.length = 0
      const message = parseSip(String(data))
      if (message) this.onFrame(raw, message)
    })
    const { status } = await raw.registers()
    if (status !== 200) throw new Error(`a phone of the bench was refused with ${status}`)
  }

  /** Reloads the page: another phone of the same account a moment later. */
  async reload(afterMs: number): Promise<void> {
    this.raw.breakLine()
    await sleep(afterMs)
    this.raw = new RawPhone(this.#address, this.#extension, this.#password)
    await this.register()
  }

  protected abstract onFrame(raw: RawPhone, message: SipMessage): void
}

/** A dispatcher's phone: every call rings here, one at a time is picked up. */
export class DispatcherPhone extends LivePhone {
  isBusy = false
  /** Time of each call's first ring here, and the INVITE with which it can be picked up now. */
  readonly rung = new Map<string, { at: number; invite: SipRequest }>()
  #talk: { invite: SipRequest; to: string; sipCallerId: string } | null = null
  #isOver = true
  #onMoved: (() => void) | null = null

  get isTalkOver(): boolean {
    return this.#isOver
  }

  /** False when the call does not ring here, or no longer does. */
  pickUp(sipCallerId: string): boolean {
    const invite = this.rung.get(sipCallerId)?.invite
    if (!invite) return false
    this.#answer(invite, sipCallerId)
    return true
  }

  say(method: string, direction?: string): void {
    if (!this.#talk) return
    const { invite, to } = this.#talk
    this.raw.ask(method, addressIn(invite), {
      from: to,
      to: headerOf(invite, 'from'),
      callId: headerOf(invite, 'call-id'),
      headers: [['Contact', this.raw.contact]],
      body: direction ? aDescription(direction) : '',
    })
    if (method === 'BYE') this.#isOver = true
  }

  /** Reloads during a call and waits until the exchange has returned it. */
  async reloadInTalk(): Promise<void> {
    const moved = new Promise<void>((resolve) => {
      this.#onMoved = resolve
    })
    await this.reload(300)
    await moved
  }

  protected onFrame(raw: RawPhone, message: SipMessage): void {
    if (message.kind === 'response') return
    const sipCallerId = headerOf(message, 'x-call-id')
    if (message.method === 'INVITE' && sipCallerId !== undefined) {
      const at = this.rung.get(sipCallerId)?.at ?? performance.now()
      if (headerOf(message, 'x-reconnect') === 'yes') {
        this.#answer(message, sipCallerId)
        return
      }
      this.rung.set(sipCallerId, { at, invite: message })
      raw.replies(message, 180, { tag: tagFor(message) })
    } else if (message.method === 'CANCEL') {
      raw.replies(message, 200)
      const same = [...this.rung].find(([, { invite }]) => headerOf(invite, 'call-id') === headerOf(message, 'call-id'))
      if (same) raw.replies(same[1].invite, 487, { tag: tagFor(same[1].invite) })
    } else if (message.method === 'BYE') {
      raw.replies(message, 200)
      if (headerOf(message, 'call-id') === headerOf(this.#talk?.invite ?? message, 'call-id')) this.#isOver = true
    } else if (message.method === 'ACK' && message.body !== '') {
      this.#onMoved?.()
      this.#onMoved = null
    } else if (message.method !== 'ACK') {
      raw.replies(message, 200, { body: aDescription('recvonly') })
    }
  }

  #answer(invite: SipRequest, sipCallerId: string): void {
    const reply = this.raw.replies(invite, 200, { tag: tagFor(invite), body: aDescription() })
    this.#talk = { invite, to: headerOf(reply, 'to') ?? '', sipCallerId }
    this.#isOver = false
  }
}

/** One caller of the public network. */
export interface CallerLeg {
  invite: SipRequest
  sipCallerId: string
  rangAt: number
  /** The final answer. */
  answer: SipResponse | null
  isOver: boolean
}

/** The phone of several callers at once. */
export class PublicPhone extends LivePhone {
  readonly #legs = new Map<string, CallerLeg>()

  ring(dialled: string, number: string): CallerLeg {
    const rangAt = performance.now()
    const invite = this.raw.rings(dialled, number)
    const sipCallerId = headerOf(invite, 'call-id') ?? ''
    const leg: CallerLeg = { invite, sipCallerId, rangAt, answer: null, isOver: false }
    this.#legs.set(sipCallerId, leg)
    return leg
  }

  giveUp({ invite }: CallerLeg): void {
    this.raw.cancels(invite)
  }

  hangUp(leg: CallerLeg): void {
    if (leg.isOver || !leg.answer) return
    leg.isOver = true
    this.raw.ask('BYE', addressIn(leg.answer), {
      from: headerOf(leg.invite, 'from'),
      to: headerOf(leg.answer, 'to'),
      callId: leg.sipCallerId,
    })
  }

  forget({ sipCallerId }: CallerLeg): void {
    this.#legs.delete(sipCallerId)
  }

  protected onFrame(raw: RawPhone, message: SipMessage): void {
    const leg = this.#legs.get(headerOf(message, 'call-id') ?? '')
    if (message.kind === 'request') {
      if (message.method === 'BYE' && leg) leg.isOver = true
      if (message.method !== 'ACK') raw.replies(message, 200, { body: message.body === '' ? '' : aDescription() })
    } else if (leg && cseqOf(message).method === 'INVITE' && message.status >= 200 && !leg.answer) {
      leg.answer = message
      if (message.status < 300) raw.acknowledges(leg.invite, message)
      else leg.isOver = true
    }
  }
}

function tagFor(invite: SipRequest): string {
  return `t${tagOf(headerOf(invite, 'from')) ?? ''}`
}
