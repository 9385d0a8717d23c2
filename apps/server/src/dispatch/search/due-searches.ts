import type { OrderId } from '@dispecerat/domain/kernel/ids'
import type { Fleet } from '../../fleet/fleet.public.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { ReceiptBox } from '../offers/receipt-box.ts'
import { type Advanced, advanceSearch } from './advance-search.ts'
import { afterFailure } from './give-up-search.ts'
import { evaluateMany } from './quiet-evaluations.ts'
import type { RouteCache, RouteQuestion } from './route-cache.ts'
import { claimDueOrders, claimOrder } from './walks.store.ts'

/** Maximum number of due orders evaluated together; their orders are locked meanwhile, some tens of milliseconds. */
const MAX_AT_ONCE = 40

/** Dependencies of a search step besides its rows. */
export interface DueParts {
  fleet: Fleet
  routes: RouteCache
  receipts: Pick<ReceiptBox, 'unwritten'>
  /** Called when something may be due now. */
  wake(): void
}

/**
 * Claims due orders that are not locked. A single order is advanced in the same transaction; of many, those without changes are written
 * together, and the others are returned, still due. `onClaimed` is called as soon as it is known whether something was due. A process that
 * dies in between has written nothing.
 */
export async function advanceDue(
  server: Server,
  parts: DueParts,
  except: readonly OrderId[],
  onClaimed: (isDue: boolean) => void,
): Promise<OrderId[]> {
  let claimed: OrderId[] = []
  try {
    const advanced = await server.db.transaction().execute(async (tx) => {
      const now = server.clock.now()
      const { routes, receipts } = parts
      const without = { except: [...except, ...routes.asking], unwritten: receipts.unwritten }
      claimed = await claimDueOrders(tx, now, { ...without, max: MAX_AT_ONCE })
      onClaimed(claimed.length > 0)
      const [first] = claimed
      if (first === undefined) return null
      if (claimed.length > 1) return { eventful: await evaluateMany(tx, parts, claimed, server.clock.now()) }
      return advanceSearch(tx, { domainEvents: server.domainEvents, ...parts }, first, server.clock.now())
    })
    if (advanced === null) return []
    if ('eventful' in advanced) return advanced.eventful
    await follow(server, parts, advanced)
    return []
  } catch (error) {
    const [first] = claimed
    if (first === undefined) throw error
    // With several orders, each is advanced on its own to find the one that failed.
    if (claimed.length > 1) return claimed
    await countFailure(server, first, error)
    return []
  }
}

/** Advances one order that was due a moment ago, unless another worker has advanced or locked it meanwhile. */
export async function advanceOne(server: Server, parts: DueParts, orderId: OrderId): Promise<void> {
  try {
    const advanced = await server.db.transaction().execute(async (tx) => {
      if (!(await claimOrder(tx, orderId, server.clock.now(), parts.receipts.unwritten))) return null
      return advanceSearch(tx, { domainEvents: server.domainEvents, ...parts }, orderId, server.clock.now())
    })
    if (advanced) await follow(server, parts, advanced)
  } catch (error) {
    await countFailure(server, orderId, error)
  }
}

async function follow(server: Server, { routes, wake }: DueParts, advanced: Advanced): Promise<void> {
  if ('wants' in advanced) await requestRoutes(routes, advanced.wants, wake)
  else server.committed()
}

/**
 * Nothing was written: the walk is still due, and the next claim finds the routes cached. Other searches do not wait for the router, unless
 * too many requests are pending.
 */
async function requestRoutes(routes: RouteCache, question: RouteQuestion, wake: () => void): Promise<void> {
  const answered = routes.ask(question).then(wake)
  if (routes.isCrowded) await answered
}

/** A step that throws counts only against its own walk. */
async function countFailure(server: Server, orderId: OrderId, error: unknown): Promise<void> {
  const { failures } = await afterFailure(server, orderId)
  server.log.error({ order_id: orderId, failures, err: error }, 'a step of a search failed')
}
