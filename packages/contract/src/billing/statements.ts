import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { TableFile } from '../kernel/exports.ts'
import { ByUserId } from '../kernel/ids.ts'
import { Id, one, Ron, WireTime } from '../kernel/wire.ts'
import { Invoice, Month } from './invoices.ts'

const area = 'protocol'
const may = 'protocol.bill' as const

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
  /** Amount charged to the account. */
  charged: Ron,
})
export type StatementOrder = z.infer<typeof StatementOrder>

export const Statement = z.object({
  account: z.object({ id: Id, name: z.string().nullable() }),
  company: z.object({ id: Id, name: z.string() }),
  month: z.string(),
  /** The first thousand; the XLSX file contains all. */
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
  params: ByUserId,
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
  params: ByUserId,
  query: file,
  reply: TableFile,
  errors: ['contract.unknown'],
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
