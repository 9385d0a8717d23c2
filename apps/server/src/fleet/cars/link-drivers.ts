import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CarId, DriverId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { linkDriverToCar, notifyDrivers, requireDriver, requireFree, unlinkDriverFromCar } from './car-drivers.store.ts'
import { touchCar } from './cars.store.ts'
import { type ChangedCar, openCar, recordCarChange } from './change-cars.ts'

interface Link {
  carId: CarId
  driverId: DriverId
  isDefault: boolean
}

/** Assigns the car to a driver of its company. Throws driver.unknown for any other. */
export async function linkDriver(server: Server, actor: Actor, link: Link): Promise<ChangedCar> {
  return write(server, actor, (tx) => addLink(tx, actor, link, server.clock.now()))
}

async function addLink(tx: Tx, actor: Actor, link: Link, now: Date): Promise<ChangedCar> {
  const { carId, driverId, isDefault } = link
  const { companyId } = await openCar(tx, actor, carId)
  await requireDriver(tx, companyId, driverId)
  await linkDriverToCar(tx, link)
  await touchCar(tx, carId, now)
  const after = { driver_id: driverId, is_default: isDefault }
  await recordCarChange(tx, actor, { id: carId, companyId, action: 'driver_linked', after }, now)
  await notifyDrivers(tx, [driverId], companyId, now)
  return { carId }
}

/** Removes the assignment. Throws car.on_trip while the driver has an order, driver.unknown when the car was not assigned. */
export async function unlinkDriver(
  server: Server,
  actor: Actor,
  { carId, driverId }: Omit<Link, 'isDefault'>,
): Promise<ChangedCar> {
  return write(server, actor, async (tx) => {
    const { companyId } = await openCar(tx, actor, carId)
    await requireFree(tx, [driverId], carId)
    const now = server.clock.now()
    if (!(await unlinkDriverFromCar(tx, driverId, carId))) throw new DomainError('driver.unknown')
    await touchCar(tx, carId, now)
    const before = { driver_id: driverId }
    await recordCarChange(tx, actor, { id: carId, companyId, action: 'driver_unlinked', before }, now)
    await notifyDrivers(tx, [driverId], companyId, now)
    return { carId }
  })
}
