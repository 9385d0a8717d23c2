import { setTimeout as sleep } from 'node:timers/promises'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { TelephonyEvent } from '../telephony.ts'
import type { Described, Leg, LegListener, OfferMethod, Rung } from './leg.ts'
import { asOffer, putsOnHold, turned } from './sip/sdp.ts'

/** Time limits, in milliseconds. */
export interface CallTimes {
  /** Time that a call waits for a dispatcher whose connection broke. */
  graceMs: number
  /** Delay before the caller hears the waiting tone. */
  parkAfterMs: number
  /** Time for a page to pick up a call that is moved to it, which it does by itself. */
  pickUpMs: number
  /** Maximum ringing time, in case the server loses the call. */
  ringsMs: number
}

export interface CallParts {
  /** The Call-ID of the outer party's leg. */
  id: string
  /** An internal call is between two dispatchers, and emits no events. */
  kind: 'in' | 'out' | 'internal'
  companyId: CompanyId
  /** The calling number or extension, as the other side sees it. */
  from: string
  /** Extension of the account to which the line is charged. */
  extension: string
  times: CallTimes
  onEvent(event: TelephonyEvent): Promise<boolean>
  /** The call is over; no further event follows. */
  over(call: Call): void
  /** The dispatcher's connection broke a moment ago; another page of the same dispatcher may be there. */
  missed(call: Call): void
}

/** The phones that ring before the answer. */
export interface Ringer {
  /** Refuses the waiting side and stops the phones. */
  stop(status: number, why: string): void
}

type EndedBecause = Extract<TelephonyEvent, { type: 'ended' }>['because']

const BUSY_OFFER = 491
const MAX_TRIES = 8

/** One call through the exchange: the outer party on one side, the dispatcher on the other (a back-to-back user agent, RFC 7092). */
export class Call {
  readonly parts: CallParts
  userId: UserId | null = null
  /** True while the dispatcher holds the call. */
  isHeld = false
  ringer: Ringer | null = null
  /** On the monotonic clock. */
  answeredAt = 0
  #state: 'ringing' | 'answered' | 'over' = 'ringing'
  #outer: Leg | null = null
  #dispatcherLeg: Leg | null = null
  /** The last description of the other side's sound that the outer party got. */
  #toOuter = ''
  #absence: { park: NodeJS.Timeout; end: NodeJS.Timeout; isParked: boolean } | null = null
  #outerAbsence: NodeJS.Timeout | null = null
  /** A pending move to another phone; `isDue`: the grace time ended meanwhile. */
  #move: { rung: Rung | null; isDue: boolean } | null = null
  #emitted: Promise<boolean> = Promise.resolve(true)

  constructor(parts: CallParts) {
    this.parts = parts
  }

  get id(): string {
    return this.parts.id
  }

  get state(): 'ringing' | 'answered' | 'over' {
    return this.#state
  }

  get dispatcherPage(): string | null {
    return this.#dispatcherLeg?.page ?? null
  }

  /** True while the dispatcher's connection is broken. */
  get isMissed(): boolean {
    return this.#absence !== null
  }

  /** Resolves when the server has processed the event, with false when it failed; events of one call are serialised. */
  emit(event: TelephonyEvent): Promise<boolean> {
    if (this.parts.kind === 'internal') return Promise.resolve(true)
    this.#emitted = this.#emitted.then(() => this.parts.onEvent(event))
    return this.#emitted
  }

