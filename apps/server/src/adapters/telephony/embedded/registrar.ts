import type { UserId } from '@dispecerat/domain/kernel/ids'
import { isPhone, normalizePhone } from '@dispecerat/domain/kernel/phone'
import type { PhoneAccount } from '../telephony.ts'
import { headerOf, headersOf, type SipHeader, type SipRequest } from './sip/sip-message.ts'
import { nameAddr, pageOf, sipUri } from './sip/sip-names.ts'
import type { SipSocket } from './sip/sip-socket.ts'

const MAX_LIFETIME_S = 300
const MAX_OF_ACCOUNT = 32

/** A registered phone: its account, and the socket that reaches it. */
export interface Binding {
  account: PhoneAccount
  /** Its Contact header. */
  contact: string
  page: string
  socket: SipSocket
  /** On the monotonic clock. */
  expiresAt: number
  registeredAt: number
  /** E.164 numbers it shows, when it represents callers. */
  numbers: Set<string>
}

/** The registrar: which phones are reachable where (RFC 3261 §10). */
export class Registrar {
  #bindings: Binding[] = []

  /** Processes an authenticated REGISTER; `headers` contain the current registrations. */
  register(socket: SipSocket, request: SipRequest, account: PhoneAccount): { fresh: Binding[]; headers: SipHeader[] } {
    const now = performance.now()
    const byDefault = headerOf(request, 'expires')
    const fresh: Binding[] = []
    for (const contact of headersOf(request, 'contact')) {
      const seconds = lifeOf(contact, byDefault)
      const page = pageOf(contact)
      const isSame = (one: Binding) =>
        one.account.extension === account.extension && (contact === '*' || one.page === page)
      const before = this.#bindings.find(isSame)
      this.#bindings = this.#bindings.filter((one) => !isSame(one))
      if (contact === '*' || seconds === 0 || !sipUri(nameAddr(contact).uri)) continue
      const numbers = new Set([...(before?.numbers ?? []), ...numbersOf(request)])
      const registeredAt = before?.registeredAt ?? now
      fresh.push({ account, contact, page, socket, expiresAt: now + seconds * 1000, registeredAt, numbers })
    }
    this.#bindings = capped([...this.#bindings, ...fresh], account.extension)
    return { fresh, headers: this.#shown(account.extension, now) }
  }

  /** The newest last. */
  ofUser(userId: UserId): Binding[] {
    return this.#reachable().filter(({ account }) => account.kind === 'dispatcher' && account.userId === userId)
  }

  ofExtension(extension: string): Binding[] {
    return this.#reachable().filter(({ account }) => account.extension === extension)
  }

  /** The caller phone that last showed this number. */
  ofNumber(number: string): Binding | null {
    const showing = ({ account, numbers }: Binding) => account.kind === 'caller' && numbers.has(number)
    return this.#reachable().findLast(showing) ?? null
  }

  /** Stores the number that a caller shows, so that the caller can be called back. */
  showsNumber(socket: SipSocket, number: string): void {
    for (const binding of this.#bindings) if (binding.socket === socket) binding.numbers.add(number)
  }

  /** Removes and returns the phones of a socket. */
  drop(socket: SipSocket): Binding[] {
    const gone = this.#bindings.filter((binding) => binding.socket === socket)
    this.#bindings = this.#bindings.filter((binding) => binding.socket !== socket)
    return gone
  }

  /** Removes registrations that were not renewed in time. */
  sweep(): void {
    const now = performance.now()
    this.#bindings = this.#bindings.filter(({ expiresAt }) => expiresAt > now)
  }

  #reachable(): Binding[] {
    const now = performance.now()
    return this.#bindings.filter(({ expiresAt, socket }) => expiresAt > now && socket.isOpen)
  }

  #shown(extension: string, now: number): SipHeader[] {
    const own = this.#bindings.filter(({ account }) => account.extension === extension)
    return own.map(({ contact, expiresAt }): SipHeader => {
      const { uri } = nameAddr(contact)
      return ['Contact', `<${uri}>;expires=${Math.max(1, Math.round((expiresAt - now) / 1000))}`]
    })
  }
}

function lifeOf(contact: string, byDefault: string | undefined): number {
  const requested = Number(nameAddr(contact).params.expires ?? byDefault ?? MAX_LIFETIME_S)
  return Number.isFinite(requested) ? Math.max(0, Math.min(MAX_LIFETIME_S, Math.floor(requested))) : MAX_LIFETIME_S
}

/** A page of simulated callers may declare its numbers beforehand. */
function numbersOf(request: SipRequest): string[] {
  const listed = headersOf(request, 'x-number').flatMap((header) => header.split(','))
  return listed.slice(0, MAX_OF_ACCOUNT).map(normalizePhone).filter(isPhone)
}

/** Removes the oldest pages of an account beyond the maximum. */
function capped(bindings: Binding[], extension: string): Binding[] {
  const own = bindings.filter(({ account }) => account.extension === extension)
  const tooMany = new Set(own.slice(0, Math.max(0, own.length - MAX_OF_ACCOUNT)))
  return bindings.filter((binding) => !tooMany.has(binding))
}
