import { DomainError } from '@dispecerat/domain/errors'
import type { Role } from '@dispecerat/domain/permissions'
import { sql } from 'kysely'
import type { Scope } from '../db/actor.ts'
import type { Tx } from '../db/database.ts'

/** Somebody who is to be banned or let go. */
export interface BannedUser {
  userId: number
  roles: Role[]
  /** The oldest account among the administrators: the one the first start made. */
  isSuperUser: boolean
  /** Set for whoever drives; the row the driver's own verbs lock. */
  drives: boolean
}

/**
 * A user of the caller's companies: staff, drivers and protocol accounts, not who was an account and works elsewhere. Clients belong to no
 * company and are reached by administrators only. `user.unknown` for any other.
 */
export async function findBannedUser(tx: Tx, userId: number, scope: Scope): Promise<BannedUser> {
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

/** Holds the account of somebody who does not drive until the transaction ends. */
export async function lockUser(tx: Tx, userId: number): Promise<void> {
  await sql`select 1 from users where id = ${userId} for update`.execute(tx)
}
