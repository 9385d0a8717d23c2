import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { TableFile } from './exports.ts'
import { ById, Id, IdText, one, paged, pageQuery, Ron, textUpTo, WireTime } from './wire.ts'

const area = 'protocol'
const may = 'protocol.bill' as const

/** 'YYYY-MM', of Bucharest. */
const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Luna trebuie scrisă AAAA-LL')

export const StatementOrder = z.object({
  order_id: Id,
  order_no: z.number().int().nullable(),
  finished_at: WireTime,
  pickup: z.string().nullable(),
  destination: z.string().nullable(),
  passenger: z.string().nullable(),
  service: z.string(),
  cost: Ron,
  discount: Ron,
  /** What the account pays. */
  charged: Ron,
})
export type StatementOrder = z.infer<typeof StatementOrder>

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
  paid_on: z.string().nullable(),
  /** The credit note that took it back. */
  corrected_by: z.object({ id: Id, number: z.string() }).nullable(),
  corrects: z.object({ id: Id, number: z.string() }).nullable(),
})
export type Invoice = z.infer<typeof Invoice>

export const Statement = z.object({
  account: z.object({ id: Id, name: z.string().nullable() }),
  company: z.object({ id: Id, name: z.string() }),
  month: z.string(),
  /** The first thousand; the XLSX holds all. */
  orders: z.array(StatementOrder),
  is_cut: z.boolean(),
  totals: z.object({ orders: z.number().int(), cost: Ron, discount: Ron, charged: Ron, not_invoiced: Ron }),
  invoices: z.array(Invoice),
})
export type Statement = z.infer<typeof Statement>

const month = z.object({ month: Month })
const file = z.object({ month: Month, format: z.enum(['pdf', 'xlsx']).default('pdf') })

export const readAccountStatement = endpoint({
  method: 'GET',
  path: '/api/protocol/contracts/:id/statement',
  does: 'The finished orders an account pays for in a month, and their invoices.',
  area,
  may,
  params: ById,
  query: month,
  reply: one(Statement),
  errors: ['contract.unknown'],
})

export const fileAccountStatement = endpoint({
  method: 'GET',
  path: '/api/protocol/contracts/:id/statement/file',
  does: 'The same to print (PDF) or to reckon with (XLSX).',
  area,
  may,
  params: ById,
  query: file,
  reply: TableFile,
  errors: ['contract.unknown'],
})

export const issueInvoice = endpoint({
  method: 'POST',
  path: '/api/protocol/contracts/:id/invoice',
  does: 'Writes the invoice of a month that is over, over every order of it that stands on none.',
  area,
  may,
  params: ById,
  body: z.object({ month: Month }),
  reply: one(Invoice),
  status: 201,
  errors: [
    'contract.unknown',
    'invoice.no_profile',
    'invoice.no_buyer',
    'invoice.nothing_to_bill',
    'invoice.month_not_over',
  ],
})

export const listInvoices = endpoint({
  method: 'GET',
  path: '/api/protocol/invoices',
  does: 'Invoices and credit notes of my companies, newest first.',
  area,
  may,
  query: z.object({
    ...pageQuery(30),
    /** Words of the number or the account. */
    search: textUpTo(80).optional(),
    company_id: IdText.optional(),
    account_id: IdText.optional(),
    state: z.enum(['unpaid', 'paid', 'corrected']).optional(),
  }),
  reply: paged(Invoice),
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

export const correctInvoice = endpoint({
  method: 'POST',
  path: '/api/protocol/invoices/:id/credit-note',
  does: 'Takes the whole invoice back by a credit note; its orders can be invoiced again.',
  area,
  may,
  params: ById,
  body: z.object({ reason: Reason.default(null) }).default({ reason: null }),
  reply: one(Invoice),
  status: 201,
  errors: ['invoice.unknown', 'invoice.already_corrected'],
})

export const payInvoice = endpoint({
  method: 'PATCH',
  path: '/api/protocol/invoices/:id/paid',
  does: 'The account paid it, or has not after all: its orders leave or load its credit.',
  area,
  may,
  params: ById,
  body: z.object({ is_paid: z.boolean() }),
  reply: one(Invoice),
  errors: ['invoice.unknown', 'invoice.already_corrected'],
})

export const readOwnStatement = endpoint({
  method: 'GET',
  path: '/api/protocol-account/statement',
  does: 'The month of the account that is logged in.',
  area,
  may: 'protocol_statements.own',
  query: month,
  reply: one(Statement),
  errors: ['account.no_contract'],
})

export const fileOwnStatement = endpoint({
  method: 'GET',
  path: '/api/protocol-account/statement/file',
  does: 'The same to print (PDF) or to reckon with (XLSX).',
  area,
  may: 'protocol_statements.own',
  query: file,
  reply: TableFile,
  errors: ['account.no_contract'],
})
