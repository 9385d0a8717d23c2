import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { CompanyIdIn, OrderIdIn, UserIdIn, UserIdText } from '../kernel/ids.ts'
import {
  ById,
  Done,
  Id,
  one,
  paged,
  pageQuery,
  RecordVersion,
  requiredText,
  textUpTo,
  WireTime,
} from '../kernel/wire.ts'

const area = 'messages'

/** Message types by their author; users only write the first two to each other. */
export const MESSAGE_TYPES = ['chat', 'notice', 'broadcast', 'system'] as const

/**
 * kept: stored, not sent yet (an SMS that waits); sent: handed to the provider; delivered: on the recipient's phone; read: seen; failed:
 * refused by the provider.
 */
export const DELIVERIES = ['kept', 'sent', 'delivered', 'read', 'failed'] as const

export const MessageView = z.object({
  id: Id,
  company_id: Id.nullable(),
  sender_id: Id.nullable(),
  /** Null: addressed to all dispatchers of the company. */
  receiver_id: Id.nullable(),
  /** The recipient under the name that POST /api/messages/to-user uses. */
  user_id: Id.nullable(),
  /** The driver, client or account on the other side of the conversation; null between two colleagues. */
  interlocutor_id: Id.nullable(),
  sender_name: z.string().nullable(),
  title: z.string().nullable(),
  message: z.string(),
  type: z.enum(MESSAGE_TYPES),
  order_id: Id.nullable(),
  broadcast_id: z.string().nullable(),
  is_read: z.boolean(),
  delivery: z.enum(DELIVERIES),
  created_at: WireTime,
})
export type MessageView = z.infer<typeof MessageView>

export const INTERLOCUTOR_KINDS = ['driver', 'client', 'account', 'colleague'] as const

export const Interlocutor = z.object({
  /** The person's id: `receiver_id` of GET /api/messages/self, `user_id` of POST /api/messages/to-user. */
  id: Id,
  /** The same id. */
  interlocutor_id: Id,
  kind: z.enum(INTERLOCUTOR_KINDS),
  company_id: Id.nullable(),
  name: z.string().nullable(),
  indicativ: z.string().nullable(),
  /** Short code: a driver's number, a client's code. */
  identifier: z.string().nullable(),
  /** Null for colleagues, of whom only the identity is shown. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  last_message: MessageView.nullable(),
  last_message_at: WireTime.nullable(),
  unread_count: z.number().int(),
  has_unread: z.boolean(),
})
export type Interlocutor = z.infer<typeof Interlocutor>

export const MAX_CHARACTERS = 2000
const MessageText = requiredText(MAX_CHARACTERS, 'Scrieți un mesaj')

/** Message from a driver or an account to its company. */
export const ToInbox = z.object({ message: MessageText, order_id: OrderIdIn.nullish() })

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/messages/to-user',
  does: 'A message to one driver, colleague, client or protocol account of my companies.',
  area,
  may: 'messages.send',
  body: z.object({
    user_id: UserIdIn,
    message: MessageText,
    title: textUpTo(120).nullish(),
    type: z.enum(['chat', 'notice']).default('chat'),
    /** Name shown to the recipient: the sender's own name by default, or the name of the sending company. */
    sender_name: textUpTo(120).nullish(),
    order_id: OrderIdIn.nullish(),
  }),
  reply: one(MessageView),
  status: 201,
  errors: ['user.unknown', 'order.unknown'],
})

export const readUnreadCount = endpoint({
  method: 'GET',
  path: '/api/messages/unread-count',
  does: 'Messages to me or to the inbox of my companies that I have not read.',
  area,
  may: 'messages.read',
  reply: z.object({ count: z.number().int() }),
})

export const listInterlocutors = endpoint({
  method: 'GET',
  path: '/api/messages/self-interlocutors',
  does: 'With whom I or my companies talk, the newest first; a search also finds drivers and accounts nobody has written to.',
  area,
  may: 'messages.read',
  query: z.object({ ...pageQuery(30), search: textUpTo(60).optional() }),
  reply: paged(Interlocutor),
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/messages/self',
  does: 'One conversation, the newest first. Reading its first page marks it read and tells messages_read.',
  area,
  may: 'messages.read',
  query: z.object({
    receiver_id: UserIdText,
    type: z.enum(['chat', 'broadcast', 'all']).default('all'),
    ...pageQuery(30),
  }),
  reply: z.object({ data: z.array(MessageView), meta: paged(MessageView).shape.meta, interlocutor: Interlocutor }),
  errors: ['user.unknown'],
})

export const AUDIENCES = ['drivers', 'clients'] as const

const reached = {
  receivers: z.number().int(),
  /** Clients with a landline and no app: nothing is sent to them. */
  left_out: z.number().int(),
}

export const countAudience = endpoint({
  method: 'GET',
  path: '/api/messages/audience',
  does: 'How many people a message to all would reach, and how many have neither the app nor a phone that takes an SMS.',
  area,
  may: 'messages.send',
  query: z.object({ audience: z.enum(AUDIENCES) }),
  reply: one(z.object(reached)),
})

const toAll = {
  area,
  body: z.object({ message: MessageText, title: textUpTo(120).nullish() }),
  reply: one(z.object({ broadcast_id: z.string(), ...reached })),
  status: 202,
} as const

export const messageAllDrivers = endpoint({
  ...toAll,
  method: 'POST',
  path: '/api/messages/to-all-drivers',
  does: 'One message to every driver of my companies; at most one in 10 seconds (429).',
  may: 'messages.send',
})

export const messageAllClients = endpoint({
  ...toAll,
  method: 'POST',
  path: '/api/messages/to-all-clients',
  does: 'One message to every client of my companies, by SMS where there is no app; at most one in 10 seconds and the limit of SMS of a day (429). The first get it at once, the others in slices.',
  may: 'messages.to_clients',
})

export const MessageTemplate = z.object({
  id: Id,
  company_id: Id,
  text: z.string(),
  version: RecordVersion,
})
export type MessageTemplate = z.infer<typeof MessageTemplate>
const TemplateText = requiredText(500, 'Scrieți un răspuns')

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/message-templates',
  does: 'The quick replies of my companies.',
  area,
  may: 'messages.read',
  reply: z.object({ data: z.array(MessageTemplate) }),
})

export const createTemplate = endpoint({
  method: 'POST',
  path: '/api/message-templates',
  does: 'One more quick reply; a company keeps 50 at most.',
  area,
  may: 'messages.send',
  body: z.object({ company_id: CompanyIdIn.optional(), text: TemplateText }),
  reply: one(MessageTemplate),
  status: 201,
  errors: ['company.unknown', 'message_template.too_many'],
})

export const editTemplate = endpoint({
  method: 'PATCH',
  path: '/api/message-templates/:id',
  does: 'Changes the words of a quick reply.',
  area,
  may: 'messages.send',
  takesVersion: true,
  params: ById,
  body: z.object({ text: TemplateText }),
  reply: one(MessageTemplate),
  errors: ['message_template.unknown', 'message_template.changed_meanwhile'],
})

export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: '/api/message-templates/:id',
  does: 'Takes a quick reply away.',
  area,
  may: 'messages.send',
  params: ById,
  reply: Done,
  errors: ['message_template.unknown'],
})

export const restoreTemplate = endpoint({
  method: 'POST',
  path: '/api/message-templates/:id/restore',
  does: 'Brings a quick reply back.',
  area,
  may: 'messages.send',
  params: ById,
  reply: one(MessageTemplate),
  errors: ['message_template.unknown', 'message_template.too_many'],
})
