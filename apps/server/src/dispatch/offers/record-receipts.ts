import { type OfferReceipt, receiptOfOffer } from '@dispecerat/domain/dispatch/search/answer-offer'
import { offersOf } from '@dispecerat/domain/dispatch/search/offers-of-driver'
import type { Walk, WalkEffect } from '@dispecerat/domain/dispatch/search/walk'
import type { DriverId, RoundId } from '@dispecerat/domain/kernel/ids'
import { addHistory, lockOrder, type NewHistory } from '../../orders/orders.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { panelEvent } from '../search/walk-events.ts'
import { loadWalk, orderOfRound } from '../search/walks.store.ts'
import { saveAnswer } from './walk-with-offer.ts'

/** Receipts of one round's phones, in the order of arrival. */
export interface Receipt {
  driverId: DriverId
  kind: OfferReceipt
  /** Instant of arrival: one before the end of the offer counts, even if it is written later. */
  at: Date
}

/** Records that phones received or show an offer. Late receipts and those of drivers without an offer are ignored. */
export async function recordReceipts(
  server: Server,
  actor: Actor,
  roundId: RoundId,
  receipts: readonly Receipt[],
): Promise<{ waitForEvent: number }> {
  return write(server, actor, async (tx) => {
    const orderId = await orderOfRound(tx, roundId)
    if (orderId === null) return { waitForEvent: 0 }
    await lockOrder(tx, orderId)
    const now = server.clock.now()
    const stored = await loadWalk(tx, orderId)
    const roundNo = [...(stored?.roundIds ?? [])].find(([, id]) => id === roundId)?.[0]
    if (!stored || roundNo === undefined) return { waitForEvent: 0 }
    const noted = fold(stored.walk, roundNo, receipts)
    if (noted.decision.effects.length > 0) await saveAnswer(tx, stored, noted.decision, now)
    await addHistory(tx, noted.history)
    if (noted.history.length > 0) await record(tx, [panelEvent(orderId)], now)
    return { waitForEvent: noted.waitForEvent }
  })
}

function fold(before: Walk, roundNo: number, receipts: readonly Receipt[]) {
  let walk = before
  let noted = 0
  const effects: WalkEffect[] = []
  const history: NewHistory[] = []
  for (const { driverId, kind, at } of receipts) {
    if (!offersOf(walk, driverId).some(({ round }) => round.no === roundNo)) continue
    noted += 1
    const decision = receiptOfOffer(walk, driverId, kind, at, roundNo)
    if (decision.effects.length === 0) continue
    walk = decision.walk
    effects.push(...decision.effects)
    const by = { kind: 'driver' as const, userId: driverId }
    const data = { driver_id: driverId }
    if (kind === 'viewed') history.push({ orderId: walk.orderId, at, type: 'driver_viewed', by, data })
  }
  return { waitForEvent: noted, history, decision: { walk, effects } }
}
