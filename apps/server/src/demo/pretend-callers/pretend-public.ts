import type { PretendCaller } from '@dispecerat/contract/demo/pretend-callers'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { aPretendRing, type PretendRing } from '@dispecerat/simulation/pretend-public'
import type { SeededRandom } from '@dispecerat/simulation/seeded-random'
import type { CallerListener } from '../../adapters/telephony/embedded/in-process.ts'
import type { PlacesCalls } from '../../adapters/telephony/pretend/places-calls.ts'
import type { Voices } from '../../adapters/telephony/pretend/voices.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { townsfolkOf } from './pretend-callers.store.ts'
import { PretendLine } from './pretend-line.ts'

/** A talking voice takes about 2 % of a processor, starting one 60 ms of it (measured with 4 at once). */
const MAX_AT_ONCE = 12
const MAX_ENDED = 10
const OTHER_PEOPLE = 10
/** Delay until a called person answers. */
const PICKS_UP_MS = 3000

export interface PublicParts {
  /** null: an external exchange, which this process cannot call. */
  exchange: PlacesCalls | null
  voices: Voices
  testNumbers: readonly string[]
  random: SeededRandom
  /** Called when one of a company's callers has changed. */
  changed(companyId: CompanyId, callers: PretendCaller[]): void
}

/** The simulated callers who ring, talk, or ended a moment ago; in this process only, up to a limit. */
export class PretendPublic {
  readonly #server: Pick<Server, 'db' | 'clock'>
  readonly #parts: PublicParts
  #lines: PretendLine[] = []
  #begun = 0
  #receivedBytes = new Map<string, number>()
  /** Functions that stop waiting for a call back, by call. */
  readonly #leave = new Map<string, () => void>()

  constructor(server: Pick<Server, 'db' | 'clock'>, parts: PublicParts) {
    this.#server = server
    this.#parts = parts
  }

  get hasExchange(): boolean {
    return this.#parts.exchange !== null
  }

  /** Starts a call, which lasts `talkSeconds` or a random time; throws `caller.no_exchange`, `caller.too_many`. */
  async ring(companyId: CompanyId, talkSeconds?: number): Promise<PretendCaller> {
    const { exchange, voices } = this.#parts
    if (!exchange) throw new DomainError('caller.no_exchange')
    const living = this.#lines.filter(({ isOver }) => !isOver)
    if (living.length + this.#begun >= MAX_AT_ONCE) throw new DomainError('caller.too_many')
    this.#begun += 1
    try {
      const somebody = await this.#somebody(companyId)
      const { behaviour } = somebody
      const ring = { ...somebody, behaviour: { ...behaviour, talkSeconds: talkSeconds ?? behaviour.talkSeconds } }
      const voice = await voices.open(ring.hertz)
      const changed = () => this.#publish(companyId)
      const { phone: from } = ring
      const begin = (on: CallerListener) =>
        exchange.placeCall({ from, dialled: `company-${companyId}`, offer: voice.offer, on })
      const line = new PretendLine(companyId, ring, { clock: this.#server.clock, voice, changed, begin })
      this.#lines.unshift(line)
      this.#leave.set(line.id, this.#waitToBeRung(exchange, line))
      changed()
      return line.view()
    } finally {
      this.#begun -= 1
    }
  }

  /** Newest first. */
  of(companyId: CompanyId): PretendCaller[] {
    return this.#lines.filter((line) => line.companyId === companyId).map((line) => line.view())
  }

  /** Lets callers whose time is up hang up, and publishes changes. */
  tick(): void {
    for (const line of this.#lines) line.tick()
    const speaking = this.#lines.filter(({ isOver }) => !isOver)
    const hearing = speaking.filter(({ id, receivedBytes }) => (this.#receivedBytes.get(id) ?? 0) !== receivedBytes)
    this.#receivedBytes = new Map(speaking.map(({ id, receivedBytes }) => [id, receivedBytes]))
    for (const companyId of new Set(hearing.map((line) => line.companyId))) this.#publish(companyId)
  }

  /** Throws `call.unknown` when the caller is not one of these companies'. */
  callOff(id: string, companies: readonly CompanyId[] | 'every'): void {
    const line = this.#lines.find((one) => one.id === id)
    const isMine = line && (companies === 'every' || companies.includes(line.companyId))
    if (!line || !isMine) throw new DomainError('call.unknown')
    line.hangUp('called_off')
  }

  async stop(): Promise<void> {
    for (const leave of this.#leave.values()) leave()
    for (const line of this.#lines) line.hangUp('called_off')
    await this.#parts.voices.stop()
  }

  /** A caller can be called back as long as they are remembered: they answer and repeat their request. */
  #waitToBeRung(exchange: PlacesCalls, { companyId, ring }: PretendLine): () => void {
    const ringing = new Set<string>()
    return exchange.standBy(ring.phone, {
      rings: ({ callId, offer, answer, refuse }) => {
        ringing.add(callId)
        const pickUp = async () => {
          const voice = await this.#parts.voices.open(ring.hertz)
          const sdp = await voice.reoffered(offer)
          if (!ringing.delete(callId)) return voice.close()
          const changed = () => this.#publish(companyId)
          const begin = (on: CallerListener) => answer(sdp, on)
          const parts = { clock: this.#server.clock, voice, changed, begin, isRungBack: true }
          const line = new PretendLine(companyId, ring, parts)
          this.#lines.unshift(line)
          changed()
        }
        setTimeout(() => void pickUp().catch(() => refuse(486)), PICKS_UP_MS).unref()
      },
      rangOut: (callId) => void ringing.delete(callId),
    })
  }

  /** Chooses a caller whose number is not in a call. */
  async #somebody(companyId: CompanyId): Promise<PretendRing> {
    const { testNumbers, random } = this.#parts
    const folk = { ...(await townsfolkOf(this.#server.db, companyId)), testNumbers }
    const talking = new Set(this.#lines.flatMap(({ isOver, ring }) => (isOver ? [] : [ring.phone])))
    let ring = aPretendRing(folk, random)
    for (let other = 0; other < OTHER_PEOPLE && talking.has(ring.phone); other++) ring = aPretendRing(folk, random)
    return ring
  }

  #publish(companyId: CompanyId): void {
    const ended = this.#lines.filter((line) => line.isOver && line.companyId === companyId)
    const forgotten = new Set(ended.slice(MAX_ENDED))
    this.#lines = this.#lines.filter((line) => !forgotten.has(line))
    for (const { id } of forgotten) {
      this.#leave.get(id)?.()
      this.#leave.delete(id)
    }
    this.#parts.changed(companyId, this.of(companyId))
  }
}
