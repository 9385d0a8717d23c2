import { priorityAt } from '@dispecerat/domain/fleet/priority-window'
import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { Tx } from '../../platform/db/database.ts'
import type { LogEvent } from '../../platform/db/event-log.ts'
import { lockDriver } from '../fleet.public.ts'
import { notifiedPriority, saveNotifiedPriority, windowsOfDriver } from './priority-windows.store.ts'

/**
 * Compares the driver's current priority with the last published one, under the lock of the row, so that of two nodes one publishes.
 * Returns the events of a change, or none.
 */
export async function priorityEvents(tx: Tx, driverId: DriverId, now: Date): Promise<LogEvent[]> {
  const { companyId } = await lockDriver(tx, driverId)
  const published = await notifiedPriority(tx, driverId)
  const priority = priorityAt(await windowsOfDriver(tx, driverId, now), now)
  await saveNotifiedPriority(tx, driverId, priority)
  const isSame = published.isHigh === priority.isHigh && published.until?.getTime() === priority.until?.getTime()
  if (isSame) return []
  const until = priority.until && toWireTime(priority.until)
  return [
    { event: 'priority_updated', toUsers: [driverId], data: { high_priority: priority.isHigh, until } },
    { event: 'driver_status_changed', toCompanies: [companyId], data: { driver_id: driverId } },
  ]
}

/** A window was added or removed: each of its drivers is compared, in the order of their ids, and the consoles reload the list. */
export async function windowEvents(
  tx: Tx,
  { companyId, rows, now }: { companyId: CompanyId; rows: readonly { driverIds: readonly DriverId[] }[]; now: Date },
): Promise<LogEvent[]> {
  const driverIds = rows.flatMap((window) => window.driverIds).sort((a, b) => a - b)
  const news: LogEvent[] = []
  for (const driverId of driverIds) news.push(...(await priorityEvents(tx, driverId, now)))
  const listChanged: LogEvent = {
    event: 'priorities_changed',
    toCompanies: [companyId],
    data: { driver_ids: driverIds },
  }
  return [listChanged, ...news]
}
