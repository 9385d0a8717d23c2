import type { Described, Leg, LegListener, Rung, RungListener, Waiting } from './leg.ts'
import { putsOnHold } from './sip/sdp.ts'

/** Events of a call for its caller in this process. */
export interface CallerListener {
  /** The call was answered, with this session description. */
  answered(sdp: string): void
  held(): void
  resumed(): void
  /** The session changes, perhaps with another party; resolves with the caller's answer. */
  reoffered(sdp: string): Promise<string>
  /** `why` is the exchange's reason; the SIP status when the call was not answered. */
  ended(why: string): void
}

/** A call as its caller in this process controls it. */
export interface PlacedCall {
  callId: string
  hangUp(): void
}

/** A telephone in this process with a number. */
export interface PublicPhone {
  rings(ring: {
    callId: string
    offer: string
    answer(sdp: string, listener: CallerListener): PlacedCall
    refuse(status: 486 | 603): void
  }): void
  /** The ringing ended without an answer. */
  rangOut(callId: string): void
}

/** The leg of a caller without a socket. */
export class InProcessLeg implements Leg {
  readonly page = null
  readonly #caller: CallerListener
  #listener: LegListener | null = null
  #isHeld = false
  #isOver = false

  constructor(caller: CallerListener) {
    this.#caller = caller
  }

  listen(listener: LegListener): void {
    this.#listener = listener
    if (this.#isOver) listener.bye()
  }

  async offer(sdp: string): Promise<Described> {
    if (this.#isOver) return { status: 481, sdp: '' }
    const answer = await this.#caller.reoffered(sdp).catch(() => null)
    if (answer === null) return { status: 488, sdp: '' }
    const isHeld = putsOnHold(sdp)
    if (isHeld !== this.#isHeld) {
      this.#isHeld = isHeld
      if (isHeld) this.#caller.held()
      else this.#caller.resumed()
    }
    return { status: 200, sdp: answer }
  }

  /** Ignores keys. */
  sendInfo(): Promise<number> {
    return Promise.resolve(200)
  }

  bye(_cause: number, why: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#caller.ended(why)
  }

  hangUp(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#listener?.bye()
  }
}

/** A caller in this process who waits for an answer. */
export class InProcessWaiting implements Waiting {
  readonly #caller: CallerListener
  readonly #leg: InProcessLeg
  #state: 'waits' | 'talks' | 'over' = 'waits'

  constructor(caller: CallerListener) {
    this.#caller = caller
    this.#leg = new InProcessLeg(caller)
  }

  rings(): void {}

  accept(sdp: string): Leg {
    this.#state = 'talks'
    this.#caller.answered(sdp)
    return this.#leg
  }

  refuse(status: number): void {
    if (this.#state !== 'waits') return
    this.#state = 'over'
    this.#caller.ended(String(status))
  }

  /** `gaveUp` is called when the call was not answered yet. */
  hangUp(gaveUp: () => void): void {
    if (this.#state === 'talks') this.#leg.hangUp()
    else if (this.#state === 'waits') gaveUp()
  }
}

/** Rings a telephone in this process. */
export function ringInProcess(
  phone: PublicPhone,
  { callId, offer }: { callId: string; offer: string },
  listener: RungListener,
): Rung {
  let isOver = false
  queueMicrotask(() => {
    if (isOver) return
    listener.rings()
    phone.rings({
      callId,
      offer,
      answer: (sdp, caller) => {
        const leg = new InProcessLeg(caller)
        if (isOver) leg.bye(487, 'Rang out')
        else {
          isOver = true
          listener.answered(leg, sdp, () => undefined)
        }
        return { callId, hangUp: () => leg.hangUp() }
      },
      refuse: (status) => {
        if (isOver) return
        isOver = true
        listener.refused(status)
      },
    })
  })
  return {
    cancel: () => {
      if (isOver) return
      isOver = true
      phone.rangOut(callId)
    },
  }
}
