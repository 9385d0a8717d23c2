import { advanceWalk } from '@dispecerat/domain/dispatch/search/advance-walk'
import { type Scene, type Walk, walkDueAt } from '@dispecerat/domain/dispatch/search/walk'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { type OrderForSearch, ordersForSearch } from '../../orders/orders.public.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isSearchedFor, mustMove, type SearchParts } from './advance-search.ts'
import { type QuietEvaluation, saveQuietEvaluations } from './quiet-evaluations.store.ts'
import { scenes } from './search-scene.ts'
import { loadWalks, type StoredWalk } from './walks.store.ts'

/**
 * Evaluates many locked orders at once. Most evaluations find no new driver: those are written together and nothing else is. Returns the
 * orders with changes; they stay due and untouched, each for a transaction of its own.
 */
export async function evaluateMany(
  tx: Tx,
  { fleet, routes }: Pick<SearchParts, 'fleet' | 'routes'>,
  orderIds: readonly OrderId[],
  now: Date,
): Promise<OrderId[]> {
  const walks = await loadWalks(tx, orderIds)
  const orders = new Map((await ordersForSearch(tx, orderIds)).map((order) => [order.orderId, order]))
  const sceneOf = await scenes(tx, fleet, now)
  const quiet: QuietEvaluation[] = []
  const eventful: OrderId[] = []
  for (const orderId of orderIds) {
    const stored = walks.get(orderId)
    const order = orders.get(orderId)
    const evaluation = stored && order ? quietEvaluation(stored, order, () => sceneOf(order), routes, now) : null
    if (evaluation) quiet.push(evaluation)
    else eventful.push(orderId)
  }
  await saveQuietEvaluations(tx, quiet)
  return eventful
}

/** null: there are changes, or the order needs another handler. */
function quietEvaluation(
  { walkId, walk, roundIds }: StoredWalk,
  order: OrderForSearch,
  sceneOf: () => Scene,
  routes: SearchParts['routes'],
  now: Date,
): QuietEvaluation | null {
  if (walkDueAt(walk) === null || !isSearchedFor(order)) return null
  const scene = sceneOf()
  if (routes.missing(walk, scene, now)) return null
  const next = decidedOrNull(walk, routes.withRoutes(scene, now), now)
  const dueAt = next && walkDueAt(next)
  if (!next || !dueAt || mustMove(order, next)) return null
  const rounds = roundsOf(next).flatMap(({ no, nextEvaluationAt }) => {
    const roundId = roundIds.get(no)
    return roundId === undefined ? [] : [{ roundId, nextEvaluationAt }]
  })
  return { walkId, dueAt, rounds }
}

/** The walk after an evaluation that only moved its due time; a throwing step is counted where the order is advanced on its own. */
function decidedOrNull(walk: Walk, scene: Scene, now: Date): Walk | null {
  try {
    const { walk: next, effects } = advanceWalk(walk, scene, now)
    return effects.length === 0 && isUnchanged(walk, next) ? next : null
  } catch {
    return null
  }
}

function isUnchanged(before: Walk, after: Walk): boolean {
  if (before.status !== after.status || before.round?.no !== after.round?.no) return false
  const known = new Map(roundsOf(before).map((round) => [round.no, round]))
  return roundsOf(after).every((round) => {
    const was = known.get(round.no)
    return (
      was !== undefined &&
      was.passedOver === round.passedOver &&
      was.notPlaced.length === round.notPlaced.length &&
      was.outcome === round.outcome &&
      was.endsAt.getTime() === round.endsAt.getTime()
    )
  })
}

function roundsOf({ round, pinned }: Walk): Walk['pinned'] {
  return round ? [round, ...pinned] : pinned
}