  /** Connects both sides. `toOuter` is the description of the dispatcher's sound that the outer party got. */
  bridge({
    outer,
    dispatcherLeg,
    userId,
    toOuter,
  }: {
    outer: Leg
    dispatcherLeg: Leg
    userId: UserId
    toOuter: string
  }): void {
    this.#state = 'answered'
    this.answeredAt = performance.now()
    this.ringer = null
    this.userId = userId
    this.#outer = outer
    this.#dispatcherLeg = dispatcherLeg
    this.#toOuter = toOuter
    void this.emit({ type: 'answered', sipCallerId: this.id, userId })
    outer.listen(this.#outerEars())
    dispatcherLeg.listen(this.#dispatcherListener(dispatcherLeg))
  }

  /** Ends the call without an event, because the server ended it or the exchange stops. */
  hangUp(status: number, why: string): void {
    if (this.#state === 'ringing') this.ringer?.stop(status, why)
    this.#outer?.bye(200, why)
    this.#dispatcherLeg?.bye(200, why)
    this.#close()
  }

  /** Ends the call before an answer. */
  giveUp(because: EndedBecause, status: number, why: string): void {
    if (this.#state !== 'ringing') return
    this.ringer?.stop(status, why)
    this.#close()
    void this.emit({ type: 'ended', sipCallerId: this.id, because })
  }

  /** Sends an offer to the outer party; retried when that party is making one itself (RFC 3261 §14.1). */
  async offerOuter(sdp: string): Promise<Described> {
    let answer: Described = { status: 481, sdp: '' }
    for (let tries = 0; tries < MAX_TRIES && this.#state === 'answered' && this.#outer; tries++) {
      answer = await this.#outer.offer(sdp, 'INVITE')
      if (answer.status !== BUSY_OFFER) break
      await sleep(150 + 100 * tries)
    }
    return answer
  }

  /** Allows one move at a time; false when it is too late for one. */
  beginMove(): boolean {
    if (this.#state !== 'answered' || this.#move) return false
    this.#move = { rung: null, isDue: false }
    return true
  }

  /** Registers the phone to which the call moves, so that it stops when the call ends meanwhile. */
  movesTo(rung: Rung): void {
    if (this.#move) this.#move.rung = rung
  }

  endMove(): void {
    const isDue = this.#move?.isDue === true
    this.#move = null
    if (isDue && this.#absence) this.#lineIsDead()
  }

  /** Continues the call at another phone; the previous one gets a BYE, if it is still there. */
  replaceDispatcherLeg(
    dispatcherLeg: Leg,
    { userId, toOuter, isHeld }: { userId: UserId; toOuter: string; isHeld: boolean },
  ): void {
    const before = this.#dispatcherLeg
    this.#stopWaiting()
    this.#dispatcherLeg = dispatcherLeg
    this.#toOuter = toOuter
    before?.bye(200, 'Call moved')
    if (userId !== this.userId) void this.emit({ type: 'answered', sipCallerId: this.id, userId })
    this.userId = userId
    this.#noteHold(isHeld)
    dispatcherLeg.listen(this.#dispatcherListener(dispatcherLeg))
  }

  #dispatcherListener(dispatcherLeg: Leg): LegListener {
    const isMine = () => this.#dispatcherLeg === dispatcherLeg && this.#state === 'answered'
    return {
      offered: async (sdp, method) => {
        if (!isMine() || this.#move) return { status: BUSY_OFFER, sdp: '' }
        const answer = await this.#pass(this.#outer, sdp, method)
        if (answer.status === 200 && isMine()) {
          this.#toOuter = sdp
          this.#noteHold(putsOnHold(sdp))
        }
        return answer
      },
      onInfo: (info) => this.#outer?.sendInfo(info) ?? Promise.resolve(481),
      bye: () => isMine() && this.#endTalk('dispatcher_hung_up'),
      lost: () => isMine() && this.#waitForDispatcher(),
      returned: () => isMine() && void this.#dispatcherReturned(),
    }
  }

  #outerEars(): LegListener {
    return {
      offered: async (sdp, method) => {
        if (this.#move || this.#absence) return { status: BUSY_OFFER, sdp: '' }
        const answer = await this.#pass(this.#dispatcherLeg, sdp, method)
        if (answer.status === 200) this.#toOuter = answer.sdp
        return answer
      },
      onInfo: (info) => this.#dispatcherLeg?.sendInfo(info) ?? Promise.resolve(481),
      bye: () => this.#endTalk('caller_hung_up'),
      lost: () => {
        this.#outerAbsence ??= setTimeout(() => this.#endTalk('caller_hung_up'), this.parts.times.graceMs)
      },
      returned: () => {
        if (this.#outerAbsence) clearTimeout(this.#outerAbsence)
        this.#outerAbsence = null
      },
    }
  }

  #pass(to: Leg | null, sdp: string, method: OfferMethod): Promise<Described> {
    return to ? to.offer(sdp, method) : Promise.resolve({ status: 481, sdp: '' })
  }

  #noteHold(isHeld: boolean): void {
    if (isHeld === this.isHeld || this.userId === null) return
    this.isHeld = isHeld
    void this.emit({ type: isHeld ? 'held' : 'resumed', sipCallerId: this.id, userId: this.userId })
  }

  #waitForDispatcher(): void {
    if (this.#absence) return
    const { parkAfterMs, graceMs } = this.parts.times
    this.#absence = {
      park: setTimeout(() => {
        void this.#park()
        this.parts.missed(this)
      }, parkAfterMs),
      end: setTimeout(() => this.#lineIsDead(), graceMs),
      isParked: false,
    }
  }

  /** Puts the caller on the waiting tone: the caller's phone gets an offer without sound. */
  async #park(): Promise<void> {
    if (!this.#absence || this.#move || this.isHeld) return
    this.#absence.isParked = true
    await this.offerOuter(turned(asOffer(this.#toOuter), 'inactive'))
  }

  /** The same page returned over a new socket: its sound was never interrupted. */
  async #dispatcherReturned(): Promise<void> {
    const wasParked = this.#absence?.isParked === true
    this.#stopWaiting()
    if (wasParked && !this.isHeld) await this.offerOuter(turned(asOffer(this.#toOuter), 'sendrecv'))
  }

  #lineIsDead(): void {
    if (this.#move) this.#move.isDue = true
    else this.#endTalk('connection_lost')
  }

  #stopWaiting(): void {
    if (!this.#absence) return
    clearTimeout(this.#absence.park)
    clearTimeout(this.#absence.end)
    this.#absence = null
  }

  #endTalk(because: EndedBecause): void {
    if (this.#state !== 'answered') return
    const [cause, why] = because === 'connection_lost' ? [410, 'Connection lost'] : [200, 'Call ended']
    this.#outer?.bye(cause, why)
    this.#dispatcherLeg?.bye(cause, why)
    this.#close()
    void this.emit({ type: 'ended', sipCallerId: this.id, because })
  }

  #close(): void {
    if (this.#state === 'over') return
    this.#state = 'over'
    this.ringer = null
    this.#stopWaiting()
    if (this.#outerAbsence) clearTimeout(this.#outerAbsence)
    this.#move?.rung?.cancel(487, 'Caller hung up')
    this.parts.over(this)
  }
}
