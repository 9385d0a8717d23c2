import { INVOICE_STATES } from '@dispecerat/domain/billing/invoice-amounts'
import { MONEY_METHODS } from '@dispecerat/domain/billing/ledger'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { exportQuery, TableFile } from '../kernel/exports.ts'
import { ByUserId, CompanyIdText, UserIdText } from '../kernel/ids.ts'
import { ById, Id, IdText, one, paged, pageQuery, Ron, textUpTo, WireTime } from '../kernel/wire.ts'
import { InvoiceFiling } from './filings.ts'

const area = 'protocol'
const may = 'protocol.bill' as const

/** 'YYYY-MM', in Bucharest time. */
export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Luna trebuie scrisă AAAA-LL')

export const Invoice = z.object({
  id: Id,
  company_id: Id,
  account: z.object({ id: Id, name: z.string().nullable() }),
  kind: z.enum(['invoice', 'credit_note']),
  /** 'DSP 12'. */
  number: z.string(),
  month: z.string(),
  issued_on: z.string(),
  due_on: z.string(),
  net: Ron,
  vat: Ron,
  total: Ron,
  /** Day of the payment that settled it. */
  paid_on: z.string().nullable(),
  /** Payments less refunds. */
  paid: Ron,
  /** Reduced by credit notes. */
  credited: Ron,
  /** Amount left to pay; negative: to be refunded. */
  owed: Ron,
  /** State today in Bucharest; an overdue invoice may be partly paid. */
  state: z.enum(INVOICE_STATES),
  /** A credit note over chosen amounts: the orders stay on the invoice. */
  is_partial: z.boolean(),
  /** The credit note that cancelled it in full. */
  corrected_by: z.object({ id: Id, number: z.string() }).nullable(),
  corrects: z.object({ id: Id, number: z.string() }).nullable(),
  /** RO e-Factura state; null: never sent. */
  efactura: InvoiceFiling.nullable(),
})
export type Invoice = z.infer<typeof Invoice>

export const InvoicePayment = z.object({
  id: Id,
  /** Negative: a refund to the account, or the reversal of a payment. */
  amount: Ron,
  paid_on: z.string(),
  method: z.enum(MONEY_METHODS),
  reference: z.string().nullable(),
  /** Reason of the reversal. */
  note: z.string().nullable(),
  /** The payment that this one reverses. */
  reverses_id: Id.nullable(),
  is_reversed: z.boolean(),
  created_by: z.string().nullable(),
  created_at: WireTime,
})
export type InvoicePayment = z.infer<typeof InvoicePayment>

export const InvoiceDetail = Invoice.extend({
  lines: z.array(
    z.object({
      /** Line number, from 1. */
      line: z.number().int(),
      name: z.string(),
      description: z.string(),
      /** Including VAT. */
      amount: Ron,
      /** Amount left after credit notes. */
      left: Ron,
    }),
  ),
  /** Oldest first. */
  payments: z.array(InvoicePayment),
  credit_notes: z.array(
    z.object({ id: Id, number: z.string(), issued_on: z.string(), total: Ron, is_partial: z.boolean() }),
  ),
})
export type InvoiceDetail = z.infer<typeof InvoiceDetail>

export const issueInvoice = endpoint({
  method: 'POST',
  path: '/api/protocol/contracts/:id/invoice',
  does: 'Writes the invoice of a month that is over, over every order of it that stands on none.',
  area,
  may,
  params: ByUserId,
  body: z.object({ month: Month }),
  reply: one(Invoice),
  status: 201,
  errors: [
    'contract.unknown',
    'invoice.no_profile',
    'invoice.cui_unproved',
    'invoice.no_buyer',
    'invoice.nothing_to_bill',
    'invoice.month_not_over',
  ],
})

const invoiceFilters = {
  /** Search terms for number or account. */
  search: textUpTo(80).optional(),
  company_id: CompanyIdText.optional(),
  account_id: UserIdText.optional(),
  /** unpaid: an amount is left to pay; part_paid and overdue are subsets. */
  state: z.enum(['unpaid', 'part_paid', 'overdue', 'paid', 'overpaid', 'corrected']).optional(),
}

export const listInvoices = endpoint({
  method: 'GET',
  path: '/api/protocol/invoices',
  does: 'Invoices and credit notes of my companies, newest first.',
  area,
  may,
  query: z.object({ ...pageQuery(30), ...invoiceFilters }),
  reply: paged(Invoice),
})

