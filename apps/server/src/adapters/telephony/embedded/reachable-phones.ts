import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { PhoneAccount, PhoneDirectory } from '../telephony.ts'
import type { Call } from './call.ts'
import { type PublicPhone, ringInProcess } from './in-process.ts'
import type { Rung, RungListener } from './leg.ts'
import type { Binding, Registrar } from './registrar.ts'
import { SipRing } from './sip/sip-ring.ts'
import type { Wire } from './sip/wire.ts'

/** The part of a call that a ringing phone gets. */
interface RungCall {
  id: string
  parts: Pick<Call['parts'], 'from'>
}

/** Rings one phone, with a listener for its events. */
export type PhoneToRing = (listener: RungListener) => Rung

/** The phones that ring for a company, a colleague or a number: registered ones, and those of this process. */
export class ReachablePhones {
  readonly #wire: Wire
  readonly #phoneDirectory: PhoneDirectory
  readonly #registrar: Registrar
  readonly #here = new Map<string, PublicPhone>()

  constructor({
    wire,
    phoneDirectory,
    registrar,
  }: { wire: Wire; phoneDirectory: PhoneDirectory; registrar: Registrar }) {
    this.#wire = wire
    this.#phoneDirectory = phoneDirectory
    this.#registrar = registrar
  }

  /** Rings this number here until the returned function is called. */
  standBy(number: string, phone: PublicPhone): () => void {
    this.#here.set(number, phone)
    return () => {
      if (this.#here.get(number) === phone) this.#here.delete(number)
    }
  }

  /** Phones of the dispatchers who may take calls for a company and are present. */
  async ofCompany(companyId: CompanyId): Promise<Binding[]> {
    const users = await this.#phoneDirectory.dispatchersOf(companyId)
    return users.flatMap((userId) => this.#registrar.ofUser(userId))
  }

  ofColleague({ extension }: PhoneAccount, call: Call, offer: string): PhoneToRing[] {
    return this.#registrar.ofExtension(extension).map((binding) => this.#phone(binding, call, offer))
  }

  /** Phones of the public, by the number that they show. */
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
