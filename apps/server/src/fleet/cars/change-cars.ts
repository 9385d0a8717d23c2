import type { CarChange, NewCar } from '@dispecerat/contract/fleet/cars'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CarId } from '@dispecerat/domain/kernel/ids'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import { audited } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { oneByOne } from '../../platform/db/one-by-one.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll, needs } from '../../platform/http/check-all.ts'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { driversOf, notifyDrivers, requireFree } from './car-drivers.store.ts'
import {
  type CarFields,
  fieldsOf,
  insertCar,
  type LockedCar,
  lockCar,
  requireFreePlate,
  requireFreeSign,
  saveCar,
  setCarDeleted,
  unknownOptions,
} from './cars.store.ts'
import { carsChanged } from './emit-cars-changed.ts'

export interface ChangedCar {
  carId: CarId
}

export const recordCarChange = audited({ entity: 'car', listEvent: carsChanged })

/** Adds a car of a company. FieldErrors on `number`, `indicativ`, `options`; `company.unknown`. */
export function createCar(server: Server, actor: Actor, input: NewCar): Promise<ChangedCar> {
  return write(server, actor, async (tx) => {
    const company = () => chosenCompany(tx, actor.scope, input.company_id)
    const [companyId] = await checkAll(
      actor,
      company,
      () => requireFreePlate(tx, input.number),
      async () => input.is_active && requireFreeSign(tx, { companyId: await company(), indicativ: input.indicativ }),
      () => requireOptions(tx, input.options),
    )
    const now = server.clock.now()
    const carId = await insertCar(tx, companyId, input, now)
    await recordCarChange(tx, actor, { id: carId, companyId, action: 'created', after: fieldsOf(input) }, now)
    return { carId }
  })
}

/** Changes the given fields. Throws `car.changed_meanwhile`. */
export async function editCar(
  server: Server,
  actor: Actor,
  id: CarId,
  { change, version }: { change: CarChange; version: ReadVersion },
): Promise<ChangedCar> {
  return write(server, actor, async (tx) => {
    const car = await openCar(tx, actor, id)
    requireFresh(version, car, 'car.changed_meanwhile')
    const now = server.clock.now()
    const after: CarFields = { ...fieldsOf(car), ...definedFields(change) }
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
    const drivers = await driversOf(tx, id)
    if (car.is_active && !after.is_active) await requireFree(tx, drivers, id)
    await saveCar(tx, id, after, now)
    await recordCarChange(tx, actor, { id, companyId, action: 'changed', before: fieldsOf(car), after }, now)
    await notifyDrivers(tx, drivers, companyId, now)
    return { carId: id }
  })
}

/** Deletes a car. Throws car.on_trip while one of its drivers has an order. */
export async function deleteCar(server: Server, actor: Actor, id: CarId): Promise<ChangedCar> {
  return write(server, actor, async (tx) => {
    const car = await openCar(tx, actor, id)
    const drivers = await driversOf(tx, id)
    await requireFree(tx, drivers, id)
    const now = server.clock.now()
    await setCarDeleted(tx, id, now, now)
    const { companyId } = car
    await recordCarChange(tx, actor, { id, companyId, action: 'deleted', before: fieldsOf(car) }, now)
    await notifyDrivers(tx, drivers, companyId, now)
    return { carId: id }
  })
}

/** Restores a deleted car with its drivers. Throws car.plate_taken or car.sign_taken. */
export async function restoreCar(server: Server, actor: Actor, id: CarId): Promise<ChangedCar> {
  return write(server, actor, async (tx) => {
    const car = await lockCar(tx, actor.scope, id)
    if (!car || car.deletedAt === null) throw new DomainError('car.unknown')
    const now = server.clock.now()
    await setCarDeleted(tx, id, null, now)
    const { companyId } = car
    await recordCarChange(tx, actor, { id, companyId, action: 'restored', after: fieldsOf(car) }, now)
    await notifyDrivers(tx, await driversOf(tx, id), companyId, now)
    return { carId: id }
  })
}

/** A car of the scope that was not deleted, locked. */
export async function openCar(tx: Tx, actor: Actor, id: number): Promise<LockedCar> {
  const car = await lockCar(tx, actor.scope, id)
  if (!car || car.deletedAt !== null) throw new DomainError('car.unknown')
  return car
}

async function requireOptions(tx: Tx, options: readonly string[]): Promise<void> {
  const unknown = await unknownOptions(tx, options)
  if (unknown.length > 0) throw new FieldErrors({ options: [`Opțiuni necunoscute: ${unknown.join(', ')}`] })
}

function definedFields(change: CarChange): Partial<CarFields> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
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
