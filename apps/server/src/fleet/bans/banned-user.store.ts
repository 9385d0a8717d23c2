import type { Role } from '@dispecerat/domain/identity/permissions'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'

/** The user whose ban is changed. */
export interface BannedUser {
  userId: UserId
  roles: Role[]
  /** The oldest account among the administrators: the one that the first start created. */
  isSuperUser: boolean
  /** True for a driver, whose status row is the lock of the driver's own commands. */
  drives: boolean
}

/**
 * A user of the actor's companies: staff, drivers and protocol accounts, not former accounts that work elsewhere. Clients belong to no
 * company, so only administrators find them. `user.unknown` for any other.
 */
export async function findBannedUser(tx: Tx, userId: UserId, scope: Scope): Promise<BannedUser> {
  const companies = scope.companies === 'every' ? null : scope.companies
  const { rows } = await sql<BannedUser>`
    select users.id as "userId", array(select role from user_roles where user_id = users.id) as roles,
      users.id = (select min(admins.user_id) from user_roles as admins join users as alive on alive.id = admins.user_id
        where admins.role = 'admin' and alive.deleted_at is null) as "isSuperUser",
      exists (select from driver_status where driver_id = users.id) as drives
    from users
    where users.id = ${userId} and users.deleted_at is null
      and (${companies}::bigint[] is null
        or exists (select from user_companies where user_id = users.id and company_id = any(${companies}::bigint[]))
        or exists (select from protocol_companies join user_roles using (user_id)
          where user_id = users.id and role = 'company' and company_id = any(${companies}::bigint[])))
  `.execute(tx)
  const user = rows[0]
  if (!user) throw new DomainError('user.unknown')
  return { ...user, isSuperUser: user.isSuperUser ?? false }
}

/** Locks the account of a user who is no driver until the transaction ends. */
export async function lockUser(tx: Tx, userId: UserId): Promise<void> {
  await sql`select 1 from users where id = ${userId} for update`.execute(tx)
}
