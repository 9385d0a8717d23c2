import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { recordStatusChange } from './driver-status.store.ts'

/** After this many consecutive ignored offers a driver is paused, if the company wants it. */
const IGNORED_BEFORE_PAUSE = 3

export interface HeldDriver {
  driverId: DriverId
  companyId: CompanyId
}

/** Locks the rows of these drivers FOR UPDATE, and of those `ignoring` whose company pauses them: by ascending ids, as everywhere. */
export async function holdDrivers(
  tx: Tx,
  driverIds: readonly DriverId[],
  ignoring: readonly DriverId[],
): Promise<{ held: HeldDriver[]; mayPause: DriverId[] }> {
  const { rows } = await sql<HeldDriver & { mayPause: boolean }>`
    select status.driver_id as "driverId", status.company_id as "companyId",
      status.driver_id = any(${[...ignoring]}::bigint[]) and coalesce(settings.auto_pause, false) as "mayPause"
    from driver_status as status left join company_settings as settings on settings.company_id = status.company_id
    where status.driver_id = any(${[...driverIds]}::bigint[])
      or (status.driver_id = any(${[...ignoring]}::bigint[]) and settings.auto_pause)
    order by status.driver_id
    for update of status
  `.execute(tx)
  return {
    held: rows.map(({ driverId, companyId }) => ({ driverId, companyId })),
    mayPause: rows.filter(({ mayPause }) => mayPause).map(({ driverId }) => driverId),
  }
}

/** Counts one more ignored offer for each of the locked drivers; returns those that this pauses. */
export async function countIgnored(tx: Tx, driverIds: readonly DriverId[], now: Date): Promise<HeldDriver[]> {
  const { rows } = await sql<HeldDriver & { isNowPaused: boolean }>`
    update driver_status as status set ignored_in_row = before.ignored_in_row + 1,
      is_paused = before.is_paused or before.ignored_in_row + 1 >= ${IGNORED_BEFORE_PAUSE}, updated_at = ${now}
    from driver_status as before
    where status.driver_id = any(${[...driverIds]}::bigint[]) and before.driver_id = status.driver_id
    returning status.driver_id as "driverId", status.company_id as "companyId",
      status.is_paused and not before.is_paused as "isNowPaused"
  `.execute(tx)
  const paused = rows.filter(({ isNowPaused }) => isNowPaused)
  for (const { driverId, companyId } of paused) await recordStatusChange(tx, driverId, companyId, now)
  return paused
}

/** The driver answered, or works again: resets the count. */
export async function forgetIgnored(tx: Tx, driverId: DriverId): Promise<void> {
  await sql`update driver_status set ignored_in_row = 0 where driver_id = ${driverId} and ignored_in_row > 0`.execute(
    tx,
  )
}

/**
 * The locked driver is idle from now on, behind everybody who has been idle longer, also after an order that dies; a reserved place at a
 * stand is lost.
 */
export async function waitFromNow(tx: Tx, { driverId, companyId }: HeldDriver, now: Date): Promise<void> {
  await sql`
    update driver_status set idle_from = case when idle_from is null then null else ${now}::timestamptz end, updated_at = ${now},
      reserved_idle_from = case when reserved_idle_from is null then null else ${now}::timestamptz end,
      reserved_stand_id = null, reserved_stand_since = null, reserved_stand_until = null
    where driver_id = ${driverId}
  `.execute(tx)
  await recordStatusChange(tx, driverId, companyId, now)
}
