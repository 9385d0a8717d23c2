import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { Call, Ringer } from './call.ts'
import type { Leg, Waiting } from './leg.ts'
import type { Binding } from './registrar.ts'
import { withoutCandidates } from './sip/sdp.ts'
import { SipRing } from './sip/sip-ring.ts'
import type { Wire } from './sip/wire.ts'

interface RingInParts {
  wire: Wire
  call: Call
  waiting: Waiting
  /** The caller's own description. */
  offer: string
}

/** A call rings all phones of a company; the first that answers gets it. */
export class RingIn implements Ringer {
  readonly #parts: RingInParts
  readonly #phones = new Map<string, SipRing>()

  constructor(parts: RingInParts) {
    this.#parts = { ...parts, offer: withoutCandidates(parts.offer) }
  }

  /** Each page rings once; one that refused does not ring again. */
  ring(binding: Binding): void {
    const { wire, call, waiting, offer } = this.#parts
    const key = binding.page
    if (call.state !== 'ringing' || this.#phones.has(key)) return
    const ring = new SipRing(
      wire,
      { binding, callId: call.id, from: call.parts.from, offer },
      {
        rings: () => waiting.rings(180),
        answered: (leg, sdp) => this.#answered(key, leg, sdp, binding.account.userId),
        // A phone whose connection broke may come back and rings then.
        refused: (status) => status === null && this.#phones.delete(key),
      },
    )
    this.#phones.set(key, ring)
  }

  /** Pages whose socket is closed ring again when they come back. */
  forget(binding: Binding): void {
    this.#phones.delete(binding.page)
  }

  stop(status: number, why: string): void {
    this.#parts.waiting.refuse(status)
    for (const phone of this.#phones.values()) phone.cancel(status, why)
    this.#phones.clear()
  }

  #answered(key: string, dispatcherLeg: Leg, sdp: string, userId: UserId): void {
    const { call, waiting } = this.#parts
    if (call.state !== 'ringing') {
      dispatcherLeg.bye(200, 'Call completed elsewhere')
      return
    }
    const outer = waiting.accept(sdp)
    call.bridge({ outer, dispatcherLeg, userId, toOuter: sdp })
    for (const [other, phone] of this.#phones) if (other !== key) phone.cancel(200, 'Call completed elsewhere')
    this.#phones.clear()
  }
}
