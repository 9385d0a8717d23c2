import { abortWalk } from '@dispecerat/domain/dispatch/search/answer-offer'
import { isExclusive, startWalk } from '@dispecerat/domain/dispatch/search/walk'
import { QUEUE_STEP, walkSteps } from '@dispecerat/domain/dispatch/search/walk-steps'
import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { addHistory, listOrder, lockOrder, orderForSearch, replacementBegins } from '../../orders/orders.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DomainEventMap, DomainEvents } from '../../platform/db/domain-events.ts'
import { record } from '../../platform/db/event-log.ts'
import { holdPenalised, judgeDrivers } from '../offers/judge-drivers.ts'
import { saveEffects, saveWalk } from './save-walk.store.ts'
import { markReturned } from './search-inputs.store.ts'
import { chooseRules } from './search-rules.store.ts'
import { eventsOf, panelEvent, type WhyGone } from './walk-events.ts'
import { insertWalk, loadWalk, type StoredWalk } from './walks.store.ts'

/**
 * Starts a new walk of the locked order at step 1, due at once; a running walk is aborted first. A scheduled order uses the rules of its
 * own start time, even when it starts late; one that a dispatcher offers before it is due, those of this moment. An order that has a
 * driver rings only: it is in no list, and without a step that rings nothing begins.
 */
export async function beginSearch(
  tx: Tx,
  domainEvents: DomainEvents,
  { orderId, now, isNewOrder, toDriver, isReplacement = false }: DomainEventMap['order.search_wanted'],
): Promise<void> {
  const before = isNewOrder ? null : await loadWalk(tx, orderId)
  const isRestart = before?.walk.status === 'running'
  if (before) await abort(tx, domainEvents, before, { because: 'no_longer_available', now, notBlamed: toDriver })

  const order = await orderForSearch(tx, orderId)
  if (order.inPendingQueue) await listOrder(tx, { order: await lockOrder(tx, orderId), isListed: false, now })
  const { startAt } = order
  const isLate = startAt !== null && startAt < now && !isReplacement
  const rules = await chooseRules(tx, order.createdByCompanyId, isLate ? startAt : now)
  const { customDriverIds: driverIds } = order
  // A scheduled order that a dispatcher offers before its time is for the named driver alone.
  const onlyNamed = order.onlyCustom || (toDriver !== undefined && startAt !== null && startAt > now)
  const named = walkSteps(rules.steps, { driverIds, onlyNamed, isByHand: toDriver !== undefined })
  // Named drivers were asked first already; an order for them only is offered to nobody else.
  const steps = isReplacement ? (onlyNamed ? named : rules.steps).filter(isExclusive) : named
  if (steps.length === 0) return
  if (isReplacement) await replacementBegins(tx, await lockOrder(tx, orderId), now)
  const walkNo = (before?.walk.walkNo ?? 0) + 1
  const { skipEmptySteps, waitSeconds, intervalId, methodId } = rules
  const walk = startWalk({ orderId, walkNo, steps, skipEmptySteps, waitSeconds }, now)
  await insertWalk(tx, walk, { intervalId, methodId, promisedAt: order.promisedAt })
  const data = { walk_no: walkNo, interval_id: intervalId, method_id: methodId, steps: steps.length }
  const type = isRestart ? 'search_restarted' : 'search_started'
  await addHistory(tx, [{ orderId, at: now, type, by: SYSTEM, data }])
}

/** Lists the locked order for nearby drivers until one accepts; a running walk is aborted first. */
export async function beginQueue(tx: Tx, domainEvents: DomainEvents, orderId: OrderId, now: Date): Promise<void> {
  const before = await loadWalk(tx, orderId)
  if (before) await abort(tx, domainEvents, before, { because: 'no_longer_available', now })
  const walkNo = (before?.walk.walkNo ?? 0) + 1
  const walk = startWalk({ orderId, walkNo, steps: [QUEUE_STEP], skipEmptySteps: false }, now)
  await insertWalk(tx, walk, { intervalId: null, methodId: null, promisedAt: now })
}

interface Over {
  because: WhyGone
  now: Date
  /** Gets the order: their own offer ends without a message. */
  toDriver?: DriverId | undefined
  /** A dispatcher names this driver: a miss in the search that ends would ban the one who is to have the order. */
  notBlamed?: DriverId | undefined
  /** Drivers whom the transaction locks later. */
  holding?: readonly DriverId[]
}

/** Ends the search of a locked order that needs no driver any more; ringing offers are withdrawn. */
export async function endSearch(tx: Tx, domainEvents: DomainEvents, orderId: OrderId, over: Over): Promise<void> {
  const stored = await loadWalk(tx, orderId)
  if (stored) await abort(tx, domainEvents, stored, { notBlamed: over.toDriver, ...over })
}

/** The driver gave the locked order back: marks the offer that they had accepted as returned, also behind later searches of another car. */
export async function noteReturn(tx: Tx, orderId: OrderId, driverId: DriverId, now: Date): Promise<void> {
  if (await markReturned(tx, orderId, driverId)) await record(tx, [panelEvent(orderId)], now)
}

async function abort(
  tx: Tx,
  domainEvents: DomainEvents,
  stored: StoredWalk,
  { because, now, toDriver, notBlamed, holding = [] }: Over,
): Promise<void> {
  const { walk, effects: ended } = abortWalk(stored.walk, now)
  const effects = ended.filter((effect) => effect.type !== 'driver.missed' || effect.driverId !== notBlamed)
  if (effects.length === 0) return
  const penalised = await holdPenalised(tx, walk, effects, toDriver === undefined ? holding : [...holding, toDriver])
  await saveEffects(tx, stored, effects, now)
  await saveWalk(tx, stored, walk, { now })
  await judgeDrivers(tx, domainEvents, penalised, { orderId: walk.orderId, now })
  const { roundIds } = stored
  await record(tx, eventsOf(effects, { walk, roundIds, audience: [], withdrawn: because, toDriver }), now)
}
