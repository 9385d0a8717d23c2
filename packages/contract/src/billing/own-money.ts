import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { TableFile } from '../kernel/exports.ts'
import { ById, paged, pageQuery, Ron } from '../kernel/wire.ts'
import { Invoice } from './invoices.ts'

const area = 'accounts'
const may = 'protocol_statements.own' as const

/** A month of an account: its trips, and the amounts invoiced and paid. */
export const OwnMonth = z.object({
  /** 'YYYY-MM', in Bucharest time. */
  month: z.string(),
  /** Orders finished in the month. */
  orders: z.number().int(),
  charged: Ron,
  not_invoiced: Ron,
  /** Amount left to pay of the month's invoices; negative: overpaid. */
  owed: Ron,
})
export type OwnMonth = z.infer<typeof OwnMonth>

export const listOwnMonths = endpoint({
  method: 'GET',
  path: '/api/protocol-account/months',
  does: 'What the account that is logged in spent in each of the last twelve months, this one first.',
  area,
  may,
  reply: z.object({ data: z.array(OwnMonth) }),
  errors: ['account.no_contract'],
})

export const listOwnInvoices = endpoint({
  method: 'GET',
  path: '/api/protocol-account/invoices',
  does: 'Invoices and credit notes of the account that is logged in, newest first.',
  area,
  may,
  query: z.object(pageQuery(15)),
  reply: paged(Invoice),
  errors: ['account.no_contract'],
})

export const fileOwnInvoice = endpoint({
  method: 'GET',
  path: '/api/protocol-account/invoices/:id/file',
  does: 'One of them to print (PDF) or as RO e-Factura (XML).',
  area,
  may,
  params: ById,
  query: z.object({ format: z.enum(['pdf', 'xml']).default('pdf') }),
  reply: TableFile,
  errors: ['invoice.unknown'],
})
