import type { MoneyMethod } from '@dispecerat/domain/ledger'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

interface PaymentRow {
  invoiceId: number
  /** Below zero: given back, or taken back. */
  amountBani: number
  /** 'YYYY-MM-DD'. */
  paidOn: string
  method: MoneyMethod
  reference: string | null
  /** Why it was taken back. */
  note: string | null
  reversesId: number | null
  transactionId: number
}

/** A payment of a locked invoice; the invoice carries its sum from now on. */
export async function insertPayment(
  tx: Tx,
  row: PaymentRow,
  by: { userId: number | null; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('invoice_payments')
    .values({
      ...{ invoice_id: row.invoiceId, amount_bani: row.amountBani, paid_on: row.paidOn, method: row.method },
      ...{ reference: row.reference || null, note: row.note || null, reverses_id: row.reversesId },
      ...{ transaction_id: row.transactionId, created_by: by.userId, created_at: by.now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Of a locked invoice; null when it has no such payment. */
export async function findPayment(
  tx: Tx,
  invoiceId: number,
  paymentId: number,
): Promise<(PaymentRow & { isReversed: boolean }) | null> {
  const { rows } = await sql<PaymentRow & { isReversed: boolean }>`
    select p.invoice_id as "invoiceId", p.amount_bani as "amountBani", p.paid_on::text as "paidOn", p.method, p.reference, p.note,
      p.reverses_id as "reversesId", p.transaction_id as "transactionId",
      exists (select from invoice_payments r where r.reverses_id = p.id) as "isReversed"
    from invoice_payments p where p.id = ${paymentId} and p.invoice_id = ${invoiceId}
  `.execute(tx)
  return rows[0] ?? null
}
