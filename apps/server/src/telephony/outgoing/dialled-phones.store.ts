import type { CompanyId, DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { companyOfActor } from '../../identity/companies/companies.public.ts'
import type { Actor, Scope } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

/** The browser dials within a minute of the request. */
export const WANTED_FOR_SECONDS = 60

export interface DialRequest {
  companyId: CompanyId
  /** E.164. */
  phone: string
  /** The order whose client is called. */
  orderId: OrderId | null
  calleeDriverId: DriverId | null
}

/** A user's new request replaces the previous one. */
export async function saveDialled(tx: Tx, userId: UserId, input: DialRequest, now: Date): Promise<void> {
  const columns = {
    company_id: input.companyId,
    phone: input.phone,
    order_id: input.orderId,
    callee_driver_id: input.calleeDriverId,
    asked_at: now,
    taken_at: null,
  }
  await tx
    .insertInto('dialled_phones')
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute()
}

/** The user's request of the last minute, if it is for this phone. */
export async function findDialled(
  tx: Tx,
  { userId, phone, now }: { userId: UserId; phone: string; now: Date },
): Promise<DialRequest | null> {
  const since = new Date(now.getTime() - WANTED_FOR_SECONDS * 1000)
  const { rows } = await sql<DialRequest>`
    select company_id as "companyId", phone, order_id as "orderId", callee_driver_id as "calleeDriverId"
    from dialled_phones where user_id = ${userId} and phone = ${phone} and asked_at > ${since}
  `.execute(tx)
  return rows[0] ?? null
}

/** A request to dial allows one call only. */
export async function dropDialled(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('dialled_phones').where('user_id', '=', userId).execute()
}

export interface Callee {
  companyId: CompanyId
  phone: string | null
}

/** A driver of the scope's companies. */
export async function findDriver(tx: Tx, scope: Scope, driverId: DriverId): Promise<Callee | null> {
  const mine = ofCompanies(scope, 'uc.company_id')
  const { rows } = await sql<Callee>`
    select uc.company_id as "companyId", users.phone from users
      join user_companies uc on uc.user_id = users.id and ${mine}
      join user_roles r on r.user_id = users.id and r.role = 'driver'
    where users.id = ${driverId} and users.deleted_at is null order by uc.company_id limit 1
  `.execute(tx)
  return rows[0] ?? null
}

/** The phone of an order's driver, in any company. */
export async function phoneOfUser(tx: Tx, userId: UserId): Promise<string | null> {
  const user = await tx.selectFrom('users').select('phone').where('id', '=', userId).executeTakeFirst()
  return user?.phone ?? null
}

/**
 * The company that pays for a user's calls: the first where the permission is held; for users who see every company and work for none, the
 * first of all.
 */
export async function telephoneCompany(tx: Tx, actor: Actor): Promise<CompanyId | null> {
  const own = await companyOfActor(tx, actor)
  if (own !== null || actor.scope.companies !== 'every') return own
  const { rows } = await sql<{
    id: CompanyId | null
  }>`select min(id) as id from companies where deleted_at is null`.execute(tx)
  return rows[0]?.id ?? null
}
