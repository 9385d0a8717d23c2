import { monthDueOn, monthsDue } from '@dispecerat/domain/billing/invoice-amounts'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { unbilled } from './invoices.store.ts'

/** A month of an account whose invoicing day has come. */
export interface DueMonth {
  accountId: UserId
  accountName: string | null
  companyId: CompanyId
  /** 'YYYY-MM'. */
  month: string
}

/** Orders and amount that could be invoiced when the draft was created. */
export interface MadeDraft {
  orders: number
  chargedBani: number
}

/** Months of contracts with an invoicing day that came due and have no draft yet; `today` is the day in Bucharest. */
export async function dueMonths(db: Db, today: string): Promise<DueMonth[]> {
  const { rows } = await sql<Omit<DueMonth, 'month'> & { day: number; drafted: string | null }>`
    select p.user_id as "accountId", u.name as "accountName", p.company_id as "companyId", p.invoicing_day as day,
      (select to_char(max(d.month), 'YYYY-MM') from invoice_drafts d where d.protocol_user_id = p.user_id) as drafted
    from protocol_companies p join users u on u.id = p.user_id join companies c on c.id = p.company_id
    where p.invoicing_day is not null and u.deleted_at is null and c.deleted_at is null
    order by p.user_id
  `.execute(db)
  return rows.flatMap(({ day, drafted, ...account }) =>
    monthsDue(drafted, monthDueOn(today, day)).map((month) => ({ ...account, month })),
  )
}

/** The draft with its totals; null when another server created it meanwhile. */
export async function insertDraft(
  tx: Tx,
  { accountId, companyId, month }: DueMonth,
  now: Date,
): Promise<MadeDraft | null> {
  const first = sql`${`${month}-01`}::date`
  const { rows } = await sql<MadeDraft>`
    insert into invoice_drafts (protocol_user_id, month, company_id, orders, charged_bani, made_at)
    select ${accountId}, ${first}, ${companyId}, count(*), coalesce(sum(coalesce(o.discounted_cost_bani, o.cost_bani)), 0), ${now}
    from orders o where ${unbilled(accountId, companyId, first)}
    on conflict (protocol_user_id, month) do nothing
    returning orders, charged_bani as "chargedBani"
  `.execute(tx)
  return rows[0] ?? null
}

/** The recipients of mail about invoices: the company's billing address, or else its administrators. */
export async function officeAddresses(tx: Tx, companyId: CompanyId): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from billing_profiles where company_id = ${companyId} and email is not null
  `.execute(tx)
  if (rows.length > 0) return rows.map(({ email }) => email)
  const { rows: people } = await sql<{ email: string }>`
    select u.email from users u join user_companies mine on mine.user_id = u.id and mine.company_id = ${companyId}
    join user_roles r on r.user_id = u.id and r.role = 'company_admin'
    where u.email is not null and u.is_active and u.deleted_at is null order by u.id
  `.execute(tx)
  return people.map(({ email }) => email)
}
