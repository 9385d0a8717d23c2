import type { BlockedPhone } from '@dispecerat/contract/orders/company-dispatch'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor, Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

type View = z.infer<typeof BlockedPhone>

/** Newest first. */
export async function blockedPhoneViews(db: Db, scope: Scope): Promise<View[]> {
  return viewsWhere(db, ofCompanies(scope))
}

export async function blockedPhoneView(db: Db, id: number): Promise<View | null> {
  return (await viewsWhere(db, sql<boolean>`id = ${id}`))[0] ?? null
}

async function viewsWhere(db: Db, condition: RawBuilder<boolean>): Promise<View[]> {
  const { rows } = await sql<Omit<View, 'created_at'> & { created_at: Date }>`
    select id, phone, reason, created_at from blocked_phones where ${condition} order by created_at desc, id desc
  `.execute(db)
  return rows.map((row) => ({ ...row, created_at: toWireTime(row.created_at) }))
}

export interface NewBlockedPhone {
  companyId: CompanyId
  /** E.164. */
  phone: string
  reason: string
  createdBy: UserId | null
}

export async function isBlocked(tx: Tx, companyId: CompanyId, phone: string): Promise<boolean> {
  const { rows } = await sql`
    select from blocked_phones where company_id = ${companyId} and phone = ${phone}
  `.execute(tx)
  return rows.length > 0
}

/** null: the company blocks this phone already. */
export async function insertBlockedPhone(tx: Tx, blocked: NewBlockedPhone, now: Date): Promise<number | null> {
  const { companyId, phone, reason, createdBy } = blocked
  const row = await tx
    .insertInto('blocked_phones')
    .values({ company_id: companyId, phone, reason, created_by: createdBy, created_at: now })
    .onConflict((conflict) => conflict.columns(['company_id', 'phone']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** A former block of a company. */
type Refusal = Pick<NewBlockedPhone, 'companyId' | 'phone' | 'reason'>

/** The block that was ended; null when there is none for this actor. The row is kept, so that it can be restored. */
export async function deleteBlockedPhone(
  tx: Tx,
  { scope, userId }: Pick<Actor, 'scope' | 'userId'>,
  id: number,
  now: Date,
): Promise<Refusal | null> {
  const { rows } = await sql<Refusal>`
    with gone as (
      delete from blocked_phones where id = ${id} and ${ofCompanies(scope)} returning *
    )
    insert into unblocked_phones (id, company_id, phone, reason, created_by, created_at, unblocked_by, unblocked_at)
    select id, company_id, phone, reason, created_by, created_at, ${userId}::bigint, ${now}::timestamptz from gone
    returning company_id as "companyId", phone, reason
  `.execute(tx)
  return rows[0] ?? null
}

/** Blocks the phone again as before. `isBack` false: it is blocked anew already. Null: there is nothing to restore. */
export async function bringBackBlockedPhone(
  tx: Tx,
  scope: Scope,
  id: number,
): Promise<(Refusal & { isBack: boolean }) | null> {
  const { rows } = await sql<Refusal & { isBack: boolean }>`
    with kept as (
      delete from unblocked_phones where id = ${id} and ${ofCompanies(scope)} returning *
    ), back as (
      insert into blocked_phones (id, company_id, phone, reason, created_by, created_at)
      select id, company_id, phone, reason, created_by, created_at from kept
      on conflict (company_id, phone) do nothing
      returning id
    )
    select company_id as "companyId", phone, reason, exists (select from back) as "isBack" from kept
  `.execute(tx)
  return rows[0] ?? null
}

/** True when the company blocks this phone (E.164). */
export async function isBlockedPhone(tx: Tx, companyId: CompanyId, phone: string): Promise<boolean> {
  const { rows } = await sql`
    select from blocked_phones where company_id = ${companyId} and phone = ${phone}
  `.execute(tx)
  return rows.length > 0
}
