import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Login } from '../http/authenticate.ts'
import type { RequestClass, RequestLimits } from '../http/request-limits.ts'
import { SocketLimits, type SocketQuota } from '../http/socket-limits.ts'
import { kindOf } from './live-socket.ts'

/** Longer than a connection waits for `auth`, which then closes it with a reason of its own. */
const UNAUTHENTICATED_FOR_MS = 10_000

export interface MeteredSocket {
  /** Called after the token was looked up; null for an invalid one. Throws TooManyRequests. */
  joins(login: Login | null): void
  /** Counts a frame; false when the session or its company exceeds its limit. */
  mayReceive(): boolean
  gone(): void
}

/**
 * Websockets use the budget of requests: joining costs as much as a list, because it reads missed events, and each frame as much as a
 * request. A user has 32 sockets, and the consoles of a company as many as its quota; beyond that, the oldest socket of the largest group
 * is closed.
 */
export class SocketMeter {
  readonly #requests: RequestLimits
  readonly #sockets: SocketLimits
  /** Sockets of trusted addresses, which have no limit. */
  readonly #trusted = new Map<MeteredSocket, number>()

  constructor(requests: RequestLimits, ofCompany?: SocketQuota) {
    this.#requests = requests
    this.#sockets = new SocketLimits({ withinMs: UNAUTHENTICATED_FOR_MS, ...(ofCompany ? { ofCompany } : {}) })
  }

  /** The number of sockets that the consoles of this company have open in this process. */
  openOf(companyId: CompanyId): number {
    return this.#sockets.openOf(companyId) + [...this.#trusted.values()].filter((id) => id === companyId).length
  }

  /** `close` is called when newer sockets take the place of this one. */
  admit(address: string, close: () => void): MeteredSocket {
    if (this.#requests.isTrusted(address)) return this.#admitTrusted()
    const place = this.#sockets.admit(address, close)
    let login: Login | null = null
    let isGone = false
    return {
      joins: (found) => {
        if (!found) return this.#requests.countAddress(address)
        this.#requests.count(found, classOf(found, 'heavy'), address)
        login = found
        // A socket that closed while its token was looked up must not be counted, because nothing would release it.
        if (!isGone) place.authenticated({ userId: found.userId, companyId: companyOf(found) })
      },
      mayReceive: () => {
        if (!login) return true
        try {
          this.#requests.count(login, classOf(login, 'light'), address)
          return true
        } catch {
          return false
        }
      },
      gone: () => {
        isGone = true
        place.gone()
      },
    }
  }

  #admitTrusted(): MeteredSocket {
    let isGone = false
    const socket: MeteredSocket = {
      joins: (found) => {
        const companyId = found && companyOf(found)
        if (companyId !== null && !isGone) this.#trusted.set(socket, companyId)
      },
      mayReceive: () => true,
      gone: () => {
        isGone = true
        this.#trusted.delete(socket)
      },
    }
    return socket
  }
}

/** A phone never waits for the consoles of its company. */
function classOf(login: Login, ofConsole: RequestClass): RequestClass {
  return kindOf(login) === 'driver' ? 'driver' : ofConsole
}

/** Drivers have one phone each, and users of several companies count for none of them. */
function companyOf(login: Login): CompanyId | null {
  const { companies } = login.scope
  if (kindOf(login) === 'driver' || companies === 'every' || companies.length !== 1) return null
  return companies[0] ?? null
}
