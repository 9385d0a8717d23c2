import crypto from 'node:crypto'
import type { CallerEnd, PretendCaller } from '@dispecerat/contract/demo/pretend-callers'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import {
  applyCallerEvent,
  type CallerEvent,
  type CallerModel,
  callerHangsUp,
  callerRings,
} from '@dispecerat/simulation/caller-model'
import type { PretendRing } from '@dispecerat/simulation/pretend-public'
import type { CallerListener, PlacedCall } from '../../adapters/telephony/embedded/in-process.ts'
import type { Voice } from '../../adapters/telephony/pretend/voices.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'

interface LineParts {
  clock: Clock
  voice: Voice
  changed(): void
  /** Calls the company, or answers it; receives the events of the call from then on. */
  begin(on: CallerListener): PlacedCall
  /** The caller was called back, and has answered already. */
  isRungBack?: boolean
}

/** The exchange reports a refusal as a SIP status, and the end of a call as a text. */
const REFUSAL = /^\d{3}$/
const DECLINE = '603'

/** One simulated caller on the telephone, from the ring to the end. */
export class PretendLine {
  readonly id = crypto.randomUUID()
  readonly companyId: CompanyId
  readonly ring: PretendRing
  readonly #parts: LineParts
  readonly #leg: PlacedCall
  readonly #rangAt: Date
  #answeredAt: Date | null = null
  #model: CallerModel

  constructor(companyId: CompanyId, ring: PretendRing, parts: LineParts) {
    const { clock, voice } = parts
    this.companyId = companyId
    this.ring = ring
    this.#parts = parts
    this.#rangAt = clock.now()
    this.#model = callerRings(ring.behaviour, this.#rangAt.getTime())
    this.#leg = parts.begin({
      answered: (sdp) => {
        voice.answered(sdp)
        this.#picksUp()
      },
      held: () => {
        voice.speaks(false)
        this.#onEvent('held')
      },
      resumed: () => {
        voice.speaks(true)
        this.#onEvent('resumed')
      },
      reoffered: (sdp) => voice.reoffered(sdp),
      ended: (why) => this.#over(this.#endOf(why)),
    })
    if (parts.isRungBack) this.#picksUp()
  }

  get isOver(): boolean {
    return this.#model.state === 'ended'
  }

  get receivedBytes(): number {
    return this.#parts.voice.receivedBytes
  }

  /** Hangs up when it is time. */
  tick(): void {
    const end = callerHangsUp(this.#model)
    if (end && end.atMs <= this.#parts.clock.now().getTime()) this.hangUp(end.why)
  }

  hangUp(why: CallerEnd): void {
    if (this.isOver) return
    this.#over(why)
    this.#leg.hangUp()
  }

  view(): PretendCaller {
    const { phone, name, who, wish } = this.ring
    const { state, why, sinceMs } = this.#model
    return {
      id: this.id,
      company_id: this.companyId,
      phone,
      name,
      who,
      wish,
      state,
      why,
      rang_at: toWireTime(this.#rangAt),
      answered_at: this.#answeredAt && toWireTime(this.#answeredAt),
      ended_at: state === 'ended' ? toWireTime(new Date(sinceMs)) : null,
      heard_bytes: this.receivedBytes,
    }
  }

  #picksUp(): void {
    this.#answeredAt = this.#parts.clock.now()
    this.#onEvent('answered')
  }

  #endOf(why: string): CallerEnd {
    if (!REFUSAL.test(why)) return 'hung_up_on'
    return why === DECLINE ? 'declined' : 'broken'
  }

  #over(why: CallerEnd): void {
    if (this.isOver) return
    this.#onEvent({ ended: why })
    this.#parts.voice.close()
  }

  #onEvent(event: CallerEvent): void {
    this.#model = applyCallerEvent(this.#model, event, this.#parts.clock.now().getTime())
    this.#parts.changed()
  }
}
