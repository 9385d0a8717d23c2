import { DEFAULT_SOCKETS } from '@dispecerat/domain/identity/quota'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { kindOfError } from '../lifecycle/kind-of-error.ts'
import { runEvery } from '../lifecycle/run-every.ts'
import type { Server } from '../lifecycle/server.ts'
import type { Realtime } from '../realtime/realtime.ts'
import { ownLimitsOfKind } from './quotas.store.ts'

const POLL_INTERVAL_MS = 60_000
const FAILED = 'the quotas of sockets cannot be read'

/**
 * The maximum of open sockets per company, cached in this process so that no socket queries the database. Reloaded when the settings of a
 * company change, and every minute in case that failed.
 */
export class SocketQuotas {
  readonly #server: Pick<Server, 'db' | 'log'>
  readonly #listeners: (() => void)[] = []
  #own: ReadonlyMap<number, number> = new Map()
  #reading: Promise<void> = Promise.resolve()

  constructor(server: Pick<Server, 'db' | 'log'>) {
    this.#server = server
  }

  of(companyId: CompanyId): number {
    return this.#own.get(companyId) ?? DEFAULT_SOCKETS
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Loads them before the first socket, if there is a database, and again on events of the log. */
  async subscribe(realtime: Pick<Realtime, 'onEvents'>): Promise<void> {
    realtime.onEvents((events) => {
      if (events.some(({ event }) => event === 'company_settings_changed')) void this.#readIfPossible()
    })
    await this.#readIfPossible()
  }

  start(): { settled(): Promise<void>; stop(): Promise<void> } {
    const poller = runEvery(this.#server, { everyMs: POLL_INTERVAL_MS, run: () => this.#read(), failed: FAILED })
    return { settled: () => this.#reading, stop: () => poller.stop() }
  }

  /** Serialises reads, so that an older result never replaces a newer one. */
  #read(): Promise<void> {
    const read = this.#reading.then(async () => {
      this.#own = await ownLimitsOfKind(this.#server.db, 'sockets')
      for (const listener of this.#listeners) listener()
    })
    this.#reading = read.catch(() => undefined)
    return read
  }

  async #readIfPossible(): Promise<void> {
    await this.#read().catch((error: unknown) => this.#server.log.warn({ reason: kindOfError(error) }, FAILED))
  }
}
