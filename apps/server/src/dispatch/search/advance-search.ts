import { advanceWalk } from '@dispecerat/domain/dispatch/search/advance-walk'
import { abortWalk, offerNotPlaced } from '@dispecerat/domain/dispatch/search/answer-offer'
import { isExclusive, type Scene, type Walk, type WalkEffect, walkDueAt } from '@dispecerat/domain/dispatch/search/walk'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import type { Fleet } from '../../fleet/fleet.public.ts'
import {
  addHistory,
  foundNobody,
  foundNoOther,
  listOrder,
  lockOrder,
  type OrderForSearch,
  orderForSearch,
  queueOrder,
} from '../../orders/orders.public.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DomainEvents } from '../../platform/db/domain-events.ts'
import { record } from '../../platform/db/event-log.ts'
import { holdPenalised, judgeDrivers, type PenalisedDriver } from '../offers/judge-drivers.ts'
import type { Refusal } from '../offers/place-offers.store.ts'
import type { RouteCache, RouteQuestion } from './route-cache.ts'
import { ofType, saveEffects, saveWalk } from './save-walk.store.ts'
import { sceneOf } from './search-scene.ts'
import { eventsOf, historyOf } from './walk-events.ts'
import { loadWalk, type StoredWalk } from './walks.store.ts'

/** Dependencies of a search step besides its rows. */
export interface SearchParts {
  domainEvents: DomainEvents
  fleet: Fleet
  routes: RouteCache
}

/** Next due time of the walk; or the routes that must be requested before anything is decided and written. */
export type Advanced = { dueAt: Date | null } | { wants: RouteQuestion }

/** Advances the walk of one locked order: loads it, builds the scene of drivers, and writes the engine's decisions. */
export async function advanceSearch(
  tx: Tx,
  { domainEvents, fleet, routes }: SearchParts,
  orderId: OrderId,
  now: Date,
): Promise<Advanced> {
  const stored = await loadWalk(tx, orderId)
  const dueAt = stored && walkDueAt(stored.walk)
  if (!stored || !dueAt) return { dueAt: null }
  const order = await orderForSearch(tx, orderId)
  if (!isSearchedFor(order)) return closeStray(tx, stored, now)

  const scene = await sceneOf(tx, fleet, order, now)
  const wants = routes.missing(stored.walk, scene, now)
  if (wants) return { wants }
  const { walk, roundIds, effects, penalised } = await decideAndPlace(tx, stored, routes.withRoutes(scene, now), now)
  await addHistory(tx, historyOf(effects, orderId, now))
  await followWalk(tx, domainEvents, { before: order, walk, now })
  await judgeDrivers(tx, domainEvents, penalised, { orderId, now })
  if (effects.length > 0 || passedOverChanged(stored.walk, walk)) {
    const audience = [order.createdByCompanyId]
    await record(tx, eventsOf(effects, { walk, roundIds, audience, withdrawn: 'no_longer_available' }), now)
  }
  return { dueAt: walkDueAt(walk) }
}

export function isSearchedFor({ state, inPendingQueue, isReplacement, isDeleted }: OrderForSearch): boolean {
  return !isDeleted && (state === 'created' || (state === 'pending' && inPendingQueue) || isReplacement)
}

/** True when the order's state differs from that of its walk. */
export function mustMove(before: OrderForSearch, walk: Walk): boolean {
  if (walk.status === 'queued') return before.state !== 'pending'
  if (walk.status !== 'running') return true
  return before.state === 'created' && isListing(walk) !== before.inPendingQueue
}

function isListing({ status, round }: Walk): boolean {
  return status === 'running' && round?.outcome === null && !isExclusive(round.step)
}

/**
 * Moves the order to the state of its walk: listed while a list step runs, queued after the last one, or ended without a driver; an order that
 * has a driver stays assigned.
 */
