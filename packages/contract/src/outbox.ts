import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportQuery, TableFile } from './exports.ts'
import { ById, Id, one, paged, pageQuery, textUpTo, WireTime } from './wire.ts'

const area = 'outbox'

export const OUTBOUND_KINDS = ['mail', 'sms', 'push'] as const
/** held: it waits for a provider, or for the company to be vetted, or for somebody to send it again. */
export const OUTBOUND_STATES = ['queued', 'sent', 'failed', 'held'] as const
/** Those from not_approved on are the company's: not vetted, its e-mail not proved, suspended, over its limit of the day, a country not granted. */
export const OUTBOUND_REASONS = [
  'no_provider',
  'no_device',
  'refused',
  'unreachable',
  'not_approved',
  'email_not_proved',
  'suspended',
  'quota',
  'foreign_number',
  'stopped',
  'expired',
] as const

export const OutboundMessage = z.object({
  id: Id,
  company_id: Id.nullable(),
  company_name: z.string().nullable(),
  kind: z.enum(OUTBOUND_KINDS),
  state: z.enum(OUTBOUND_STATES),
  /** Masked, unless the reader holds `outbox.addresses`. */
  recipient: z.string().nullable(),
  subject: z.string().nullable(),
  /** Null: carries a link to choose a password, which is shown to nobody. */
  text: z.string().nullable(),
  reason: z.enum(OUTBOUND_REASONS).nullable(),
  tries: z.number().int(),
  created_at: WireTime,
  /** The next try of one that waits. */
  due_at: WireTime,
  sent_at: WireTime.nullable(),
})
export type OutboundMessage = z.infer<typeof OutboundMessage>

const listFilters = {
  kind: z.enum(OUTBOUND_KINDS).optional(),
  state: z.enum(OUTBOUND_STATES).optional(),
  search: textUpTo(120).optional(),
}

export const listOutboundMessages = endpoint({
  method: 'GET',
  path: '/api/outbox',
  does: 'What left or would have left by e-mail, SMS and push, the newest first.',
  area,
  may: 'outbox.read',
  query: z.object({ ...pageQuery(30), ...listFilters }),
  reply: paged(OutboundMessage).extend({
    /** Which kinds somebody is there to send. */
    providers: z.object({ mail: z.boolean(), sms: z.boolean(), push: z.boolean() }),
  }),
})

export const exportOutboundMessages = endpoint({
  method: 'POST',
  path: '/api/outbox/export',
  does: 'The same as a file, every page of it; a body, because a typed name or phone stands in no address.',
  area,
  may: 'outbox.read',
  body: z.object({ ...listFilters, ...exportQuery }),
  reply: TableFile,
})

export const resendMessage = endpoint({
  method: 'POST',
  path: '/api/outbox/:id/resend',
  does: 'Tries a letter again now, one that was sent too.',
  area,
  may: 'outbox.read',
  params: ById,
  reply: one(OutboundMessage),
  errors: ['letter.unknown'],
})
