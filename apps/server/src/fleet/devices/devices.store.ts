import type { DeviceStatus } from '@dispecerat/domain/fleet/car'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import { sql, type Updateable } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

/** The editable fields of a phone. */
export interface DeviceFields {
  imei: string | null
  platform: 'android' | 'ios'
  model: string | null
  os_version: string | null
  phone_number: string | null
  driver_id: DriverId | null
  notes: string | null
}

export interface LockedDevice extends DeviceFields {
  id: number
  companyId: CompanyId
  status: DeviceStatus
  deletedAt: Date | null
  version: number
  /** The time of the last change, or of the creation. */
  updatedAt: Date
}

/** Locks a phone of the scope FOR UPDATE, also a deleted one; null when there is none. */
export async function lockDevice(tx: Tx, scope: Scope, id: number): Promise<LockedDevice | null> {
  const { rows } = await sql<LockedDevice>`
    select id, company_id as "companyId", imei, platform, model, os_version, phone_number, user_id as driver_id, notes, status,
      deleted_at as "deletedAt", version, coalesce(updated_at, created_at) as "updatedAt"
    from devices where id = ${id} and ${ofCompanies(scope, 'devices.company_id')} for update
  `.execute(tx)
  return rows[0] ?? null
}

export function fieldsOf({ imei, platform, model, os_version, phone_number, driver_id, notes }: DeviceFields) {
  return { imei, platform, model, os_version, phone_number, driver_id, notes } satisfies DeviceFields
}

/** Throws FieldErrors on `imei` or `install_id` when another phone has them. */
export async function insertDevice(
  tx: Tx,
  device: DeviceFields & { companyId: CompanyId; installId: string | null },
  now: Date,
): Promise<number> {
  const { driver_id: user_id, ...fields } = fieldsOf(device)
  const { id } = await oneOwner(() =>
    tx
      .insertInto('devices')
      .values({
        ...fields,
        user_id,
        install_id: device.installId,
        company_id: device.companyId,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

export async function saveDeviceFields(tx: Tx, id: number, device: DeviceFields, now: Date): Promise<void> {
  const { driver_id: user_id, ...fields } = fieldsOf(device)
  await oneOwner(() => update(tx, id, { ...fields, user_id }, now))
}

export async function setDeviceStatus(tx: Tx, id: number, status: DeviceStatus, now: Date): Promise<void> {
  await update(tx, id, { status }, now)
}

export async function setDeviceDeleted(
  tx: Tx,
  id: number,
  deletedAt: Date | null,
  { now }: { now: Date },
): Promise<void> {
  await update(tx, id, { deleted_at: deletedAt }, now)
}

async function update(tx: Tx, id: number, columns: Updateable<Tables['devices']>, now: Date): Promise<void> {
  await tx
    .updateTable('devices')
    .set((row) => ({ ...columns, version: row('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute()
}

export async function drivesFor(tx: Tx, driverId: DriverId, companyId: CompanyId): Promise<boolean> {
  const { rows } = await sql`
    select from driver_status as status join users on users.id = status.driver_id and users.deleted_at is null
    where status.driver_id = ${driverId} and status.company_id = ${companyId}
  `.execute(tx)
  return rows.length > 0
}

/** FieldErrors on the field when another phone has the value; the unique index decides races. */
export async function requireFree(tx: Tx, field: keyof typeof TAKEN, value: string | null, but = 0): Promise<void> {
  if (value === null) return
  const { rows } = await sql`
    select from devices where ${sql.ref(field)} = ${value} and id <> ${but}
  `.execute(tx)
  if (rows.length > 0) throw new FieldErrors({ [field]: [TAKEN[field]] })
}

const TAKEN = { imei: 'IMEI este al altui dispozitiv', install_id: 'Instalarea este deja înregistrată' } as const

async function oneOwner<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    if (constraint === 'devices_imei_key') throw new FieldErrors({ imei: [TAKEN.imei] })
    if (constraint === 'devices_install_id_key') {
      throw new FieldErrors({ install_id: [TAKEN.install_id] })
    }
    throw error
  }
}
