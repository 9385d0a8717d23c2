import type { BlockedPhone } from '@dispecerat/contract/company-desk'
import { toWireTime } from '@dispecerat/domain/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Scope } from '../db/caller.ts'
import type { Db, Tx } from '../db/database.ts'
import { inCompanies } from './in-companies.store.ts'

type View = z.infer<typeof BlockedPhone>

/** Newest first. */
export async function blockedPhoneViews(db: Db, scope: Scope): Promise<View[]> {
  return viewsWhere(db, inCompanies(scope, 'company_id'))
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
  companyId: number
  /** E.164. */
  phone: string
  reason: string
  createdBy: number | null
}

/** null: the company refuses this phone already. */
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

/** The company whose refusal ended; null when there is none for this caller. */
export async function deleteBlockedPhone(tx: Tx, scope: Scope, id: number): Promise<number | null> {
  const { rows } = await sql<{ companyId: number }>`
    delete from blocked_phones where id = ${id} and ${inCompanies(scope, 'company_id')} returning company_id as "companyId"
  `.execute(tx)
  return rows[0]?.companyId ?? null
}

/** The company a user acts for; an admin may belong to none. */
export async function firstCompanyOf(tx: Tx, userId: number | null): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select company_id as id from user_companies where user_id = ${userId} order by company_id limit 1
  `.execute(tx)
  return rows[0]?.id ?? null
}
