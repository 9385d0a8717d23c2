import { isBanned } from '@dispecerat/domain/fleet/ban'
import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DomainEvents } from '../../platform/db/domain-events.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { type LockedDriver, lockDriver, losePlace, recordStatusChange } from '../fleet.public.ts'
import { activeBan, endBanRow, insertBan, loseIdleTime, saveActiveBan, waitAgain } from './bans.store.ts'

export interface DriverBan {
  driverId: DriverId
  /** The last instant of the ban. */
  until: Date
  reason: string
  by: Pick<Actor, 'kind' | 'userId'>
  /** The order whose unanswered offer caused it; null for a manual ban. */
  orderId: OrderId | null
  now: Date
}

/**
 * Excludes a driver from new offers until an instant; a running trip and the session continue. Locks the driver's status row (after the
 * order's, when the caller holds one) and replaces a running ban. It costs the idle time and a reserved place. Idempotent for the same ban.
 * Records ban_updated for the driver and driver_status_changed for the consoles; emits driver.banned and driver.work_changed. An automatic
 * ban never shortens or prolongs a running one.
 */
export async function banDriver(tx: Tx, domainEvents: DomainEvents, ban: DriverBan): Promise<void> {
  const driver = await lockDriver(tx, ban.driverId)
  const { until, reason, by, orderId, now } = ban
  if (by.kind === 'system' && isBanned(driver.banUntil, now)) return
  const current = await activeBan(tx, driver.driverId)
  if (current.until?.getTime() === until.getTime() && current.reason === reason) return

  await endBanRow(tx, driver.driverId, { because: 'replaced', byUserId: by.userId, now })
  await saveActiveBan(tx, driver.driverId, { until, reason })
  await insertBan(tx, { userId: driver.driverId, companyId: driver.companyId, until, reason, by, orderId }, now)
  await loseIdleTime(tx, driver.driverId, now)
  await losePlace(tx, driver.driverId)
  await domainEvents.emit(tx, 'driver.banned', { driverId: driver.driverId, now })
  await emitEvent(tx, domainEvents, driver, now)
}

/** Lifts a driver's ban at once; without a ban nothing changes, and an expired one is removed. */
export async function unbanDriver(
  tx: Tx,
  domainEvents: DomainEvents,
  { driverId, by, now }: Pick<DriverBan, 'driverId' | 'by' | 'now'>,
): Promise<void> {
  const driver = await lockDriver(tx, driverId)
  if (driver.banUntil === null) return
  await saveActiveBan(tx, driver.driverId, { until: null, reason: null })
  await endBanRow(tx, driver.driverId, { because: 'lifted', byUserId: by.userId, now })
  await waitAgain(tx, driver.driverId, now)
  await emitEvent(tx, domainEvents, driver, now)
}

/** Ends a ban that has expired: true for the one node that ends it and notifies. */
export async function expireDriverBan(
  tx: Tx,
  domainEvents: DomainEvents,
  driverId: DriverId,
  now: Date,
): Promise<boolean> {
  const driver = await lockDriver(tx, driverId)
  if (!(await endBanRow(tx, driver.driverId, { because: 'expired', byUserId: null, now }))) return false
  await waitAgain(tx, driver.driverId, now)
  await emitEvent(tx, domainEvents, driver, now)
  return true
}

async function emitEvent(
  tx: Tx,
  domainEvents: DomainEvents,
  { driverId, companyId }: LockedDriver,
  now: Date,
): Promise<void> {
  await domainEvents.emit(tx, 'driver.work_changed', { driverId, now })
  const banUpdated: LogEvent = { event: 'ban_updated', toUsers: [driverId], data: { user_id: driverId } }
  await record(tx, [banUpdated], now)
  await recordStatusChange(tx, driverId, companyId, now)
}