export const exportInvoices = endpoint({
  method: 'POST',
  path: '/api/protocol/invoices/export',
  does: 'The same as a file, every page of it; a body, because a typed name or phone stands in no address.',
  area,
  may,
  body: z.object({ ...invoiceFilters, ...exportQuery }),
  reply: TableFile,
})

export const readInvoice = endpoint({
  method: 'GET',
  path: '/api/protocol/invoices/:id',
  does: 'An invoice or a credit note with its lines, its payments and the credit notes over it.',
  area,
  may,
  params: ById,
  reply: one(InvoiceDetail),
  errors: ['invoice.unknown'],
})

export const readInvoicePdf = endpoint({
  method: 'GET',
  path: '/api/protocol/invoices/:id/pdf',
  does: 'The same to print (PDF), with seller, buyer, lines and VAT as it was issued.',
  area,
  may,
  params: ById,
  reply: TableFile,
  errors: ['invoice.unknown'],
})

export const readInvoiceXml = endpoint({
  method: 'GET',
  path: '/api/protocol/invoices/:id/xml',
  does: 'RO e-Factura: UBL 2.1 by CIUS-RO 1.0.1, ready to upload.',
  area,
  may,
  params: ById,
  reply: TableFile,
  errors: ['invoice.unknown'],
})

const Reason = textUpTo(200)
  .nullable()
  .transform((text) => (text === '' ? null : text))

/** Greater than zero; an invoice may be larger than any single ride. */
const Amount = z
  .number('Sumă invalidă')
  .gt(0, 'Suma trebuie să fie mai mare ca zero')
  .max(9_999_999.99, 'Suma este prea mare')
  .refine((ron) => Math.abs(ron * 100 - Math.round(ron * 100)) < 1e-4, 'Cel mult două zecimale')

const CreditNoteLine = z.object({
  /** Line number of the invoice, from 1. */
  line: z.number('Alegeți linia').int('Alegeți linia').min(1, 'Alegeți linia'),
  /** Including VAT. */
  amount: Amount,
})
export type CreditNoteLine = z.output<typeof CreditNoteLine>

export const correctInvoice = endpoint({
  method: 'POST',
  path: '/api/protocol/invoices/:id/credit-note',
  does: 'Takes an invoice back by a credit note: whole, and its orders can be invoiced again, or only the amounts of the lines given.',
  area,
  may,
  params: ById,
  body: z
    .object({
      reason: Reason.default(null),
      lines: z.array(CreditNoteLine).min(1, 'Scrieți cel puțin o sumă').max(100, 'Prea multe linii').optional(),
    })
    .default({ reason: null }),
  reply: one(Invoice),
  status: 201,
  errors: [
    'invoice.unknown',
    'invoice.already_corrected',
    'invoice.has_payments',
    'invoice.nothing_to_credit',
    'invoice.no_profile',
    'invoice.cui_unproved',
  ],
})

export const NewInvoicePayment = z.object({
  amount: Amount,
  /** out: refunded to the account after an overpayment. */
  direction: z.enum(['in', 'out']).default('in'),
  /** Left out: today. */
  paid_on: z.iso.date('Data trebuie scrisă AAAA-LL-ZZ').optional(),
  method: z.enum(['bank', 'cash', 'card'], 'Alegeți cum s-a plătit'),
  /** Reference of the bank document or the receipt. */
  reference: textUpTo(100).nullable().default(null),
})
export type NewInvoicePayment = z.output<typeof NewInvoicePayment>

export const payInvoice = endpoint({
  method: 'POST',
  path: '/api/protocol/invoices/:id/payments',
  does: 'The account paid all or a part of an invoice, never more than is owed; settled, its orders leave its credit.',
  area,
  may,
  params: ById,
  body: NewInvoicePayment,
  reply: one(InvoiceDetail),
  status: 201,
  errors: ['invoice.unknown', 'invoice.already_corrected', 'invoice.nothing_owed'],
})

export const reversePayment = endpoint({
  method: 'POST',
  path: '/api/protocol/invoices/:id/payments/:paymentId/reversal',
  does: 'Takes a payment back by its opposite, once; the invoice is owed again.',
  area,
  may,
  params: z.object({ id: IdText, paymentId: IdText }),
  body: z.object({ reason: Reason.default(null) }).default({ reason: null }),
  reply: one(InvoiceDetail),
  status: 201,
  errors: ['invoice.unknown', 'invoice.already_corrected', 'payment.unknown', 'payment.already_reversed'],
})
