import { SUPPLY_CHANNEL } from '@dispecerat/contract/api/realtime'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Roads } from '../../adapters/routing/roads.ts'
import type { Fleet } from '../../fleet/fleet.public.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { foldOrderDays } from './order-days.store.ts'
import { companyIdsOf } from './statistics.views.ts'
import { SupplyBoard } from './supply-board.ts'

const FOLD_EVERY_MS = 30_000
const SUPPLY_EVERY_MS = 2_000

/** Supply of all companies' zones ten minutes ahead; cached names are dropped when zones change. */
export function createSupply(
  server: Server,
  realtime: Realtime,
  { fleet, roads }: { fleet: Fleet; roads: Roads },
): SupplyBoard {
  const board = new SupplyBoard(server, fleet, roads)
  realtime.onEvents((events) => {
    if (events.some(({ event }) => event === 'polygons_changed')) board.forgetZones()
  })
  return board
}

/** Folds the summary of days, and publishes supply to its subscribers. */
export function startStatisticsJobs(
  { db, log }: Server,
  realtime: Realtime,
  board: SupplyBoard,
): { stop(): Promise<void> } {
  const publisher = new SupplyPublisher({ db, realtime, board })
  const jobs = [
    repeat(
      () => foldOrderDays(db),
      FOLD_EVERY_MS,
      (err) => log.warn({ err }, 'the days of orders were not summed up'),
    ),
    repeat(
      () => publisher.tell(),
      SUPPLY_EVERY_MS,
      (err) => log.warn({ err }, 'the supply of zones was not counted'),
    ),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

/** Runs again this long after the last run has ended; a failure is logged and retried. */
function repeat(
  work: () => Promise<void>,
  everyMs: number,
  failed: (error: unknown) => void,
): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let run = Promise.resolve()
  const next = () => {
    if (isStopped) return
    timer = setTimeout(() => {
      run = work().catch(failed).finally(next)
    }, everyMs)
    timer.unref()
  }
  next()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await run
    },
  }
}

/** Publishes a company's zones to its subscribers when a figure has changed; computes nothing without subscribers. */
class SupplyPublisher {
  readonly #parts: { db: Db; realtime: Realtime; board: SupplyBoard }
  readonly #told = new Map<CompanyId, string>()

  constructor(parts: { db: Db; realtime: Realtime; board: SupplyBoard }) {
    this.#parts = parts
  }

  async tell(): Promise<void> {
    const { db, realtime, board } = this.#parts
    if (!realtime.hasSubscribers(SUPPLY_CHANNEL)) return this.#told.clear()
    const companies = await companyIdsOf(db, { companies: 'every', ownUserId: null })
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
