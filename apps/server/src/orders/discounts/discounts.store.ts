import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Discount } from '@dispecerat/domain/orders/discount'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

/** Fields of a discount that users edit. */
export interface DiscountFields extends Omit<Discount, 'id' | 'usesCount' | 'days' | 'serviceIds'> {
  name: string
  days: number[]
  serviceIds: number[]
}

export interface LockedDiscount extends DiscountFields {
  id: number
  companyId: CompanyId
  version: number
  updatedAt: Date
  deletedAt: Date | null
}

export const FIELDS = sql`
  d.name, d.type, d.hundredths, d.max_amount_bani as "maxAmountBani", d.min_cost_bani as "minCostBani", d.trigger, d.nth, d.code,
  d.protocol_user_id as "protocolUserId", d.days, d.time_from as "timeFrom", d.time_to as "timeTo",
  d.valid_from::text as "validFrom", d.valid_to::text as "validTo", d.max_uses as "maxUses",
  d.max_uses_per_client as "maxUsesPerClient", d.service_ids as "serviceIds", d.compensated_percent as "compensatedPercent",
  d.is_active as "isActive"`

/** Locks a discount of the scope (FOR UPDATE), deleted ones included; null when there is none. */
export async function lockDiscount(tx: Tx, scope: Scope, id: number): Promise<LockedDiscount | null> {
  const { rows } = await sql<LockedDiscount>`
    select d.id, d.company_id as "companyId", d.version, d.updated_at as "updatedAt", d.deleted_at as "deletedAt", ${FIELDS}
    from discounts d where d.id = ${id} and ${ofCompanies(scope, 'd.company_id')} for update
  `.execute(tx)
  return rows[0] ?? null
}

/** Pre-check for a good error message; the unique index is the guarantee. */
export async function codeIsFree(
  tx: Tx,
  { companyId, code, but }: { companyId: CompanyId; code: string; but: number | null },
): Promise<boolean> {
  const { rows } = await sql`
    select from discounts where company_id = ${companyId} and code = ${code} and deleted_at is null
      and id is distinct from ${but}::bigint limit 1
  `.execute(tx)
  return rows.length === 0
}

export async function insertDiscount(
  tx: Tx,
  discount: DiscountFields & { companyId: CompanyId },
  by: { userId: UserId | null; now: Date },
): Promise<number> {
  const { id } = await oneCode(
    tx
      .insertInto('discounts')
      .values({
        ...columnsOf(discount),
        company_id: discount.companyId,
        created_by: by.userId,
        created_at: by.now,
        updated_at: by.now,
        deleted_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

export async function saveDiscount(tx: Tx, id: number, discount: DiscountFields, now: Date): Promise<void> {
  await oneCode(
    tx
      .updateTable('discounts')
      .set((row) => ({ ...columnsOf(discount), version: row('version', '+', 1), updated_at: now }))
      .where('id', '=', id)
      .execute(),
  )
}

export async function setDiscountDeleted(
  tx: Tx,
  id: number,
  deletedAt: Date | null,
  { now }: { now: Date },
): Promise<void> {
  await oneCode(
    tx
      .updateTable('discounts')
      .set((row) => ({ deleted_at: deletedAt, version: row('version', '+', 1), updated_at: now }))
      .where('id', '=', id)
      .execute(),
  )
}

/** True when a user is a protocol account of the company. */
export async function isAccountOf(db: Db | Tx, userId: UserId, companyId: CompanyId): Promise<boolean> {
  const { rows } = await sql`
    select from protocol_companies where user_id = ${userId} and company_id = ${companyId}
  `.execute(db)
  return rows.length > 0
}

/** Services among these that the company cannot offer. */
export async function unknownServices(
  db: Db | Tx,
  serviceIds: readonly number[],
  companyId: CompanyId,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select asked.id from unnest(${[...serviceIds]}::integer[]) as asked(id)
    where not exists (select from services s where s.id = asked.id and (s.company_id is null or s.company_id = ${companyId}))
  `.execute(db)
  return rows.map(({ id }) => id)
}

function columnsOf(discount: DiscountFields) {
  return {
    name: discount.name,
    type: discount.type,
    hundredths: discount.hundredths,
    max_amount_bani: discount.maxAmountBani,
    min_cost_bani: discount.minCostBani,
    trigger: discount.trigger,
    nth: discount.nth,
    code: discount.code,
    protocol_user_id: discount.protocolUserId,
    days: discount.days,
    time_from: discount.timeFrom,
    time_to: discount.timeTo,
    valid_from: discount.validFrom,
    valid_to: discount.validTo,
    max_uses: discount.maxUses,
    max_uses_per_client: discount.maxUsesPerClient,
    service_ids: discount.serviceIds,
    compensated_percent: discount.compensatedPercent,
    is_active: discount.isActive,
  }
}

/** Translates a violation of the unique index on a company's codes into a field error. */
async function oneCode<T>(written: Promise<T>): Promise<T> {
  try {
    return await written
  } catch (error) {
    const isTaken = (error as { constraint?: string } | null)?.constraint === 'discounts_one_code'
    throw isTaken ? new FieldErrors({ code: ['Codul este al altei reduceri'] }) : error
  }
}
