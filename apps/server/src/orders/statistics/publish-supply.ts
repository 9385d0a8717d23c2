import { SUPPLY_CHANNEL } from '@dispecerat/contract/api/realtime'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Db } from '../../platform/db/database.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { companyIdsOf } from './statistics.views.ts'
import type { SupplyBoard } from './supply-board.ts'

/** Publishes a company's zones to its subscribers when a figure has changed; computes nothing without subscribers. */
export class SupplyPublisher {
  readonly #parts: { db: Db; realtime: Realtime; board: SupplyBoard }
  readonly #told = new Map<CompanyId, string>()

  constructor(parts: { db: Db; realtime: Realtime; board: SupplyBoard }) {
    this.#parts = parts
  }

  async tell(): Promise<void> {
    const { db, realtime, board } = this.#parts
    if (!realtime.hasSubscribers(SUPPLY_CHANNEL)) return this.#told.clear()
    const companies = (await companyIdsOf(db, { companies: 'every', ownUserId: null })) as CompanyId[]
    for (const [companyId, zones] of await board.of(companies)) {
      const text = JSON.stringify(zones)
      if (this.#told.get(companyId) === text) continue
      this.#told.set(companyId, text)
      realtime.publish({
        event: SUPPLY_CHANNEL,
        channel: SUPPLY_CHANNEL,
        toCompanies: [companyId],
        data: { company_id: companyId, zones },
      })
    }
  }
}
