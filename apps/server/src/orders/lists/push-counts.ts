import type { OrderCounts } from '@dispecerat/contract/orders/order-lists'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { z } from 'zod'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { type ListCounts, listCounts } from './order-lists.views.ts'

/** Debounce: a burst of changes is counted once. */
const GATHER_MS = 100

const MOVERS = new Set(['live_orders_updated', 'remove_live_order'])

/** Pushes the list counts of a company to its consoles soon after one may have changed. */
export function pushCounts(server: Server, realtime: Realtime): void {
  const changed = new Set<CompanyId>()
  let timer: NodeJS.Timeout | undefined

  const push = async () => {
    timer = undefined
    const companies = [...changed]
    changed.clear()
    const now = server.clock.now()
    for (const company of companies) {
      const counts = await listCounts(server.db, { companies: [company], ownUserId: null }, now)
      realtime.publish({
        toCompanies: [company],
        event: 'order_counts',
        data: { company_id: company, ...wireCounts(counts) },
      })
    }
  }

  realtime.onEvents((events) => {
    for (const { event, toCompanies } of events) if (MOVERS.has(event)) for (const id of toCompanies) changed.add(id)
    if (changed.size === 0 || timer) return
    timer = setTimeout(() => {
      // A stopping server has closed its database; a console that missed counts requests them.
      push().catch((error) => server.log.debug({ err: error }, 'counts were not pushed'))
    }, GATHER_MS)
    timer.unref()
  })
}

export function wireCounts(counts: ListCounts): z.infer<typeof OrderCounts> {
  return {
    inCallOrdersCount: counts['in-call'],
    liveOrdersCount: counts.live,
    finishedOrdersCount: counts.finished,
    canceledOrdersCount: counts.canceled,
  }
}
