import type { OrderId } from '@dispecerat/domain/ids'
import { abortWalk, driverReturned } from '@dispecerat/domain/search/answer-offer'
import { startWalk, walkSteps } from '@dispecerat/domain/search/walk'
import { SYSTEM } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { record } from '../db/event-log.ts'
import { addHistory, orderForSearch } from '../orders/orders.public.ts'
import { saveEffects, saveWalk } from './save-walk.store.ts'
import { chooseRules } from './search-rules.store.ts'
import { eventsOf, panelEvent, type WhyGone } from './walk-news.ts'
import { insertWalk, loadWalk, type StoredWalk } from './walks.store.ts'

/** The locked order is to be searched for from step 1; a walk that runs ends first. The new one is due at once. */
export async function beginSearch(tx: Tx, orderId: OrderId, now: Date): Promise<void> {
  const before = await loadWalk(tx, orderId)
  const isRestart = before?.walk.status === 'running'
  if (before) await abort(tx, before, 'no_longer_available', now)

  const order = await orderForSearch(tx, orderId)
  const rules = await chooseRules(tx, order.createdByCompanyId, now)
  const steps = walkSteps(rules.steps, { driverIds: order.customDriverIds, onlyNamed: order.onlyCustom })
  const walkNo = (before?.walk.walkNo ?? 0) + 1
  const walk = startWalk({ orderId, walkNo, steps, skipEmptySteps: rules.skipEmptySteps }, now)
  await insertWalk(tx, walk, rules)
  const data = { walk_no: walkNo, interval_id: rules.intervalId, method_id: rules.methodId, steps: steps.length }
  const type = isRestart ? 'search_restarted' : 'search_started'
  await addHistory(tx, [{ orderId, at: now, type, by: SYSTEM, data }])
}

/** The locked order needs no driver any more; offers that ring are taken back. */
export async function endSearch(tx: Tx, orderId: OrderId, because: WhyGone, now: Date): Promise<void> {
  const stored = await loadWalk(tx, orderId)
  if (stored) await abort(tx, stored, because, now)
}

/** The winner gave the locked order back: his yes is remembered as such. */
export async function noteReturn(tx: Tx, orderId: OrderId, driverId: number, now: Date): Promise<void> {
  const stored = await loadWalk(tx, orderId)
  const winner = stored?.walk.round?.offers.find((offer) => offer.driverId === driverId && offer.fate === 'accepted')
  if (!stored || !winner) return
  const { effects } = driverReturned(stored.walk, winner.driverId)
  await saveEffects(tx, stored, effects, now)
  await record(tx, [panelEvent(orderId)], now)
}

async function abort(tx: Tx, stored: StoredWalk, because: WhyGone, now: Date): Promise<void> {
  const { walk, effects } = abortWalk(stored.walk, now)
  if (effects.length === 0) return
  const { roundId } = await saveEffects(tx, stored, effects, now)
  await saveWalk(tx, stored, walk, false)
  const news = { orderId: walk.orderId, roundId, audience: [], withdrawn: because }
  await record(tx, eventsOf(effects, news), now)
}
