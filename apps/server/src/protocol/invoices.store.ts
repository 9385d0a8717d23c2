import { sql } from 'kysely'
import type { Scope } from '../db/caller.ts'
import type { Db, Tx } from '../db/database.ts'
import type { BilledService, InvoiceDocument } from './invoice-document.ts'

export interface IssuedInvoice {
  id: number
  companyId: number
  accountId: number
  kind: 'invoice' | 'credit_note'
  series: string
  number: number
  month: string
  issuedOn: string
  dueOn: string
  correctsId: number | null
  isCorrected: boolean
  document: InvoiceDocument
}

export interface BilledOrder extends BilledService {
  orderId: number
}

/** Holds the finished orders of an account in [first, next) that stand on no invoice, by id, with what they cost it. */
export async function lockUnbilled(
  tx: Tx,
  { accountId, companyId }: { accountId: number; companyId: number },
  { first, next }: { first: string; next: string },
): Promise<BilledOrder[]> {
  const { rows } = await sql<BilledOrder>`
    select o.id as "orderId", s.name as service, 1 as orders, coalesce(o.discounted_cost_bani, o.cost_bani) as "chargedBani"
    from orders o join services s on s.id = o.service_id
    where o.protocol_user_id = ${accountId} and o.created_by_company_id = ${companyId} and o.payment_type = 'protocol'
      and o.state = 'finished' and o.deleted_at is null and o.invoice_id is null
      and o.trip_finished_at >= ${first}::timestamp at time zone 'Europe/Bucharest'
      and o.trip_finished_at < ${next}::timestamp at time zone 'Europe/Bucharest'
      and coalesce(o.discounted_cost_bani, o.cost_bani) > 0
    order by o.id for update of o
  `.execute(tx)
  return rows
}

/** The next number of a series; its row is held, so that numbers follow one another without a hole. */
export async function takeNumber(tx: Tx, companyId: number, series: string): Promise<number> {
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
  invoice: Omit<IssuedInvoice, 'id' | 'isCorrected'>,
  by: { userId: number | null; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('invoices')
    .values({
      ...{ company_id: invoice.companyId, protocol_user_id: invoice.accountId, kind: invoice.kind },
      ...{ series: invoice.series, number: invoice.number, month: `${invoice.month}-01` },
      ...{ issued_on: invoice.issuedOn, due_on: invoice.dueOn, corrects_id: invoice.correctsId, paid_on: null },
      document: JSON.stringify(invoice.document),
      payable_bani: invoice.document.sums.payableBani,
      ...{ issued_by: by.userId, created_at: by.now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Puts locked orders on an invoice: their fare is fixed from now on. */
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
  await sql`update orders set invoice_id = ${invoiceId} where id = any(${ids}::bigint[])`.execute(tx)
}

/** Takes the orders of a corrected invoice off it. */
export async function takeOffInvoice(tx: Tx, invoiceId: number): Promise<void> {
  await sql`update invoice_orders set is_standing = false where invoice_id = ${invoiceId}`.execute(tx)
  await sql`
    update orders set invoice_id = null, is_paid_by_account = false where invoice_id = ${invoiceId}
  `.execute(tx)
}

export async function savePaid(tx: Tx, invoiceId: number, paidOn: string | null): Promise<void> {
  await tx.updateTable('invoices').set({ paid_on: paidOn }).where('id', '=', invoiceId).execute()
  await sql`
    update orders set is_paid_by_account = ${paidOn !== null} where invoice_id = ${invoiceId}
  `.execute(tx)
}

/** Holds the orders of an invoice of the scope, and then itself; null when there is none. */
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
      i.corrects_id as "correctsId", exists (select from invoices c where c.corrects_id = i.id) as "isCorrected", i.document
    from invoices i where i.id = ${id} and (${mine}::bigint[] is null or i.company_id = any(${mine}::bigint[]))
  `.execute(db)
  return rows[0] ?? null
}
