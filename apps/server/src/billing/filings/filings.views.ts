import type { Filing } from '@dispecerat/contract/billing/filings'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

const MAX_COUNTED = 10_000

type Times = 'created_at' | 'due_at' | 'sent_at' | 'decided_at'
type Row = Omit<Filing, Times> & { created_at: Date; due_at: Date; sent_at: Date | null; decided_at: Date | null }

interface FilingFilter {
  kind?: Filing['kind'] | undefined
  state?: Filing['state'] | undefined
  company_id?: CompanyId | undefined
}

/** The newest first. */
export async function filingPage(
  db: Db,
  scope: Scope,
  { kind, state, company_id }: FilingFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ data: Filing[]; meta: { total: number; total_is_capped: boolean } }> {
  const parts = [
    ofCompanies(scope, 'f.company_id'),
    ...(kind ? [sql`f.kind = ${kind}`] : []),
    ...(state ? [sql`f.state = ${state}`] : []),
    ...(company_id === undefined ? [] : [sql`f.company_id = ${company_id}`]),
  ]
  const where = sql.join(parts, sql` and `)
  const [data, counted] = await Promise.all([
    viewsWhere(db, sql`${where} order by f.id desc limit ${perPage} offset ${(page - 1) * perPage}`),
    sql<{ n: number }>`
      select count(*) as n from (select from filings f where ${where} limit ${MAX_COUNTED + 1}) as found
    `.execute(db),
  ])
  const n = Number(counted.rows[0]?.n ?? 0)
  return { data, meta: { total: Math.min(n, MAX_COUNTED), total_is_capped: n > MAX_COUNTED } }
}

export async function filingView(db: Db, scope: Scope, id: number): Promise<Filing> {
  const [view] = await viewsWhere(db, sql`f.id = ${id} and ${ofCompanies(scope, 'f.company_id')}`)
  if (!view) throw new DomainError('filing.unknown')
  return view
}

async function viewsWhere(db: Db, where: RawBuilder<unknown>): Promise<Filing[]> {
  const { rows } = await sql<Row>`
    select f.id, f.company_id, (select name from companies c where c.id = f.company_id) as company_name, f.kind, f.state, f.format,
      f.file_name, (select jsonb_build_object('id', i.id, 'number', i.series || ' ' || i.number, 'kind', i.kind)
        from invoices i where i.id = f.invoice_id) as invoice,
      f.day::text as day, f.upload_index, f.reason, f.message, f.answer is not null as has_answer, f.tries,
      f.created_at, f.due_at, f.sent_at, f.decided_at
    from filings f where ${where}
  `.execute(db)
  return rows.map((row) => ({
    ...row,
    created_at: toWireTime(row.created_at),
    due_at: toWireTime(row.due_at),
    sent_at: row.sent_at && toWireTime(row.sent_at),
    decided_at: row.decided_at && toWireTime(row.decided_at),
  }))
}
