import { HOST } from '../../platform/http/security-headers.ts'
import { kindOfError } from '../../platform/lifecycle/kind-of-error.ts'
import { runEvery } from '../../platform/lifecycle/run-every.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { websocketsOfAccounts } from '../sip-accounts/sip-accounts.store.ts'

const POLL_INTERVAL_MS = 60_000

/** The origins of external exchanges that telephones of some accounts connect to: the content security policy of pages must list them. */
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

  /** The server also starts without a database; loading is retried after a minute. */
  async loadIfPossible(): Promise<void> {
    await this.load().catch((error: unknown) =>
      this.#server.log.warn({ reason: kindOfError(error) }, 'the hosts of other exchanges are not known'),
    )
  }

  start(): { stop(): Promise<void> } {
    const failed = 'the hosts of other exchanges cannot be read'
    return runEvery(this.#server, { everyMs: POLL_INTERVAL_MS, run: () => this.load(), failed })
  }
}

/** Returns no origin for a path on this server or an address that is no websocket. */
function originOf(address: string): string[] {
  if (!URL.canParse(address)) return []
  const { protocol, host } = new URL(address)
  return (protocol === 'ws:' || protocol === 'wss:') && HOST.test(host) ? [`${protocol}//${host}`] : []
}
