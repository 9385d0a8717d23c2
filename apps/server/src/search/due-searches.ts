import type { OrderId } from '@dispecerat/domain/ids'
import type { Fleet } from '../fleet/fleet.public.ts'
import type { Server } from '../server.ts'
import { advanceSearch } from './advance-search.ts'
import { afterFailure } from './give-up-search.ts'
import { claimDueOrder } from './walks.store.ts'

/**
 * Claims one due order and advances its search, all in one transaction: a process that dies in the middle has done nothing.
 * False when nothing is due that nobody else holds. A step that throws is counted against its own walk only.
 */
export async function advanceOneDue(server: Server, fleet: Fleet): Promise<boolean> {
  let claimed: OrderId | null = null
  try {
    const hasNews = await server.db.transaction().execute(async (tx) => {
      claimed = await claimDueOrder(tx, server.clock.now())
      if (claimed === null) return false
      await advanceSearch(tx, fleet, claimed, server.clock.now())
      return true
    })
    if (hasNews) server.committed()
    return hasNews
  } catch (error) {
    if (claimed === null) throw error
    const { failures } = await afterFailure(server, claimed)
    const reason = error instanceof Error ? error.message : typeof error
    server.log.error({ order_id: claimed, failures, reason }, 'a step of a search failed')
    return true
  }
}
