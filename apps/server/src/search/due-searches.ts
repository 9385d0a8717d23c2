import type { OrderId } from '@dispecerat/domain/ids'
import type { Fleet } from '../fleet/fleet.public.ts'
import type { Server } from '../server.ts'
import { type Advanced, advanceSearch } from './advance-search.ts'
import { afterFailure } from './give-up-search.ts'
import { evaluateMany } from './quiet-looks.ts'
import type { RouteCache, RouteQuestion } from './route-cache.ts'
import { claimDueOrders, claimOrder } from './walks.store.ts'

/** Looked at together when so many are due; their orders are locked for as long as it takes, some tens of milliseconds. */
const MAX_AT_ONCE = 40

/** What a search looks at besides its rows. */
export interface DueParts {
  fleet: Fleet
  routes: RouteCache
  /** Something may be due now. */
  wake(): void
}

/**
 * Claims what is due and nobody else holds. One order is advanced in the same transaction; of many, those where nothing
 * happens are written together, and the others are returned, still due. `looked` hears as soon as it is known whether
 * something was due. A process that dies in the middle has done nothing.
 */
export async function advanceDue(
  server: Server,
  parts: DueParts,
  except: readonly OrderId[],
  looked: (isDue: boolean) => void,
): Promise<OrderId[]> {
  let claimed: OrderId[] = []
  try {
    const advanced = await server.db.transaction().execute(async (tx) => {
      const now = server.clock.now()
      claimed = await claimDueOrders(tx, now, { except: [...except, ...parts.routes.asking], max: MAX_AT_ONCE })
      looked(claimed.length > 0)
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
    // Which of many it was is found out one by one.
    if (claimed.length > 1) return claimed
    await countFailure(server, first, error)
    return []
  }
}

/** Advances one order that was due a moment ago, unless somebody else has done it meanwhile or is about to. */
export async function advanceOne(server: Server, parts: DueParts, orderId: OrderId): Promise<void> {
  try {
    const advanced = await server.db.transaction().execute(async (tx) => {
      if (!(await claimOrder(tx, orderId, server.clock.now()))) return null
      return advanceSearch(tx, { domainEvents: server.domainEvents, ...parts }, orderId, server.clock.now())
    })
    if (advanced) await follow(server, parts, advanced)
  } catch (error) {
    await countFailure(server, orderId, error)
  }
}

async function follow(server: Server, { routes, wake }: DueParts, advanced: Advanced): Promise<void> {
  if ('wants' in advanced) await askRoads(routes, advanced.wants, wake)
  else server.committed()
}

/**
 * Nothing was written: the walk is still due, and whoever claims it next knows the roads. Other searches do not wait for the
 * router, unless too many questions are on their way.
 */
async function askRoads(routes: RouteCache, question: RouteQuestion, wake: () => void): Promise<void> {
  const answered = routes.ask(question).then(wake)
  if (routes.isCrowded) await answered
}

/** A step that throws is counted against its own walk only. */
async function countFailure(server: Server, orderId: OrderId, error: unknown): Promise<void> {
  const { failures } = await afterFailure(server, orderId)
  server.log.error({ order_id: orderId, failures, err: error }, 'a step of a search failed')
}
