import type { CarChange, NewCar } from '@dispecerat/contract/fleet/cars'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CarId, DriverId } from '@dispecerat/domain/kernel/ids'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { oneByOne } from '../../platform/db/one-by-one.ts'
import { checkAll, needs } from '../../platform/http/check-all.ts'
import type { ReadVersion } from '../../platform/http/read-version.ts'
import { typedPhoto } from '../../platform/http/typed-photo.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { VersionedRecord, withChanges } from '../../platform/records/versioned-record.ts'
import {
  driversOf,
  linkDriverToCar,
  notifyDrivers,
  requireDriver,
  requireFree,
  unlinkDriverFromCar,
} from './car-drivers.store.ts'
import { dropPhoto, keepPhoto } from './car-photo.store.ts'
import {
  fieldsOf,
  insertCar,
  type LockedCar,
  lockCar,
  requireFreePlate,
  requireFreeSign,
  saveCar,
  setCarDeleted,
  touchCar,
  unknownOptions,
} from './cars.store.ts'
import { carsChanged } from './emit-cars-changed.ts'

const cars = new VersionedRecord({
  entity: 'car',
  unknown: 'car.unknown',
  conflict: 'car.changed_meanwhile',
  lock: lockCar,
  save: saveCar,
  setDeleted: setCarDeleted,
  auditFields: fieldsOf,
  events: (_tx, { companyId }) => [carsChanged(companyId)],
})

/** Adds a car of a company. FieldErrors on `number`, `indicativ`, `options`; `company.unknown`. */
export function createCar(server: Server, actor: Actor, input: NewCar) {
  return cars.create(server, actor, async (tx, now) => {
    const company = () => chosenCompany(tx, actor.scope, input.company_id)
    const [companyId] = await checkAll(
      actor,
      company,
      () => requireFreePlate(tx, input.number),
      async () => input.is_active && requireFreeSign(tx, { companyId: await company(), indicativ: input.indicativ }),
      () => requireOptions(tx, input.options),
    )
    return { id: await insertCar(tx, companyId, input, now), companyId, fields: input }
  })
}

/** Changes the given fields. Throws `car.changed_meanwhile`, and `car.on_trip` for the deactivation of a car on a trip. */
export function editCar(
  server: Server,
  actor: Actor,
  id: CarId,
  { change, version }: { change: CarChange; version: ReadVersion },
) {
  return cars.edit(server, actor, id, {
    version,
    to: async (tx, car) => {
      const after = withChanges(fieldsOf(car), change)
      const { companyId } = car
      await checkAll(
        actor,
        () => change.number !== undefined && requireFreePlate(tx, change.number, id),
        () => {
          needs(change, 'indicativ', 'is_active')
          return after.is_active && requireFreeSign(tx, { companyId, indicativ: after.indicativ, but: id })
        },
        () => change.options && requireOptions(tx, change.options),
      )
      if (car.is_active && !after.is_active) await requireNoTrip(tx, car)
      return after
    },
    after: notifyItsDrivers,
  })
}

/** Deletes a car. Throws `car.on_trip` while one of its drivers has an order. */
export function deleteCar(server: Server, actor: Actor, id: CarId) {
  return cars.delete(server, actor, id, { before: requireNoTrip, after: notifyItsDrivers })
}

/** Restores a deleted car with its drivers. Throws `car.plate_taken` or `car.sign_taken`. */
export function restoreCar(server: Server, actor: Actor, id: CarId) {
  return cars.restore(server, actor, id, { after: notifyItsDrivers })
}

/** Activates, deactivates, deletes or restores many cars, each in its own transaction. */
export function changeManyCars(
  server: Server,
  actor: Actor,
  ids: readonly CarId[],
  action: 'activate' | 'deactivate' | 'delete' | 'restore',
) {
  return oneByOne(actor, ids, (one, id) => {
    if (action === 'delete') return deleteCar(server, one, id)
    if (action === 'restore') return restoreCar(server, one, id)
    return editCar(server, one, id, { change: { is_active: action === 'activate' }, version: undefined })
  })
}

interface Link {
  carId: CarId
  driverId: DriverId
  isDefault: boolean
}

/** Assigns the car to a driver of its company. Throws `driver.unknown` for any other. */
export function linkDriver(server: Server, actor: Actor, { carId, driverId, isDefault }: Link) {
  return cars.change(server, actor, carId, {
    change: async (tx, { companyId }, now) => {
      await requireDriver(tx, companyId, driverId)
      await linkDriverToCar(tx, { carId, driverId, isDefault })
      await touchCar(tx, carId, now)
      return { action: 'driver_linked', after: { driver_id: driverId, is_default: isDefault } }
    },
    after: (tx, { companyId }, now) => notifyDrivers(tx, [driverId], companyId, now),
  })
}

/** Removes the assignment. Throws `car.on_trip` while the driver has an order, `driver.unknown` when the car was not assigned. */
export function unlinkDriver(server: Server, actor: Actor, { carId, driverId }: Omit<Link, 'isDefault'>) {
  return cars.change(server, actor, carId, {
    change: async (tx, _car, now) => {
      await requireFree(tx, [driverId], carId)
      if (!(await unlinkDriverFromCar(tx, driverId, carId))) throw new DomainError('driver.unknown')
      await touchCar(tx, carId, now)
      return { action: 'driver_unlinked', before: { driver_id: driverId } }
    },
    after: (tx, { companyId }, now) => notifyDrivers(tx, [driverId], companyId, now),
  })
}

/** Replaces the photo. FieldErrors on `photo` when it is no photo or too large. */
export function savePhoto(server: Server, actor: Actor, carId: CarId, base64: string) {
  const photo = typedPhoto(base64, 'photo')
  return cars.change(server, actor, carId, {
    change: async (tx, _car, now) => {
      await keepPhoto(tx, carId, photo, now)
      await touchCar(tx, carId, now)
      return { action: 'changed', after: { photo: photo.contentType, photo_bytes: photo.bytes.length } }
    },
  })
}

/** Throws `car.no_photo` when there was none. */
export function removePhoto(server: Server, actor: Actor, carId: CarId) {
  return cars.change(server, actor, carId, {
    change: async (tx, _car, now) => {
      if (!(await dropPhoto(tx, carId))) throw new DomainError('car.no_photo')
      await touchCar(tx, carId, now)
      return { action: 'changed', before: { photo: true }, after: { photo: null } }
    },
  })
}

async function requireOptions(tx: Tx, options: readonly string[]): Promise<void> {
  const unknown = await unknownOptions(tx, options)
  if (unknown.length > 0) throw new FieldErrors({ options: [`Opțiuni necunoscute: ${unknown.join(', ')}`] })
}

async function requireNoTrip(tx: Tx, { id }: LockedCar): Promise<void> {
  await requireFree(tx, await driversOf(tx, id), id)
}

async function notifyItsDrivers(tx: Tx, { id, companyId }: LockedCar, now: Date): Promise<void> {
  await notifyDrivers(tx, await driversOf(tx, id), companyId, now)
}
