import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { Call, Ringer } from './call.ts'
import type { Leg, Rung, RungListener, Waiting } from './leg.ts'

interface RingOutParts {
  call: Call
  /** The dispatcher who dialled. */
  waiting: Waiting
  userId: UserId
  /** The dispatcher's session description. */
  offer: string
}

/** A dispatcher dials: the first of the called phones that answers is connected, or all refuse. */
export class RingOut implements Ringer {
  readonly #parts: RingOutParts
  readonly #rung = new Set<Rung>()
  #wanted = 0
  #refused = 480

  constructor(parts: RingOutParts) {
    this.#parts = parts
  }

  /** Each of `phones` rings when it is called with a listener. */
  ring(phones: readonly ((listener: RungListener) => Rung)[]): void {
    const { call, waiting } = this.#parts
    this.#wanted = phones.length
    for (const phone of phones) {
      const rung = phone({
        rings: () => waiting.rings(180),
        answered: (leg, sdp) => this.#answered(leg, sdp),
        refused: (status) => this.#refusedBy(status),
      })
      if (call.state === 'ringing') this.#rung.add(rung)
    }
  }

  stop(status: number, why: string): void {
    this.#parts.waiting.refuse(status)
    this.#cancelAll(status, why)
  }

  #answered(outer: Leg, sdp: string): void {
    const { call, waiting, userId, offer } = this.#parts
    if (call.state !== 'ringing') {
      outer.bye(200, 'Call completed elsewhere')
      return
    }
    const dispatcherLeg = waiting.accept(sdp)
    call.bridge({ outer, dispatcherLeg, userId, toOuter: offer })
    this.#cancelAll(200, 'Call completed elsewhere')
  }

  #refusedBy(status: number | null): void {
    this.#wanted -= 1
    if (status !== null) this.#refused = status
    if (this.#wanted > 0) return
    this.#parts.call.giveUp('not_reached', this.#refused, 'Not reached')
  }

  #cancelAll(cause: number, why: string): void {
    for (const rung of this.#rung) rung.cancel(cause, why)
    this.#rung.clear()
  }
}
