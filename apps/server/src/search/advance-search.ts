import type { OrderId } from '@dispecerat/domain/ids'
import { advanceWalk } from '@dispecerat/domain/search/advance-walk'
import { abortWalk, offerNotPlaced } from '@dispecerat/domain/search/answer-offer'
import {
  type Ask,
  type Scene,
  type Walk,
  type WalkDecision,
  type WalkEffect,
  walkDueAt,
} from '@dispecerat/domain/search/walk'
import type { Tx } from '../db/database.ts'
import { record } from '../db/event-log.ts'
import type { Fleet } from '../fleet/fleet.public.ts'
import { addHistory, foundNobody, lockOrder, type OrderForSearch, orderForSearch } from '../orders/orders.public.ts'
import { type Refusal, saveEffects, saveWalk } from './save-walk.store.ts'
import { eventsOf, historyOf } from './walk-news.ts'
import { loadWalk, ringingDrivers, type StoredWalk } from './walks.store.ts'

/**
 * Does what is due for one order that the caller has locked: reads the walk, shows the drivers to the engine, writes what
 * it decides. Returns when the walk is due next.
 */
export async function advanceSearch(tx: Tx, fleet: Fleet, orderId: OrderId, now: Date): Promise<Date | null> {
  const stored = await loadWalk(tx, orderId)
  const dueAt = stored && walkDueAt(stored.walk)
  if (!stored || !dueAt) return null
  const order = await orderForSearch(tx, orderId)
  if (order.state !== 'created' || order.isDeleted) return closeStray(tx, stored, now)

  const scene = await sceneOf(tx, fleet, order)
  const { walk, effects } = await decideAndPlace(tx, stored, scene, now)
  const news = {
    orderId,
    roundId: effects.roundId,
    audience: [order.createdByCompanyId],
    withdrawn: 'no_longer_available' as const,
  }
  await addHistory(tx, historyOf(effects.all, orderId, now))
  if (walk.status === 'exhausted') await foundNobody(tx, { order: await lockOrder(tx, orderId), now })
  if (effects.all.length > 0 || walk.round?.passedOver !== stored.walk.round?.passedOver) {
    await record(tx, eventsOf(effects.all, news), now)
  }
  return walkDueAt(walk)
}

/** Every company that may drive the order, and whose phones ring at this moment. */
async function sceneOf(tx: Tx, fleet: Fleet, order: OrderForSearch): Promise<Scene> {
  const { createdByCompanyId: own, sendToOtherCompany, searchCompanyIds } = order
  const companies = [own, ...(sendToOtherCompany ? searchCompanyIds.filter((id) => id !== own) : [])]
  const ringing = await ringingDrivers(tx)
  const drivers = fleet.factsOf(companies, own)
  for (const driver of drivers) driver.holdsOfferOf = ringing.get(driver.driverId) ?? null
  return { ask: askOf(order, fleet), drivers }
}

function askOf(order: OrderForSearch, fleet: Fleet): Ask {
  return {
    orderId: order.orderId,
    pickup: order.pickup,
    pickupZoneId: fleet.zoneAt(order.createdByCompanyId, order.pickup),
    serviceId: order.serviceId,
    options: order.options,
    ownCompanyId: order.createdByCompanyId,
    namedDriverIds: order.customDriverIds,
    canceledByDriverIds: order.canceledByDriverIds,
    excludedDriverIds: [],
  }
}

interface Placed {
  walk: Walk
  effects: { all: WalkEffect[]; roundId: StoredWalk['roundId'] }
}

/** Lets the engine decide and the database judge, until they agree; in a rotation the next one is asked at once. */
async function decideAndPlace(tx: Tx, loaded: StoredWalk, scene: Scene, now: Date): Promise<Placed> {
  let stored = loaded
  let ranksMoved = false
  const all: WalkEffect[] = []
  for (;;) {
    const decision = advanceWalk(stored.walk, scene, now)
    const { roundId, refusals } = await saveEffects(tx, stored, decision.effects, now)
    const walk = withoutRefused(decision, refusals, now)
    all.push(...placedOf(decision.effects, walk, refusals))
    ranksMoved ||= refusals.length > 0
    stored = { ...stored, roundId, walk }
    const dueAt = walkDueAt(walk)
    if (refusals.length === 0 || dueAt === null || dueAt > now) break
  }
  await saveWalk(tx, stored, stored.walk, ranksMoved)
  return { walk: stored.walk, effects: { all, roundId: stored.roundId } }
}

function withoutRefused({ walk }: WalkDecision, refusals: readonly Refusal[], now: Date): Walk {
  let agreed = walk
  for (const { driverId, because } of refusals) agreed = offerNotPlaced(agreed, driverId, because, now).walk
  return agreed
}

/** Offers that never were are not told; the others have the rank they ended with. */
function placedOf(effects: readonly WalkEffect[], walk: Walk, refusals: readonly Refusal[]): WalkEffect[] {
  if (refusals.length === 0) return [...effects]
  return effects.flatMap((effect): WalkEffect[] => {
    if (effect.type !== 'offer.made') return [effect]
    const offer = walk.round?.offers.find(({ driverId }) => driverId === effect.offer.driverId)
    return offer ? [{ ...effect, offer }] : []
  })
}

/** The order went on without its walk being told; nothing may ring for it. */
async function closeStray(tx: Tx, stored: StoredWalk, now: Date): Promise<null> {
  const { walk, effects } = abortWalk(stored.walk, now)
  const { roundId } = await saveEffects(tx, stored, effects, now)
  await saveWalk(tx, stored, walk, false)
  const news = { orderId: walk.orderId, roundId, audience: [], withdrawn: 'no_longer_available' as const }
  await record(tx, eventsOf(effects, news), now)
  return null
}
