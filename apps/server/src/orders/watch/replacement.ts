import type { DriverId } from '@dispecerat/domain/kernel/ids'
import { stateAfter } from '@dispecerat/domain/orders/order'
import { SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DomainEventMap, DomainEvents } from '../../platform/db/domain-events.ts'
import { record } from '../../platform/db/event-log.ts'
import { type DrivenOrder, isOnTheWay } from '../life/lock-driven-order.ts'
import { changedEvents, driverReads, warning } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import type { OrderRecord } from '../order-record.ts'
import { saveReplacement } from '../orders.store.ts'
import { isSearched } from './car-watches.store.ts'

/** The locked order with its driver, when another one may have it by accepting. */
export function replaceableOrder(order: OrderRecord): DrivenOrder | null {
  return isOnTheWay(order) && order.replacementSince !== null ? order : null
}

/**
 * Searches another car for a locked order whose driver keeps it until somebody accepts. Where no step of the company's rules rings nobody can
 * be asked, which dispatchers are told once (`isFirst`).
 */
export async function searchReplacement(
  tx: Tx,
  domainEvents: DomainEvents,
  order: DrivenOrder,
  { now, isFirst }: { now: Date; isFirst: boolean },
): Promise<void> {
  stateAfter(order, 'searchReplacement')
  const sought = await saveReplacement(tx, order, now)
  await domainEvents.emit(tx, 'order.search_wanted', { orderId: order.id, now, isReplacement: true })
  if (await isSearched(tx, order.id)) return
  if (isFirst) await foundNoOther(tx, sought, now)
  else await saveReplacement(tx, sought, null)
}

/** Another car is searched for a locked order: the rules have a step that rings. */
export async function replacementBegins(tx: Tx, order: OrderRecord, now: Date): Promise<void> {
  const sought = replaceableOrder(order)
  if (sought === null) return
  await addHistory(tx, [{ ...lineOf(sought, now), type: 'replacement_searched' }])
  const { id, carIndicativ, driverId } = sought
  await record(
    tx,
    [...changedEvents(sought), driverReads(id, driverId), warning(sought, 'replacing', carIndicativ)],
    now,
  )
}

interface Ending {
  order: OrderRecord
  because: 'car_moves' | 'arrived' | 'started' | 'released' | 'edited'
  now: Date
}

/** How the search ends: what the ringing phones are told, and who is locked with the drivers of the offers. */
export type SearchOver = Omit<DomainEventMap['order.search_over'], 'orderId' | 'now'>

/**
 * The driver of a locked order comes after all, or is no longer to be replaced: nobody else is asked. Unless `over` says otherwise the phones
 * of the others are told that the order is taken.
 */
export async function endReplacement(
  tx: Tx,
  domainEvents: DomainEvents,
  { over, ...ending }: Ending & { over?: SearchOver },
): Promise<void> {
  const ended = await dropReplacement(tx, ending)
  if (ended === null) return
  const { id: orderId, driverId } = ended
  const { now } = ending
  const taken: SearchOver = { because: 'assigned', toDriver: driverId }
  await domainEvents.emit(tx, 'order.search_over', { ...(over ?? taken), orderId, now })
  await record(tx, [...changedEvents(ended), driverReads(orderId, driverId)], now)
}

/** The order loses its driver otherwise than by an acceptance, and goes on without them. */
export function searchReleased(driverId: DriverId): SearchOver {
  return { because: 'queued', holding: [driverId] }
}

/** The same for an order that ends: ends its search, and announces the order itself. Null when no other car was searched. */
export async function dropReplacement(tx: Tx, { order, because, now }: Ending): Promise<DrivenOrder | null> {
  const sought = replaceableOrder(order)
  if (sought === null) return null
  const saved = await saveReplacement(tx, order, null)
  await addHistory(tx, [{ ...lineOf(sought, now), type: 'replacement_ended', data: { ...carOf(sought), because } }])
  return { ...saved, driverId: sought.driverId }
}

/** The search of another car ended without an acceptance: the driver keeps the locked order. */
export async function foundNoOther(tx: Tx, order: OrderRecord, now: Date): Promise<void> {
  const sought = replaceableOrder(order)
  if (sought === null) return
  const saved = await saveReplacement(tx, order, null)
  await addHistory(tx, [{ ...lineOf(sought, now), type: 'no_replacement' }])
  const { carIndicativ, driverId } = sought
  const events = [
    ...changedEvents(saved),
    driverReads(order.id, driverId),
    warning(saved, 'no_replacement', carIndicativ),
  ]
  await record(tx, events, now)
}

/** Takes the mark of a search that no longer runs from a locked order. */
export async function forgetReplacement(tx: Tx, order: OrderRecord, now: Date): Promise<void> {
  if (order.replacementSince === null) return
  const { driverId } = order
  const saved = await saveReplacement(tx, order, null)
  await record(tx, [...changedEvents(saved), ...(driverId === null ? [] : [driverReads(order.id, driverId)])], now)
}

function lineOf(order: DrivenOrder, now: Date) {
  return { orderId: order.id, at: now, by: SYSTEM, data: carOf(order) }
}

function carOf({ driverId, carIndicativ }: DrivenOrder): { driver_id: DriverId; indicativ: string | null } {
  return { driver_id: driverId, indicativ: carIndicativ }
}
