import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { Done, Id, one, paged, pageQuery } from '../kernel/wire.ts'
import { MessageView, ToInbox } from './messages.ts'

const area = 'driver'
const may = 'driver.work' as const

export const listDriverMessages = endpoint({
  method: 'GET',
  path: '/api/driver/messages',
  does: 'What I and my company wrote to each other, broadcasts too, the newest first.',
  area,
  may,
  query: z.object(pageQuery(30)),
  reply: paged(MessageView),
})

export const sendDriverMessage = endpoint({
  method: 'POST',
  path: '/api/driver/messages',
  does: 'A message to the inbox of my company: every dispatcher sees it, whoever is free answers.',
  area,
  may,
  body: ToInbox,
  reply: one(MessageView),
  status: 201,
  errors: ['order.unknown', 'company.unknown'],
})

export const confirmMessages = endpoint({
  method: 'PATCH',
  path: '/api/driver/messages',
  does: 'How far my phone has got: delivered when it arrives, read when it was on the screen. Never goes back.',
  area,
  may,
  body: z
    .object({ delivered_to: Id.optional(), read_to: Id.optional() })
    .refine(({ delivered_to, read_to }) => delivered_to !== undefined || read_to !== undefined, {
      error: 'Lipsește mesajul confirmat',
      path: ['delivered_to'],
    }),
  reply: Done,
})
