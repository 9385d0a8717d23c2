import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { CompanyIdText } from '../kernel/ids.ts'
import { Id, Ron, WireTime } from '../kernel/wire.ts'

const area = 'protocol'
const may = 'protocol.bill' as const

/** A month whose invoicing day has come and which has orders without an invoice. */
export const InvoiceDraft = z.object({
  account: z.object({ id: Id, name: z.string().nullable() }),
  company_id: Id,
  month: z.string(),
  made_at: WireTime,
  /** Amounts if it were issued now. */
  orders: z.number().int(),
  charged: Ron,
})
export type InvoiceDraft = z.infer<typeof InvoiceDraft>

export const listInvoiceDrafts = endpoint({
  method: 'GET',
  path: '/api/protocol/invoice-drafts',
  does: 'Months that came due on the invoicing day of their contract and wait to be issued, oldest first; at most 200.',
  area,
  may,
  query: z.object({ company_id: CompanyIdText.optional() }),
  reply: z.object({ data: z.array(InvoiceDraft) }),
})
