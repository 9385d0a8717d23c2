import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { one, paged, pageQuery } from '../kernel/wire.ts'
import { MessageView, ToInbox } from './messages.ts'

const area = 'messages'
const may = 'protocol_messages.own' as const

export const listOwnMessages = endpoint({
  method: 'GET',
  path: '/api/protocol-account/messages',
  does: 'What the account that is logged in and its company wrote to each other, the newest first. Its first page is thereby read.',
  area,
  may,
  query: z.object(pageQuery(30)),
  reply: paged(MessageView),
  errors: ['account.no_contract'],
})

export const sendOwnMessage = endpoint({
  method: 'POST',
  path: '/api/protocol-account/messages',
  does: 'A message to the inbox of the company: every dispatcher sees it, whoever is free answers.',
  area,
  may,
  body: ToInbox,
  reply: one(MessageView),
  status: 201,
  errors: ['account.no_contract', 'order.unknown'],
})

export const readOwnUnreadCount = endpoint({
  method: 'GET',
  path: '/api/protocol-account/messages/unread-count',
  does: 'Messages of the company that the account has not read.',
  area,
  may,
  reply: z.object({ count: z.number().int() }),
  errors: ['account.no_contract'],
})
