import type { Tx } from '../../platform/db/database.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { type LockedDriver, recordStatusChange } from './driver-status.store.ts'
import { closeShift } from './shifts.store.ts'

/** For commands that remove a locked driver: ends duty, withdraws open offers and makes every node reload the driver. */
export async function leaveDuty(server: Server, tx: Tx, driver: LockedDriver, now: Date): Promise<void> {
  const { driverId, companyId, onShift } = driver
  if (onShift) {
    await closeShift(tx, driverId, now)
    await server.domainEvents.emit(tx, 'driver.work_changed', { driverId, now })
  }
  await recordStatusChange(tx, driverId, companyId, now)
}
