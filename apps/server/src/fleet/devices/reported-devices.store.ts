import type { DeviceStatus } from '@dispecerat/domain/fleet/car'
import type { CompanyId, DriverId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

export interface DeviceReport {
  installId: string
  platform: 'android' | 'ios'
  model: string | null
  osVersion: string | null
  appVersion: string | null
  /** Sealed in the row. */
  pushToken: string | null
}

export interface Installation {
  id: number
  status: DeviceStatus
  companyId: CompanyId
  userId: UserId | null
  /** Sealed. */
  pushToken: string | null
}

/** The stored installation, locked; null for a new one. */
export async function lockInstallation(tx: Tx, installId: string): Promise<Installation | null> {
  const { rows } = await sql<Installation>`
    select id, status, company_id as "companyId", user_id as "userId", push_token as "pushToken"
    from devices where install_id = ${installId} for update
  `.execute(tx)
  return rows[0] ?? null
}

/** The company is that of the driver; a removed phone is listed again. */
export async function saveReport(
  tx: Tx,
  driverId: DriverId,
  device: DeviceReport,
  now: Date,
): Promise<Installation | null> {
  const { installId, platform, model, osVersion, appVersion, pushToken } = device
  const { rows } = await sql<Installation>`
    insert into devices (install_id, company_id, user_id, platform, model, os_version, app_version, push_token, created_at,
      last_seen_at)
    select ${installId}, company_id, driver_id, ${platform}, ${model}::text, ${osVersion}::text, ${appVersion}::text,
      ${pushToken}::text, ${now}::timestamptz, ${now}::timestamptz
    from driver_status where driver_id = ${driverId}
    on conflict (install_id) do update set company_id = excluded.company_id, user_id = excluded.user_id,
      platform = excluded.platform, model = excluded.model, app_version = excluded.app_version,
      os_version = coalesce(excluded.os_version, devices.os_version),
      push_token = coalesce(excluded.push_token, devices.push_token), last_seen_at = excluded.last_seen_at,
      deleted_at = null
    returning id, status, company_id as "companyId", user_id as "userId", push_token as "pushToken"
  `.execute(tx)
  return rows[0] ?? null
}

/** The driver's company; null for a user who is no driver. */
export async function companyOfDriver(tx: Tx, driverId: DriverId): Promise<number | null> {
  const row = await tx
    .selectFrom('driver_status')
    .select('company_id')
    .where('driver_id', '=', driverId)
    .executeTakeFirst()
  return row?.company_id ?? null
}

/**
 * Locks the driver, before the phone and the session: an editor of the account locks in this order, and `noteApp` counts a change of the
 * properties in the driver's row.
 */
export async function lockReporter(tx: Tx, driverId: UserId): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', driverId).forNoKeyUpdate().execute()
}

/** Stores what the driver's card shows of the phone. */
export async function noteApp(tx: Tx, driverId: DriverId, { appVersion, model }: DeviceReport): Promise<void> {
  const notes = [
    { user_id: driverId, key: 'app_version', value: appVersion },
    { user_id: driverId, key: 'device', value: model },
  ]
  await tx
    .insertInto('user_meta')
    .values(notes)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'key']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value'), is_secret: false })),
    )
    .execute()
}
