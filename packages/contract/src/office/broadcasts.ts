import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { one, WireTime } from '../kernel/wire.ts'
import { AUDIENCES } from './messages.ts'

const area = 'messages'

/** Progress of a broadcast. */
export const BroadcastProgress = z.object({
  broadcast_id: z.string(),
  audience: z.enum(AUDIENCES),
  sender_name: z.string().nullable(),
  message: z.string(),
  receivers: z.number().int(),
  /** Number of recipients it was written to. */
  done: z.number().int(),
  /** SMS that were written and not sent yet. */
  waiting: z.number().int(),
  state: z.enum(['sending', 'sent', 'stopped']),
  created_at: WireTime,
})
export type BroadcastProgress = z.infer<typeof BroadcastProgress>

export const listBroadcasts = endpoint({
  method: 'GET',
  path: '/api/messages/broadcasts',
  does: 'The newest messages to all of my companies, and how far they have come.',
  area,
  may: 'messages.send',
  reply: z.object({ data: z.array(BroadcastProgress) }),
})

export const stopBroadcast = endpoint({
  method: 'POST',
  path: '/api/messages/broadcasts/:id/stop',
  does: 'Writes to nobody else, and holds the SMS that have not left.',
  area,
  may: 'messages.send',
  params: z.object({ id: z.uuid('Mesaj necunoscut') }),
  reply: one(BroadcastProgress),
  errors: ['broadcast.unknown', 'broadcast.ended'],
})
