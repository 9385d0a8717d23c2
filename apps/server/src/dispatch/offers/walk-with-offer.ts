import { offersOf } from '@dispecerat/domain/dispatch/search/offers-of-driver'
import type { WalkDecision } from '@dispecerat/domain/dispatch/search/walk'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import type { Tx } from '../../platform/db/database.ts'
import { saveEffects, saveWalk } from '../search/save-walk.store.ts'
import { loadWalk, type StoredWalk, wasOffered } from '../search/walks.store.ts'
import { holdPenalised, type PenalisedDriver } from './judge-drivers.ts'

/**
 * The order's last walk; throws `offer.expired` for a driver with an offer only in an earlier walk, the `unknown` code for one without any.
 */
export async function walkWithOffer(
  tx: Tx,
  orderId: OrderId,
  driverId: DriverId,
  unknown: 'order.unknown' | 'offer.unknown',
): Promise<StoredWalk> {
  const stored = await loadWalk(tx, orderId)
  const hasOffer =
    stored && (offersOf(stored.walk, driverId).length > 0 || stored.walk.offeredBefore.includes(driverId))
  if (hasOffer) return stored
  throw new DomainError((await wasOffered(tx, orderId, driverId)) ? 'offer.expired' : unknown)
}

/** Saves the walk after what a driver or a phone answered. Returns the drivers whom it counts against, locked. */
export async function saveAnswer(
  tx: Tx,
  stored: StoredWalk,
  { walk, effects }: Pick<WalkDecision, 'walk' | 'effects'>,
  now: Date,
): Promise<PenalisedDriver> {
  const penalised = await holdPenalised(tx, walk, effects)
  await saveEffects(tx, stored, effects, now)
  await saveWalk(tx, stored, walk, { now })
  return penalised
}
