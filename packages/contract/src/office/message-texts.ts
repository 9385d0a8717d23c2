import { MAX_TEXT, MESSAGE_TEXTS, TEXT_KEYS, type TextKey } from '@dispecerat/domain/office/message-texts'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { CompanyIdIn, CompanyIdText } from '../kernel/ids.ts'
import { Id, one, RecordVersion, requiredText } from '../kernel/wire.ts'

const area = 'companies'
const may = 'company_settings.edit' as const
const Key = z.enum(TEXT_KEYS as [TextKey, ...TextKey[]], 'Text necunoscut')

export const MessageText = z.object({
  key: Key,
  /** The current subject; null where the channel has none. */
  subject: z.string().nullable(),
  text: z.string(),
  /** Edited by this company. */
  is_own: z.boolean(),
  is_on: z.boolean(),
  /** SMS are sent without diacritics. */
  is_plain: z.boolean(),
  /** Default used when the company has not edited it. */
  default_subject: z.string().nullable(),
  default_text: z.string(),
  version: RecordVersion,
  /** Id of its entries in the audit log; null before the first. */
  journal_id: Id.nullable(),
})
export type MessageText = z.infer<typeof MessageText>

export const listMessageTexts = endpoint({
  method: 'GET',
  path: '/api/message-texts',
  does: "The texts that leave by SMS, e-mail and push, as a company words them; without a company, the platform's own for its administrator.",
  area,
  may,
  query: z.object({ company_id: CompanyIdText.optional() }),
  reply: z.object({ data: z.array(MessageText) }),
  errors: ['company.unknown'],
})

export const changeMessageText = endpoint({
  method: 'PATCH',
  path: '/api/message-texts/:key',
  does: 'Reword a text, switch it on or off; null gives back the words of the house.',
  area,
  may,
  takesVersion: true,
  params: z.object({ key: Key }),
  body: z.object({
    company_id: CompanyIdIn.optional(),
    subject: requiredText(MAX_TEXT.subject, 'Scrieți subiectul').nullable().optional(),
    text: requiredText(MAX_TEXT.mail, 'Scrieți textul').nullable().optional(),
    is_on: z.boolean('Alegeți da sau nu').optional(),
    is_plain: z.boolean('Alegeți da sau nu').optional(),
  }),
  reply: one(MessageText),
  errors: ['company.unknown', 'settings.changed_meanwhile'],
})

/** Maximum length of a text by its channel. */
export function maxTextLength(key: TextKey): number {
  return MAX_TEXT[MESSAGE_TEXTS[key].channel]
}
