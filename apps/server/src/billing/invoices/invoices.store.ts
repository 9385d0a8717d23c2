import type { CompanyId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { grossOfLines } from './credit-document.ts'
import type { BilledService, InvoiceDocument } from './invoice-document.ts'

export interface IssuedInvoice {
  id: number
  companyId: CompanyId
  accountId: UserId
  kind: 'invoice' | 'credit_note'
  series: string
  number: number
  month: string
  issuedOn: string
  dueOn: string
  correctsId: number | null
  /** A credit note over selected amounts. */
  isPartial: boolean
  /** A credit note corrected it in full. */
  isCorrected: boolean
  payableBani: number
  paidBani: number
  creditedBani: number
  document: InvoiceDocument
}

export interface BilledOrder extends BilledService {
  orderId: OrderId
}

/** Locks the finished orders of an account in the month from `first` on that are on no invoice, by id, with their prices. */
export async function lockUnbilled(
  tx: Tx,
  { accountId, companyId }: { accountId: UserId; companyId: CompanyId },
  first: string,
): Promise<BilledOrder[]> {
  const { rows } = await sql<BilledOrder>`
    select o.id as "orderId", s.name as service, 1 as orders, coalesce(o.discounted_cost_bani, o.cost_bani) as "chargedBani"
    from orders o join services s on s.id = o.service_id
    where ${unbilled(accountId, companyId, sql`${first}::date`)} order by o.id for update of o
  `.execute(tx)
  return rows
}

/**
 * SQL condition: orders `o` of an account that ended in the Bucharest month which begins on `month`, have an undoubted price and are on no
 * invoice.
 */
export function unbilled(
  accountId: UserId | RawBuilder<unknown>,
  companyId: CompanyId | RawBuilder<unknown>,
  month: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`o.protocol_user_id = ${accountId} and o.created_by_company_id = ${companyId}
    and o.payment_type = 'protocol' and o.state = 'finished' and o.deleted_at is null and o.invoice_id is null and o.fare_doubt is null
    and o.trip_finished_at >= ${month}::timestamp at time zone 'Europe/Bucharest'
    and o.trip_finished_at < (${month} + interval '1 month') at time zone 'Europe/Bucharest'
    and coalesce(o.discounted_cost_bani, o.cost_bani) > 0`
}

/** The next number of a series; its row is locked, so that numbers are consecutive without gaps. */
export async function takeNumber(tx: Tx, companyId: CompanyId, series: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    insert into invoice_series as s (company_id, series, next_number) values (${companyId}, ${series}, 2)
    on conflict (company_id, series) do update set next_number = s.next_number + 1
    returning next_number - 1 as n
  `.execute(tx)
  const n = rows[0]?.n
  if (n === undefined) throw new Error('a counter that was raised has a number')
  return n
}

export async function insertInvoice(
  tx: Tx,
  invoice: Omit<IssuedInvoice, 'id' | 'isCorrected' | 'payableBani' | 'paidBani' | 'creditedBani'>,
  by: { userId: UserId | null; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('invoices')
    .values({
      company_id: invoice.companyId,
      protocol_user_id: invoice.accountId,
      kind: invoice.kind,
      series: invoice.series,
      number: invoice.number,
      month: `${invoice.month}-01`,
      issued_on: invoice.issuedOn,
      due_on: invoice.dueOn,
      corrects_id: invoice.correctsId,
      paid_on: null,
      is_partial: invoice.isPartial,
      document: JSON.stringify(invoice.document),
      payable_bani: invoice.document.sums.payableBani,
      issued_by: by.userId,
      created_at: by.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds locked orders to an invoice: their fare is fixed from now on, and they are paid when the invoice is. */
export async function putOnInvoice(tx: Tx, invoiceId: number, orders: readonly BilledOrder[]): Promise<void> {
  await tx
    .insertInto('invoice_orders')
    .values(
      orders.map(({ orderId, chargedBani }) => ({
        invoice_id: invoiceId,
        order_id: orderId,
        charged_bani: chargedBani,
      })),
    )
    .execute()
  const ids = orders.map(({ orderId }) => orderId)
  await sql`
    update orders set invoice_id = ${invoiceId}, is_paid_by_account = false where id = any(${ids}::bigint[])
  `.execute(tx)
}

/** Removes the orders of a corrected invoice from it. */
export async function takeOffInvoice(tx: Tx, invoiceId: number): Promise<void> {
  await sql`update invoice_orders set is_standing = false where invoice_id = ${invoiceId}`.execute(tx)
  await sql`
    update orders set invoice_id = null, is_paid_by_account = false where invoice_id = ${invoiceId}
  `.execute(tx)
}

/**
 * Updates a locked invoice after payments and credit notes: once nothing is owed it is paid on the day of its last payment, and its orders
 * with it.
 */
export async function saveSettled(tx: Tx, invoiceId: number): Promise<void> {
  const { rows } = await sql<{ isSettled: boolean }>`
    update invoices i set paid_on = case when i.paid_bani > 0 and i.paid_bani + i.credited_bani >= i.payable_bani then (
      select max(p.paid_on) from invoice_payments p where p.invoice_id = i.id and p.reverses_id is null
        and not exists (select from invoice_payments r where r.reverses_id = p.id)) end
    where i.id = ${invoiceId}
    returning i.paid_bani + i.credited_bani >= i.payable_bani as "isSettled"
  `.execute(tx)
  const isSettled = rows[0]?.isSettled ?? false
  await sql`
    update orders set is_paid_by_account = ${isSettled} where invoice_id = ${invoiceId} and is_paid_by_account <> ${isSettled}
  `.execute(tx)
}

/** The credit notes over an invoice, oldest first. */
export async function creditNotesOf(db: Db | Tx, invoiceId: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select id from invoices where corrects_id = ${invoiceId} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Amount of each line of an invoice that no credit note has returned, in bani. */
export async function leftOfLines(
  db: Db | Tx,
  { id, document }: Pick<IssuedInvoice, 'id' | 'document'>,
): Promise<number[]> {
  const { rows } = await sql<{
    document: InvoiceDocument
  }>`select document from invoices where corrects_id = ${id}`.execute(db)
  const left = grossOfLines(document)
  for (const { document: note } of rows) {
    for (const [index, bani] of grossOfLines(note).entries()) {
      const line = (note.lines[index]?.creditsLine ?? index + 1) - 1
      left[line] = (left[line] ?? 0) - bani
    }
  }
  return left
}

/** Locks the orders of an invoice of the scope, and then the invoice; null when there is none. */
export async function lockInvoice(tx: Tx, scope: Scope, id: number): Promise<IssuedInvoice | null> {
  if ((await readInvoice(tx, scope, id)) === null) return null
  await sql`select from orders where invoice_id = ${id} order by id for update`.execute(tx)
  await sql`select from invoices where id = ${id} for update`.execute(tx)
  return readInvoice(tx, scope, id)
}

export async function readInvoice(db: Db | Tx, { companies }: Scope, id: number): Promise<IssuedInvoice | null> {
  const mine = companies === 'every' ? null : [...companies]
  const { rows } = await sql<IssuedInvoice>`
    select i.id, i.company_id as "companyId", i.protocol_user_id as "accountId", i.kind, i.series, i.number,
      to_char(i.month, 'YYYY-MM') as month, i.issued_on::text as "issuedOn", i.due_on::text as "dueOn",
      i.corrects_id as "correctsId", i.is_partial as "isPartial",
      exists (select from invoices c where c.corrects_id = i.id and not c.is_partial) as "isCorrected",
      i.payable_bani as "payableBani", i.paid_bani as "paidBani", i.credited_bani as "creditedBani", i.document
    from invoices i where i.id = ${id} and (${mine}::bigint[] is null or i.company_id = any(${mine}::bigint[]))
  `.execute(db)
  return rows[0] ?? null
}
