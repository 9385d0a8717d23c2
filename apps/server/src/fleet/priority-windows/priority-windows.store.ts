import type { Priority, PriorityWindow } from '@dispecerat/domain/fleet/priority-window'
import type { CompanyId, DriverId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

export interface NewWindow extends PriorityWindow {
  companyId: CompanyId
  driverIds: readonly DriverId[]
  createdBy: UserId | null
}

export async function insertWindow(tx: Tx, window: NewWindow, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('users_intervals')
    .values({
      company_id: window.companyId,
      time_from: window.from,
      time_to: window.to,
      created_by: window.createdBy,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('users_interval_users')
    .values(window.driverIds.map((user_id) => ({ interval_id: id, user_id })))
    .execute()
  return id
}

export interface WindowOfDrivers extends PriorityWindow {
  companyId: CompanyId
  driverIds: DriverId[]
}

interface LockedWindow extends WindowOfDrivers {
  deletedAt: Date | null
}

/** Locks a window of the scope FOR UPDATE, also a deleted one; null when there is none. */
export async function lockWindow(tx: Tx, scope: Scope, id: number): Promise<LockedWindow | null> {
  const { rows } = await sql<LockedWindow>`
    select company_id as "companyId", time_from as "from", time_to as "to", deleted_at as "deletedAt",
      array(select user_id from users_interval_users where interval_id = users_intervals.id) as "driverIds"
    from users_intervals where id = ${id} and ${ofCompanies(scope)} for update
  `.execute(tx)
  return rows[0] ?? null
}

/** Deletes the window, or restores it when `deletedAt` is null. */
export async function setWindowDeleted(
  tx: Tx,
  id: number,
  deletedAt: Date | null,
  by: { userId: UserId | null },
): Promise<void> {
  await tx
    .updateTable('users_intervals')
    .set({ deleted_at: deletedAt, deleted_by: deletedAt && by.userId })
    .where('id', '=', id)
    .execute()
}

/** Those of the users who drive for a company of the scope, with that company. */
export async function driversAmong(
  tx: Tx,
  userIds: readonly UserId[],
  scope: Scope,
): Promise<{ driverId: DriverId; companyId: CompanyId }[]> {
  const companies = scope.companies === 'every' ? null : scope.companies
  const { rows } = await sql<{ driverId: DriverId; companyId: CompanyId }>`
    select status.driver_id as "driverId", status.company_id as "companyId"
    from driver_status as status
    join users on users.id = status.driver_id and users.deleted_at is null
    join user_roles as role on role.user_id = users.id and role.role = 'driver'
    where status.driver_id = any(${[...userIds]}::bigint[])
      and (${companies}::bigint[] is null or status.company_id = any(${companies}::bigint[]))
  `.execute(tx)
  return rows
}

/** The driver's windows that are not over. */
export async function windowsOfDriver(tx: Tx, driverId: DriverId, now: Date): Promise<PriorityWindow[]> {
  const { rows } = await sql<PriorityWindow>`
    select windows.time_from as "from", windows.time_to as "to"
    from users_interval_users as included join users_intervals as windows on windows.id = included.interval_id
    where included.user_id = ${driverId} and windows.deleted_at is null and windows.time_to > ${now}
  `.execute(tx)
  return rows
}

/** The last published priority of the driver; without one, no priority. */
export async function notifiedPriority(tx: Tx, driverId: DriverId): Promise<Pick<Priority, 'isHigh' | 'until'>> {
  const row = await tx
    .selectFrom('driver_priorities')
    .select(['is_high as isHigh', 'until'])
    .where('driver_id', '=', driverId)
    .executeTakeFirst()
  return row ?? { isHigh: false, until: null }
}

export async function saveNotifiedPriority(tx: Tx, driverId: DriverId, published: Priority): Promise<void> {
  const row = { is_high: published.isHigh, until: published.until, due_at: published.nextChangeAt }
  await tx
    .insertInto('driver_priorities')
    .values({ driver_id: driverId, ...row })
    .onConflict((conflict) => conflict.column('driver_id').doUpdateSet(row))
    .execute()
}

/** Drivers at a start or end of their windows, and those whose windows were never published (a restored dump, a seed). */
export async function duePriorities(db: Db, now: Date, limit: number): Promise<DriverId[]> {
  const { rows } = await sql<{ driverId: DriverId }>`
    select due.driver_id as "driverId" from (
      select driver_id from driver_priorities where due_at <= ${now}
      union
      select included.user_id from users_intervals as windows
      join users_interval_users as included on included.interval_id = windows.id
      where windows.deleted_at is null and windows.time_to > ${now}
        and not exists (select from driver_priorities where driver_id = included.user_id)
    ) as due
    join driver_status on driver_status.driver_id = due.driver_id
    join users on users.id = due.driver_id and users.deleted_at is null
    order by due.driver_id limit ${limit}
  `.execute(db)
  return rows.map(({ driverId }) => driverId)
}
