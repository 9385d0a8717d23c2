import type { CarCategory } from '@dispecerat/domain/fleet/car'
import { DomainError, type DomainErrorCode, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CarId, CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql, type Updateable } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

/** The editable fields of a car. */
export interface CarFields {
  indicativ: string
  number: string
  make: string | null
  model: string | null
  color: string | null
  year: number | null
  seats: number
  category: CarCategory
  options: readonly string[]
  taxi_licence_no: string | null
  taxi_licence_until: string | null
  itp_until: string | null
  rca_until: string | null
  is_active: boolean
  notes: string | null
}

export interface LockedCar extends CarFields {
  id: CarId
  companyId: CompanyId
  deletedAt: Date | null
  version: number
  /** The time of the last change, or of the creation. */
  updatedAt: Date
}

/**
 * Locks a car of the scope, also a deleted one; null when there is none. FOR NO KEY UPDATE, so that shifts and orders that reference the
 * car are not blocked.
 */
export async function lockCar(tx: Tx, scope: Scope, id: CarId): Promise<LockedCar | null> {
  const { rows } = await sql<LockedCar>`
    select id, company_id as "companyId", indicativ, number, make, model, color, year, seats, category, options,
      taxi_licence_no, taxi_licence_until, itp_until, rca_until, is_active, notes, deleted_at as "deletedAt",
      version, coalesce(updated_at, created_at) as "updatedAt"
    from cars where id = ${id} and ${ofCompanies(scope, 'cars.company_id')} for no key update
  `.execute(tx)
  return rows[0] ?? null
}

export function fieldsOf(car: CarFields): CarFields {
  const { indicativ, number, make, model, color, year, seats, category, options, notes } = car
  const { taxi_licence_no, taxi_licence_until, itp_until, rca_until, is_active } = car
  const documents = { taxi_licence_no, taxi_licence_until, itp_until, rca_until }
  return { indicativ, number, make, model, color, year, seats, category, options, ...documents, is_active, notes }
}

/** Throws FieldErrors on `number` or `indicativ` when another car has them. */
export async function insertCar(tx: Tx, companyId: CompanyId, car: CarFields, now: Date): Promise<CarId> {
  const { id } = await onePlateOneSign(FORM, () =>
    tx
      .insertInto('cars')
      .values({
        ...fieldsOf(car),
        options: JSON.stringify(car.options),
        company_id: companyId,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

export async function saveCar(tx: Tx, id: CarId, car: CarFields, now: Date): Promise<void> {
  await onePlateOneSign(FORM, () => update(tx, id, { ...fieldsOf(car), options: JSON.stringify(car.options) }, now))
}

/** Deletes the car, or restores it when `deletedAt` is null; `car.plate_taken` or `car.sign_taken` when it cannot be restored. */
export async function setCarDeleted(tx: Tx, id: CarId, deletedAt: Date | null, { now }: { now: Date }): Promise<void> {
  await onePlateOneSign(ROW, () => update(tx, id, { deleted_at: deletedAt }, now))
}

/** For a change of what belongs to the car: its drivers, its photo. */
export async function touchCar(tx: Tx, id: CarId, now: Date): Promise<void> {
  await update(tx, id, {}, now)
}

async function update(tx: Tx, id: CarId, columns: Updateable<Tables['cars']>, now: Date): Promise<void> {
  await tx
    .updateTable('cars')
    .set((row) => ({ ...columns, version: row('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute()
}

/** Returns the option keys that do not exist. */
export async function unknownOptions(tx: Tx, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const known = await tx.selectFrom('order_options').select('key').where('key', 'in', keys).execute()
  return keys.filter((key) => !known.some((option) => option.key === key))
}

/** FieldErrors on `number` when a car of any company has it; the unique index decides races. */
export async function requireFreePlate(tx: Tx, number: string, but = 0): Promise<void> {
  const { rows } = await sql`
    select from cars where number = ${number} and deleted_at is null and id <> ${but} limit 1
  `.execute(tx)
  if (rows.length > 0) throw FORM('number', 'car.plate_taken')
}

/** FieldErrors on `indicativ` when another active car of the company has it; the unique index decides races. */
export async function requireFreeSign(
  tx: Tx,
  { companyId, indicativ, but = 0 }: { companyId: CompanyId; indicativ: string; but?: number },
): Promise<void> {
  const { rows } = await sql`
    select from cars where company_id = ${companyId} and indicativ = ${indicativ} and is_active and deleted_at is null
      and id <> ${but} limit 1
  `.execute(tx)
  if (rows.length > 0) throw FORM('indicativ', 'car.sign_taken')
}

const FORM = (field: 'number' | 'indicativ', code: DomainErrorCode) =>
  code === 'car.plate_taken'
    ? new FieldErrors({ [field]: ['Numărul de înmatriculare este al altei mașini'] })
    : new FieldErrors({ [field]: ['Indicativul este al altei mașini active'] })
const ROW = (_field: 'number' | 'indicativ', code: DomainErrorCode) => new DomainError(code)

/** Maps violations of the unique indexes, which decide concurrent writes of the same plate. */
async function onePlateOneSign<T>(refuse: typeof FORM | typeof ROW, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    if (constraint === 'cars_number_u') throw refuse('number', 'car.plate_taken')
    if (constraint === 'cars_indicativ_u') throw refuse('indicativ', 'car.sign_taken')
    throw error
  }
}
