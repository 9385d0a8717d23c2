import { isBanned } from '@dispecerat/domain/fleet/ban'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { type CarId, type DriverId, NO_USER } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { type LockedDriver, lockDriver, recordStatusChange } from './driver-status.store.ts'
import { carForShift, closeShift, openShift, savePause } from './shifts.store.ts'

type Done = { driverId: DriverId }

/** Goes on duty with one of the driver's own cars; idempotent for the same car. */
export async function startShift(server: Server, actor: Actor, input: { carId?: CarId | undefined }): Promise<Done> {
  return changeWork(server, actor, async (tx, driver, now) => {
    if (isBanned(driver.banUntil, now)) throw new DomainError('driver.banned')
    const carId = await carForShift(tx, driver.driverId, input.carId)
    if (carId === null) throw new DomainError('car.unknown')
    if (driver.onShift && driver.carId === carId) return false
    if (driver.onShift && driver.isBusy) throw new DomainError('driver.has_active_order')
    if (driver.onShift) await closeShift(tx, driver.driverId, now)
    if (!(await openShift(tx, driver.driverId, carId, now))) throw new DomainError('driver.car_taken')
    return true
  })
}

/** Goes off duty and clears the pause; refused while an order is active. */
export async function stopShift(server: Server, actor: Actor): Promise<Done> {
  return changeWork(server, actor, async (tx, driver, now) => {
    if (driver.isBusy) throw new DomainError('driver.has_active_order')
    if (!driver.onShift) return false
    await closeShift(tx, driver.driverId, now)
    return true
  })
}

/** Pauses or resumes; the idle time so far keeps counting. */
export async function setPause(server: Server, actor: Actor, isPaused: boolean): Promise<Done> {
  return changeWork(server, actor, async (tx, driver, now) => {
    if (driver.isPaused === isPaused) return false
    await savePause(tx, driver.driverId, isPaused, now)
    return true
  })
}

/** Locks the actor's own row, applies the change, and notifies the search and the nodes when something changed. */
async function changeWork(
  server: Server,
  actor: Actor,
  change: (tx: Tx, driver: LockedDriver, now: Date) => Promise<boolean>,
): Promise<Done> {
  return write(server, actor, async (tx) => {
    const driver = await lockDriver(tx, actor.userId ?? NO_USER)
    const now = server.clock.now()
    const { driverId, companyId } = driver
    if (await change(tx, driver, now)) {
      await server.domainEvents.emit(tx, 'driver.work_changed', { driverId, now })
      await recordStatusChange(tx, driverId, companyId, now)
    }
    return { driverId }
  })
}
