import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { UserIdIn } from '../kernel/ids.ts'
import { ById, Done, Id, one, PageMeta, pageQuery, textUpTo, WireTime, WireTimeIn } from '../kernel/wire.ts'

const area = 'priorities'
const may = 'priorities.edit' as const

/** A priority window as the wire carries it; `indicativ` is XXX for a driver without a default car. */
export const PriorityWindow = z.object({
  id: Id,
  from: WireTime,
  to: WireTime,
  users: z.array(z.object({ id: Id, indicativ: z.string() })),
})
export type PriorityWindow = z.infer<typeof PriorityWindow>

export const listPriorityWindows = endpoint({
  method: 'GET',
  path: '/api/users-intervals',
  does: 'Priority windows of my companies, the latest first.',
  area,
  may,
  query: z.object(pageQuery(10)),
  reply: z.object({ data: z.array(PriorityWindow), total: z.number().int(), meta: PageMeta }),
})

export const addPriorityWindow = endpoint({
  method: 'POST',
  path: '/api/users-intervals',
  does: 'Offer orders first to these drivers from one time until another.',
  area,
  may,
  body: z.object({
    from: WireTimeIn,
    to: WireTimeIn,
    users: z
      .array(z.object({ id: UserIdIn, indicativ: textUpTo(20).optional() }))
      .min(1, 'Alegeți cel puțin un șofer')
      .max(500, 'Cel mult 500 de șoferi'),
  }),
  reply: one(PriorityWindow),
  status: 201,
})

export const deletePriorityWindow = endpoint({
  method: 'DELETE',
  path: '/api/users-intervals/:id',
  does: 'Take a priority window away; a current one ends at once.',
  area,
  may,
  params: ById,
  reply: Done,
  errors: ['priority.unknown'],
})

export const restorePriorityWindow = endpoint({
  method: 'POST',
  path: '/api/users-intervals/:id/restore',
  does: 'Put a priority window back that was taken away.',
  area,
  may,
  params: ById,
  body: z.unknown().optional(),
  reply: one(PriorityWindow),
  errors: ['priority.unknown'],
})
