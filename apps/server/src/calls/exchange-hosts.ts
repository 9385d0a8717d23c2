import { HOST } from '../http/security-headers.ts'
import { kindOfError } from '../kind-of-error.ts'
import { runEvery } from '../run-every.ts'
import type { Server } from '../server.ts'
import { websocketsOfAccounts } from './sip-accounts.store.ts'

const POLL_INTERVAL_MS = 60_000

/** Exchanges elsewhere that telephones of some accounts connect to: the security policy of pages has to name them. */
export class ExchangeHosts {
  readonly #server: Pick<Server, 'db' | 'log'>
  #origins: readonly string[] = []

  constructor(server: Pick<Server, 'db' | 'log'>) {
    this.#server = server
  }

  /** wss://sip.example.ro:8443 */
  get origins(): readonly string[] {
    return this.#origins
  }

  async load(): Promise<void> {
    const addresses = await websocketsOfAccounts(this.#server.db)
    this.#origins = [...new Set(addresses.flatMap(originOf))].sort()
  }

  /** A server starts without a database too: it is asked again after a minute. */
  async loadIfPossible(): Promise<void> {
    await this.load().catch((error: unknown) =>
      this.#server.log.warn({ reason: kindOfError(error) }, 'the hosts of other exchanges are not known'),
    )
  }

  start(): { stop(): Promise<void> } {
    const failed = 'the hosts of other exchanges cannot be read'
    return runEvery(this.#server, { everyMs: POLL_INTERVAL_MS, look: () => this.load(), failed })
  }
}

/** Nothing of a path on this server, and of what is no websocket. */
function originOf(address: string): string[] {
  if (!URL.canParse(address)) return []
  const { protocol, host } = new URL(address)
  return (protocol === 'ws:' || protocol === 'wss:') && HOST.test(host) ? [`${protocol}//${host}`] : []
}
