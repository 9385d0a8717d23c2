import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { exportQuery, TableFile } from '../kernel/exports.ts'
import { ById, Id, one, paged, pageQuery, textUpTo, WireTime } from '../kernel/wire.ts'

const area = 'outbox'

export const OUTBOUND_KINDS = ['mail', 'sms', 'push'] as const
/** held: waits for a provider, for the company's approval, or for a user who sends it again. */
export const OUTBOUND_STATES = ['queued', 'sent', 'failed', 'held'] as const
/**
 * Reasons from not_approved on concern the company: not approved, e-mail not verified, suspended, over its daily limit, a country not
 * granted.
 */
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
  /** Null: contains a password link, which is never shown. */
  text: z.string().nullable(),
  reason: z.enum(OUTBOUND_REASONS).nullable(),
  tries: z.number().int(),
  created_at: WireTime,
  /** Time of the next try of a waiting message. */
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
    /** Channels for which a provider is configured. */
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
