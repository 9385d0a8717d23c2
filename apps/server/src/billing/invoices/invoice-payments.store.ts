import type { MoneyMethod } from '@dispecerat/domain/billing/ledger'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

interface PaymentRow {
  invoiceId: number
  /** Below zero: a refund or a reversal. */
  amountBani: number
  /** 'YYYY-MM-DD'. */
  paidOn: string
  method: MoneyMethod
  reference: string | null
  /** The reason of a reversal. */
  note: string | null
  reversesId: number | null
  transactionId: number
}

/** Inserts a payment of a locked invoice and updates the paid amount of the invoice. */
export async function insertPayment(
  tx: Tx,
  row: PaymentRow,
  by: { userId: UserId | null; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('invoice_payments')
    .values({
      invoice_id: row.invoiceId,
      amount_bani: row.amountBani,
      paid_on: row.paidOn,
      method: row.method,
      reference: row.reference || null,
      note: row.note || null,
      reverses_id: row.reversesId,
      transaction_id: row.transactionId,
      created_by: by.userId,
      created_at: by.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A payment of a locked invoice; null when it has no such payment. */
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
