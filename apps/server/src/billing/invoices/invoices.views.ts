import type { Invoice } from '@dispecerat/contract/billing/invoices'
import { invoiceState, owedBani } from '@dispecerat/domain/billing/invoice-amounts'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'
import type { NumberedDocument } from './efactura-xml.ts'
import { readInvoice } from './invoices.store.ts'

interface Row extends Omit<Invoice, 'net' | 'vat' | 'total' | 'paid' | 'credited' | 'owed' | 'state'> {
  netBani: number
  vatBani: number
  payableBani: number
  paidBani: number
  creditedBani: number
}

interface Filter {
  search?: string | undefined
  company_id?: CompanyId | undefined
  account_id?: UserId | undefined
  state?: 'unpaid' | 'part_paid' | 'overdue' | 'paid' | 'overpaid' | 'corrected' | undefined
}

export async function invoicePage(
  db: Db,
  scope: Scope,
  filter: Filter,
  { page, perPage, today }: { page: number; perPage: number; today: string },
) {
  const where = whereOf(scope, filter, today)
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`${invoiceRows(where)} limit ${perPage} offset ${(page - 1) * perPage}`.execute(db),
    sql<{
      n: number
    }>`select count(*)::integer as n from invoices i join users u on u.id = i.protocol_user_id where ${where}`.execute(
      db,
    ),
  ])
  const meta = { total: counted.rows[0]?.n ?? 0, total_is_capped: false, page, per_page: perPage }
  return { data: rows.map((row) => invoiceFromRow(row, today)), meta }
}

/** Every invoice of the list, in the form that `invoiceFromRow` reads. */
export function invoiceExport(scope: Scope, filter: Filter, today: string): RawBuilder<Row> {
  return invoiceRows(whereOf(scope, filter, today))
}

export async function invoiceView(db: Db, scope: Scope, id: number, today: string): Promise<Invoice> {
  const { rows } =
    await sql<Row>`${invoiceRows(sql<boolean>`i.id = ${id} and ${ofCompanies(scope, 'i.company_id')}`)}`.execute(db)
  if (!rows[0]) throw new DomainError('invoice.unknown')
  return invoiceFromRow(rows[0], today)
}

/** The invoices of one account and month, oldest first. */
export async function invoicesOfMonth(db: Db, accountId: UserId, month: string, today: string): Promise<Invoice[]> {
  const where = sql<boolean>`i.protocol_user_id = ${accountId} and i.month = ${`${month}-01`}::date`
  const { rows } = await sql<Row>`${invoiceRows(where)}`.execute(db)
  return rows.map((row) => invoiceFromRow(row, today)).reverse()
}

/** The data for the XML; `invoice.unknown`. */
export async function numberedDocument(db: Db | Tx, scope: Scope, id: number): Promise<NumberedDocument> {
  const invoice = await readInvoice(db, scope, id)
  if (!invoice) throw new DomainError('invoice.unknown')
  const { kind, isPartial, month, issuedOn, dueOn, document, correctsId } = invoice
  const corrected = correctsId === null ? null : await readInvoice(db, scope, correctsId)
  return {
    kind,
    isPartial,
    month,
    issuedOn,
    dueOn,
    document,
    number: `${invoice.series} ${invoice.number}`,
    corrects: corrected && { number: `${corrected.series} ${corrected.number}`, issuedOn: corrected.issuedOn },
  }
}

function invoiceRows(where: RawBuilder<boolean>): RawBuilder<Row> {
  return sql<Row>`
    select i.id, i.company_id, jsonb_build_object('id', u.id, 'name', u.name) as account, i.kind,
      i.series || ' ' || i.number as number, to_char(i.month, 'YYYY-MM') as month, i.issued_on::text as issued_on,
      i.due_on::text as due_on, i.paid_on::text as paid_on, (i.document->'sums'->>'netBani')::bigint as "netBani",
      (i.document->'sums'->>'vatBani')::bigint as "vatBani", i.payable_bani as "payableBani",
      i.paid_bani as "paidBani", i.credited_bani as "creditedBani", i.is_partial,
      (select jsonb_build_object('id', c.id, 'number', c.series || ' ' || c.number) from invoices c
        where c.corrects_id = i.id and not c.is_partial) as corrected_by,
      (select jsonb_build_object('id', o.id, 'number', o.series || ' ' || o.number) from invoices o
        where o.id = i.corrects_id) as corrects,
      (select jsonb_build_object('id', f.id, 'state', f.state, 'upload_index', f.upload_index, 'reason', f.reason,
        'message', f.message) from filings f where f.invoice_id = i.id order by f.id desc limit 1) as efactura
    from invoices i join users u on u.id = i.protocol_user_id where ${where} order by i.id desc
  `
}

export function invoiceFromRow(
  { netBani, vatBani, payableBani, paidBani, creditedBani, ...row }: Row,
  today: string,
): Invoice {
  const totals = { payableBani, paidBani, creditedBani }
  const amounts = { ...totals, kind: row.kind, dueOn: row.due_on, isCorrected: row.corrected_by !== null }
  return {
    ...row,
    net: ronFromBani(netBani),
    vat: ronFromBani(vatBani),
    total: ronFromBani(payableBani),
    paid: ronFromBani(paidBani),
    credited: ronFromBani(creditedBani),
    owed: row.kind === 'invoice' ? ronFromBani(owedBani(totals)) : 0,
    state: invoiceState(amounts, today),
  }
}

function whereOf(scope: Scope, filter: Filter, today: string): RawBuilder<boolean> {
  const { search, company_id, account_id, state } = filter
  const where = [
    ofCompanies(scope, 'i.company_id'),
    ...(search ?? '')
      .split(/\s+/)
      .filter(Boolean)
      .map(
        (word) => sql`search_fold(concat_ws(' ', i.series, i.number, u.name))
          like search_fold(${`%${word.replace(/[\\%_]/g, '\\$&')}%`})`,
      ),
    ...(company_id === undefined ? [] : [sql`i.company_id = ${company_id}`]),
    ...(account_id === undefined ? [] : [sql`i.protocol_user_id = ${account_id}`]),
    ...(state === undefined ? [] : [sql`i.kind = 'invoice' and ${isSo(state, today)}`]),
  ]
  return sql<boolean>`${sql.join(where, sql` and `)}`
}

/** Equivalent of `invoiceState` in SQL; part_paid includes overdue ones. */
function isSo(state: NonNullable<Filter['state']>, today: string): RawBuilder<unknown> {
  const owed = sql`i.payable_bani - i.credited_bani - i.paid_bani`
  const corrected = sql`(i.payable_bani > 0 and i.credited_bani = i.payable_bani)`
  const states = {
    unpaid: sql`${owed} > 0`,
    part_paid: sql`${owed} > 0 and i.paid_bani > 0`,
    overdue: sql`${owed} > 0 and i.due_on < ${today}::date`,
    paid: sql`${owed} = 0 and not ${corrected}`,
    overpaid: sql`${owed} < 0`,
    corrected: sql`${corrected} and i.paid_bani = 0`,
  }
  return states[state]
}
