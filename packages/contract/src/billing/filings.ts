import { FILING_STATES } from '@dispecerat/domain/billing/filing'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { TableFile } from '../kernel/exports.ts'
import { CompanyIdIn, CompanyIdText } from '../kernel/ids.ts'
import { ById, Id, one, paged, pageQuery, WireTime } from '../kernel/wire.ts'

const area = 'outbox'
const may = 'outbox.read' as const

/** Target of a filing: RO e-Factura, or the town hall's register. */
const FILING_KINDS = ['efactura', 'townhall'] as const
const FILING_REASONS = [
  'refused',
  'unauthorised',
  'unreachable',
  'processing',
  'cui_unproved',
  'no_authorisation',
] as const
const FILING_FORMATS = ['UBL', 'CN', 'csv', 'xml'] as const

export const Filing = z.object({
  id: Id,
  company_id: Id,
  company_name: z.string(),
  kind: z.enum(FILING_KINDS),
  state: z.enum(FILING_STATES),
  /** UBL an invoice, CN a credit note. */
  format: z.enum(FILING_FORMATS),
  file_name: z.string(),
  invoice: z.object({ id: Id, number: z.string(), kind: z.enum(['invoice', 'credit_note']) }).nullable(),
  /** The day of a register, 'YYYY-MM-DD'. */
  day: z.string().nullable(),
  /** Upload index assigned by the tax authority. */
  upload_index: z.string().nullable(),
  reason: z.enum(FILING_REASONS).nullable(),
  /** Message of the authority, verbatim. */
  message: z.string().nullable(),
  /** The authority's answer can be downloaded. */
  has_answer: z.boolean(),
  tries: z.number().int(),
  created_at: WireTime,
  /** Time of the next upload or poll. */
  due_at: WireTime,
  sent_at: WireTime.nullable(),
  decided_at: WireTime.nullable(),
})
export type Filing = z.infer<typeof Filing>

/** e-Factura state of an invoice; null: never filed. */
export const InvoiceFiling = Filing.pick({ id: true, state: true, upload_index: true, reason: true, message: true })
export type InvoiceFiling = z.infer<typeof InvoiceFiling>

export const listFilings = endpoint({
  method: 'GET',
  path: '/api/outbox/filings',
  does: 'What was or would be sent to RO e-Factura and to town halls, the newest first.',
  area,
  may,
  query: z.object({
    ...pageQuery(30),
    kind: z.enum(FILING_KINDS).optional(),
    state: z.enum(FILING_STATES).optional(),
    company_id: CompanyIdText.optional(),
  }),
  reply: paged(Filing).extend({
    /** Kinds for which a provider is configured. */
    providers: z.object({ efactura: z.boolean(), townhall: z.boolean() }),
  }),
})

export const readFilingFile = endpoint({
  method: 'GET',
  path: '/api/outbox/filings/:id/file',
  does: 'The file itself, as it was or would be sent.',
  area,
  may,
  params: ById,
  reply: TableFile,
  errors: ['filing.unknown'],
})

export const readFilingAnswer = endpoint({
  method: 'GET',
  path: '/api/outbox/filings/:id/answer',
  does: 'What the tax authority gave back: a ZIP with the invoice and its seal, or with the errors.',
  area,
  may,
  params: ById,
  reply: TableFile,
  errors: ['filing.unknown', 'filing.no_answer'],
})

export const resendFiling = endpoint({
  method: 'POST',
  path: '/api/outbox/filings/:id/resend',
  does: 'Tries now one that waits, or again one that was given up.',
  area,
  may,
  params: ById,
  reply: one(Filing),
  errors: ['filing.unknown', 'filing.wrong_state'],
})

export const fileRegister = endpoint({
  method: 'POST',
  path: '/api/outbox/registers',
  does: 'Queues the register of a day that is over for the town hall, once; a repeat answers with the one that is there.',
  area,
  may,
  body: z.object({
    company_id: CompanyIdIn,
    day: z.iso.date('Data trebuie scrisă AAAA-LL-ZZ'),
    format: z.enum(['csv', 'xml']).default('xml'),
  }),
  reply: one(Filing),
  status: 201,
  errors: ['company.unknown', 'filing.day_not_over'],
})
