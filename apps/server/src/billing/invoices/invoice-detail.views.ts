import type { InvoiceDetail, InvoicePayment } from '@dispecerat/contract/billing/invoices'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { grossOfLines } from './credit-document.ts'
import { leftOfLines, readInvoice } from './invoices.store.ts'
import { invoiceView } from './invoices.views.ts'

/** An invoice of the scope with its payments, credit notes and filings; `invoice.unknown`. */
export async function invoiceDetail(db: Db, scope: Scope, id: number, today: string): Promise<InvoiceDetail> {
  const invoice = await readInvoice(db, scope, id)
  if (!invoice) throw new DomainError('invoice.unknown')
  const [view, left, payments, notes] = await Promise.all([
    invoiceView(db, scope, id, today),
    leftOfLines(db, invoice),
    paymentsOf(db, id),
    notesOver(db, id),
  ])
  const gross = grossOfLines(invoice.document)
  return {
    ...view,
    lines: invoice.document.lines.map(({ name, description }, index) => ({
      line: index + 1,
      name,
      description,
      amount: ronFromBani(gross[index] ?? 0),
      left: invoice.kind === 'invoice' ? ronFromBani(left[index] ?? 0) : 0,
    })),
    payments,
    credit_notes: notes,
  }
}

async function paymentsOf(db: Db, id: number): Promise<InvoicePayment[]> {
  const { rows } = await sql<Omit<InvoicePayment, 'amount' | 'created_at'> & { bani: number; created_at: Date }>`
    select p.id, p.amount_bani as bani, p.paid_on::text as paid_on, p.method, p.reference, p.note, p.reverses_id,
      exists (select from invoice_payments r where r.reverses_id = p.id) as is_reversed, u.name as created_by, p.created_at
    from invoice_payments p left join users u on u.id = p.created_by
    where p.invoice_id = ${id} order by p.id
  `.execute(db)
  return rows.map(({ bani, created_at, ...row }) => ({
    ...row,
    amount: ronFromBani(bani),
    created_at: toWireTime(created_at),
  }))
}

async function notesOver(db: Db, id: number): Promise<InvoiceDetail['credit_notes']> {
  const { rows } = await sql<Omit<InvoiceDetail['credit_notes'][number], 'total'> & { bani: number }>`
    select id, series || ' ' || number as number, issued_on::text as issued_on, payable_bani as bani, is_partial
    from invoices where corrects_id = ${id} order by id
  `.execute(db)
  return rows.map(({ bani, ...row }) => ({ ...row, total: ronFromBani(bani) }))
}