async function followWalk(
  tx: Tx,
  domainEvents: DomainEvents,
  { before, walk, now }: { before: OrderForSearch; walk: Walk; now: Date },
): Promise<void> {
  if (!mustMove(before, walk)) return
  const order = await lockOrder(tx, walk.orderId)
  if (before.isReplacement) await foundNoOther(tx, order, now)
  else if (walk.status === 'exhausted') await foundNobody(tx, domainEvents, { order, now })
  else if (walk.status === 'queued') await queueOrder(tx, { order, because: 'steps_used_up', now })
  else await listOrder(tx, { order, isListed: isListing(walk), now })
}

function passedOverChanged(before: Walk, after: Walk): boolean {
  const known = new Set([before.round?.passedOver, ...before.pinned.map(({ passedOver }) => passedOver)])
  return [after.round, ...after.pinned].some((round) => round && !known.has(round.passedOver))
}

interface Placed {
  walk: Walk
  roundIds: StoredWalk['roundIds']
  effects: WalkEffect[]
  penalised: PenalisedDriver
}

/**
 * Repeats the engine's decision with the database's refusals until no offer is refused; in a rotation the next driver gets an offer at
 * once.
 */
async function decideAndPlace(tx: Tx, loaded: StoredWalk, scene: Scene, now: Date): Promise<Placed> {
  let stored = loaded
  const penalised: PenalisedDriver = { missed: [], ignoring: [] }
  const ranksMoved = new Set<number>()
  const written = []
  const all: WalkEffect[] = []
  for (;;) {
    const { walk: decided, effects } = advanceWalk(stored.walk, scene, now)
    const { missed, ignoring } = await holdPenalised(tx, decided, effects)
    penalised.missed.push(...missed)
    penalised.ignoring.push(...ignoring)
    const { roundIds, refusals } = await saveEffects(tx, stored, effects, now)
    const walk = withoutRefused(decided, refusals, now)
    all.push(...placedOf(effects, walk, refusals))
    for (const { roundNo } of refusals) ranksMoved.add(roundNo)
    written.push(...ofType(effects, 'round.opened').map(({ round }) => round))
    stored = { ...stored, roundIds, walk }
    const dueAt = walkDueAt(walk)
    if (refusals.length === 0 || dueAt === null || dueAt > now) break
  }
  const { walk, roundIds } = stored
  await saveWalk(tx, { ...loaded, roundIds }, walk, { now, written, ranksMoved, isAdvanced: true })
  return { walk, roundIds, effects: all, penalised }
}

function withoutRefused(walk: Walk, refusals: readonly Refusal[], now: Date): Walk {
  let agreed = walk
  for (const { driverId, because, roundNo } of refusals) {
    agreed = offerNotPlaced(agreed, driverId, because, now, roundNo).walk
  }
  return agreed
}

/** Removes effects of refused offers; the others get their final rank. */
function placedOf(effects: readonly WalkEffect[], walk: Walk, refusals: readonly Refusal[]): WalkEffect[] {
  if (refusals.length === 0) return [...effects]
  const rounds = [...(walk.round ? [walk.round] : []), ...walk.pinned]
  return effects.flatMap((effect): WalkEffect[] => {
    if (effect.type !== 'offer.made') return [effect]
    const round = rounds.find(({ no }) => no === effect.roundNo)
    const offer = round?.offers.find(({ driverId }) => driverId === effect.offer.driverId)
    return offer ? [{ ...effect, offer }] : []
  })
}

/** The order has moved on without its walk: aborts the walk, so that no phone rings for it. */
async function closeStray(tx: Tx, stored: StoredWalk, now: Date): Promise<Advanced> {
  const { walk, effects } = abortWalk(stored.walk, now)
  await saveEffects(tx, stored, effects, now)
  await saveWalk(tx, stored, walk, { now })
  const { roundIds } = stored
  await record(tx, eventsOf(effects, { walk, roundIds, audience: [], withdrawn: 'no_longer_available' }), now)
  return { dueAt: null }
}
