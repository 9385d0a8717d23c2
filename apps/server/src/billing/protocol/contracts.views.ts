import type { Contract } from '@dispecerat/contract/billing/protocol'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import { openAmount } from '../../orders/orders.public.ts'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'
import type { ContractFields } from './contracts.store.ts'

interface Row extends ContractFields {
  id: number
  name: string | null
  company_id: CompanyId
  company_name: string
  is_valid: boolean
  open_bani: number
  version: number
  updated_at: Date | null
}

interface Filter {
  search?: string | undefined
  company_id?: CompanyId | undefined
}

export async function contractPage(
  db: Db,
  scope: Scope,
  filter: Filter,
  { page, perPage, now }: { page: number; perPage: number; now: Date },
) {
  const where = whereOf(scope, filter)
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`${contractRows(where, now)} limit ${perPage} offset ${(page - 1) * perPage}`.execute(db),
    sql<{ n: number }>`
      select count(*)::integer as n from protocol_companies p join users u on u.id = p.user_id where ${where}
    `.execute(db),
  ])
  const meta = { total: counted.rows[0]?.n ?? 0, total_is_capped: false, page, per_page: perPage }
  return { data: rows.map(contractFromRow), meta }
}

/** Every contract of the list, in the form that `contractFromRow` reads. */
export function contractExport(scope: Scope, filter: Filter, now: Date): RawBuilder<Row> {
  return contractRows(whereOf(scope, filter), now)
}

/** `contract.unknown` for another tenant's account. */
export async function contractView(db: Db, scope: Scope, accountId: UserId, now: Date): Promise<Contract> {
  const where = sql<boolean>`u.deleted_at is null and p.user_id = ${accountId} and ${ofCompanies(scope, 'p.company_id')}`
  const { rows } = await sql<Row>`${contractRows(where, now)}`.execute(db)
  if (!rows[0]) throw new DomainError('contract.unknown')
  return contractFromRow(rows[0])
}

function contractRows(where: RawBuilder<boolean>, now: Date): RawBuilder<Row> {
  return sql<Row>`
    select u.id, u.name, p.company_id, c.name as company_name, p.contract_no, p.contract_until::text as contract_until,
      p.is_active, p.is_active and (p.contract_until is null or p.contract_until >= ${bucharestDay(now)}::date) as is_valid,
      p.credit_limit_bani, ${openAmount(sql<number>`u.id`)} as open_bani, p.invoicing_day, p.payment_days, p.discount_id,
      p.contact_email, p.legal_name, p.cui, p.pays_vat, p.reg_com, p.street, p.city, p.county, p.version,
      p.updated_at
    from protocol_companies p join users u on u.id = p.user_id join companies c on c.id = p.company_id
    where ${where} order by search_fold(u.name), u.id
  `
}

export function contractFromRow({ credit_limit_bani, open_bani, updated_at, ...row }: Row): Contract {
  return {
    ...row,
    credit_limit: credit_limit_bani === null ? null : ronFromBani(credit_limit_bani),
    open_amount: ronFromBani(open_bani),
    updated_at: updated_at && toWireTime(updated_at),
  }
}

function whereOf(scope: Scope, { search, company_id }: Filter): RawBuilder<boolean> {
  const searchTerms = (search ?? '').split(/\s+/).filter(Boolean)
  return sql<boolean>`${sql.join(
    [
      sql`u.deleted_at is null`,
      ofCompanies(scope, 'p.company_id'),
      ...(company_id === undefined ? [] : [sql`p.company_id = ${company_id}`]),
      ...searchTerms.map(
        (word) => sql`search_fold(concat_ws(' ', u.name, p.legal_name, p.contract_no, p.cui))
          like search_fold(${`%${word.replace(/[\\%_]/g, '\\$&')}%`})`,
      ),
    ],
    sql` and `,
  )}`
}
