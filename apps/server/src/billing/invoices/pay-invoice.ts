import type { NewInvoicePayment } from '@dispecerat/contract/billing/invoices'
import { owedBani } from '@dispecerat/domain/billing/invoice-amounts'
import { invoicePaymentEntries } from '@dispecerat/domain/billing/ledger'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import { baniFromRon, ronFromBani } from '@dispecerat/domain/kernel/money'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { moveCompanyFunds, takeBackCompanyFunds } from '../finance/finance.public.ts'
import { findPayment, insertPayment } from './invoice-payments.store.ts'
import { type IssuedInvoice, saveSettled } from './invoices.store.ts'
import { emitInvoiceChanged, lockUncorrectedInvoice } from './uncorrected-invoice.ts'

/**
 * Records that the account paid a part of an invoice or all of it, or got a surplus back. The invoice is locked, so concurrent payments
 * never exceed the amount owed. Throws `invoice.unknown`, `invoice.already_corrected`, `invoice.nothing_owed`, FieldErrors.
 */
export async function payInvoice(
  server: Server,
  actor: Actor,
  invoiceId: number,
  typed: NewInvoicePayment,
): Promise<{ invoiceId: number }> {
  return write(server, actor, async (tx) => {
    const invoice = await lockUncorrectedInvoice(tx, actor, invoiceId)
    const now = server.clock.now()
    const [amountBani, paidOn] = await checkAll(
      actor,
      () => amountOf(invoice, typed),
      () => dayOf(typed, now),
    )
    const { companyId } = invoice
    const { method, reference } = typed
    const { transactionId } = await moveCompanyFunds(tx, {
      companyId,
      kind: 'invoice_payment',
      invoiceId,
      method,
      by: actor.userId,
      now,
      entries: invoicePaymentEntries(amountBani, method),
      note: nameOf(invoice),
    })
    const row = { invoiceId, amountBani, paidOn, method, reference, note: null, reversesId: null, transactionId }
    const paymentId = await insertPayment(tx, row, { userId: actor.userId, now })
    await saveSettled(tx, invoiceId)
    const after = { invoice: nameOf(invoice), amount: ronFromBani(amountBani), paid_on: paidOn, method, reference }
    const entry = { entity: 'invoice_payment', entityId: paymentId, companyId, action: 'created', before: null, after }
    await recordAudit(tx, actor, entry, now)
    await emitInvoiceChanged(tx, invoice, now)
    return { invoiceId }
  })
}

/** Reverses a payment by an opposite one, once. Also throws `payment.unknown`, `payment.already_reversed`. */
export async function reversePayment(
  server: Server,
  actor: Actor,
  { invoiceId, paymentId, reason }: { invoiceId: number; paymentId: number; reason: string | null },
): Promise<{ invoiceId: number }> {
  return write(server, actor, async (tx) => {
    const invoice = await lockUncorrectedInvoice(tx, actor, invoiceId)
    const payment = await findPayment(tx, invoiceId, paymentId)
    if (!payment || payment.reversesId !== null) throw new DomainError('payment.unknown')
    if (payment.isReversed) throw new DomainError('payment.already_reversed')
    const now = server.clock.now()
    const by = { by: actor.userId, now, note: nameOf(invoice) }
    const { transactionId } = await takeBackCompanyFunds(tx, { transactionId: payment.transactionId, invoiceId }, by)
    const { companyId } = invoice
    const { method, reference, amountBani } = payment
    const row = { invoiceId, amountBani: -amountBani, paidOn: bucharestDay(now), method, reference, note: reason }
    await insertPayment(tx, { ...row, reversesId: paymentId, transactionId }, { userId: actor.userId, now })
    await saveSettled(tx, invoiceId)
    const before = { invoice: nameOf(invoice), amount: ronFromBani(amountBani) }
    const after = { invoice: nameOf(invoice), amount: 0, reason }
    const entry = { entity: 'invoice_payment', entityId: paymentId, companyId, action: 'reversed', before, after }
    await recordAudit(tx, actor, entry, now)
    await emitInvoiceChanged(tx, invoice, now)
    return { invoiceId }
  })
}

function dayOf({ paid_on: paidOn }: NewInvoicePayment, now: Date): string {
  const today = bucharestDay(now)
  if (paidOn && paidOn > today) throw new FieldErrors({ paid_on: ['Data nu poate fi în viitor'] })
  return paidOn ?? today
}

/** Signed: below zero for a refund to the account. */
function amountOf(invoice: IssuedInvoice, { amount, direction }: NewInvoicePayment): number {
  const sign = direction === 'in' ? 1 : -1
  const openBani = sign * owedBani(invoice)
  if (openBani <= 0) throw new DomainError('invoice.nothing_owed')
  const bani = baniFromRon(amount)
  if (bani > openBani) {
    throw new FieldErrors({ amount: [`Cel mult ${ronFromBani(openBani).toFixed(2).replace('.', ',')} RON`] })
  }
  return sign * bani
}

/** 'DSP 12'. */
function nameOf({ series, number }: IssuedInvoice): string {
  return `${series} ${number}`
}
