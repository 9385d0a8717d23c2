import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

/** Editable fields of a contract; names are the wire's, money in bani. */
export interface ContractFields {
  contract_no: string | null
  contract_until: string | null
  is_active: boolean
  credit_limit_bani: number | null
  invoicing_day: number | null
  payment_days: number
  discount_id: number | null
  contact_email: string | null
  legal_name: string | null
  cui: string | null
  pays_vat: boolean
  reg_com: string | null
  street: string | null
  city: string | null
  county: string | null
}

export interface LockedContract {
  accountId: UserId
  companyId: CompanyId
  version: number
  updatedAt: Date | null
  fields: ContractFields
}

/** Locks the contract of an account of the scope FOR UPDATE; null when there is none. */
export async function lockContract(tx: Tx, scope: Scope, accountId: UserId): Promise<LockedContract | null> {
  const { rows } = await sql<ContractFields & { company_id: CompanyId; version: number; updated_at: Date | null }>`
    select p.company_id, p.version, p.updated_at, p.contract_no, p.contract_until::text as contract_until, p.is_active, p.credit_limit_bani,
      p.invoicing_day, p.payment_days, p.discount_id, p.contact_email, p.legal_name, p.cui, p.pays_vat, p.reg_com, p.street,
      p.city, p.county
    from protocol_companies p where p.user_id = ${accountId} and ${ofCompanies(scope, 'p.company_id')} for update
  `.execute(tx)
  const [row] = rows
  if (!row) return null
  const { company_id: companyId, version, updated_at: updatedAt, ...fields } = row
  return { accountId, companyId, version, updatedAt, fields }
}

export async function saveContract(tx: Tx, accountId: UserId, fields: ContractFields, now: Date): Promise<void> {
  await tx
    .updateTable('protocol_companies')
    .set((row) => ({ ...fields, version: row('version', '+', 1), updated_at: now }))
    .where('user_id', '=', accountId)
    .execute()
}

/** True when the discount can be used in a contract of the company. */
export async function isDiscountOf(tx: Tx, discountId: number, companyId: CompanyId): Promise<boolean> {
  const { rows } = await sql`
    select from discounts where id = ${discountId} and company_id = ${companyId} and deleted_at is null
      and trigger = 'protocol_company'
  `.execute(tx)
  return rows.length > 0
}
