import type { PhoneAccount, PhoneDirectory } from '../telephony.ts'
import type { Call } from './call.ts'
import { type PublicPhone, ringInProcess } from './in-process.ts'
import type { Rung, RungListener } from './leg.ts'
import type { Binding, Registrar } from './registrar.ts'
import { SipRing } from './sip-ring.ts'
import type { Wire } from './wire.ts'

/** What a phone is told of the call it rings for. */
interface RungCall {
  id: string
  parts: Pick<Call['parts'], 'from'>
}

/** Rings one phone; whoever rings gives it ears. */
export type PhoneToRing = (listener: RungListener) => Rung

/** Which phones ring for whom: registered ones, and those of this process. */
export class ReachablePhones {
  readonly #wire: Wire
  readonly #book: PhoneDirectory
  readonly #registrar: Registrar
  readonly #here = new Map<string, PublicPhone>()

  constructor({ wire, book, registrar }: { wire: Wire; book: PhoneDirectory; registrar: Registrar }) {
    this.#wire = wire
    this.#book = book
    this.#registrar = registrar
  }

  /** Until the returned function is called, this number can be rung up here. */
  standBy(number: string, phone: PublicPhone): () => void {
    this.#here.set(number, phone)
    return () => {
      if (this.#here.get(number) === phone) this.#here.delete(number)
    }
  }

  /** Of those who may take calls for a company and are present. */
  async ofCompany(companyId: number): Promise<Binding[]> {
    const users = await this.#book.dispatchersOf(companyId)
    return users.flatMap((userId) => this.#registrar.ofUser(userId))
  }

  ofColleague({ extension }: PhoneAccount, call: Call, offer: string): PhoneToRing[] {
    return this.#registrar.ofExtension(extension).map((binding) => this.#phone(binding, call, offer))
  }

  /** Somebody of the public, by the number he shows. */
  ofNumber(number: string, call: RungCall, offer: string): PhoneToRing[] {
    const here = this.#here.get(number)
    if (here) return [(listener) => ringInProcess(here, { callId: call.id, offer }, listener)]
    const binding = this.#registrar.ofNumber(number)
    return binding ? [this.#phone(binding, call, offer, number)] : []
  }

  #phone(binding: Binding, call: RungCall, offer: string, to?: string): PhoneToRing {
    return (listener) =>
      new SipRing(this.#wire, { binding, callId: call.id, from: call.parts.from, to, offer }, listener)
  }
}
