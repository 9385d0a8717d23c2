import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByUserId } from '../kernel/ids.ts'
import { ById, Id, one, textUpTo, WireTime } from '../kernel/wire.ts'

const area = 'people'
const may = 'clients.personal_data' as const

export const exportPersonalData = endpoint({
  method: 'POST',
  path: '/api/clients/:id/personal-data',
  does: 'All that my companies keep of a client, for himself: as data (json) or to read (pdf). Written into the log of changes.',
  area,
  may,
  params: ByUserId,
  body: z.object({ format: z.enum(['json', 'pdf']).default('json') }),
  reply: z.any().meta({ description: 'application/json or application/pdf, as a file' }),
  errors: ['user.unknown'],
})

/** Number of rows from which personal data was removed; amounts and order numbers stay. */
export const ErasedRows = z.object({
  orders: z.number().int(),
  calls: z.number().int(),
  recordings: z.number().int(),
  addresses: z.number().int(),
  messages: z.number().int(),
  letters: z.number().int(),
})
export type ErasedRows = z.infer<typeof ErasedRows>

export const erasePersonalData = endpoint({
  method: 'POST',
  path: '/api/clients/:id/erase',
  does: 'Take a client’s person out of all that my companies keep of him; refused while he has an order or a call. It cannot be undone. What takes more than 15 s is refused with `erasure.running` and goes on.',
  area,
  may,
  params: ByUserId,
  body: z.object({ reason: textUpTo(500).optional() }),
  reply: one(
    z.object({
      /** False only for an administrator of the platform: the account of a company's employee is not removed. */
      is_whole: z.boolean(),
      removed: ErasedRows,
    }),
  ),
  errors: ['user.unknown', 'client.has_open_order', 'erasure.running', 'erasure.stopped'],
})

export const ERASURE_STATES = ['running', 'done', 'stopped', 'refused'] as const

export const ErasureRun = z.object({
  id: Id,
  /** refused: the client has a new order or call; data erased before stays erased. */
  state: z.enum(ERASURE_STATES),
  /** Removed so far. */
  removed: ErasedRows,
  started_at: WireTime,
  started_by: z.string().nullable(),
})
export type ErasureRun = z.infer<typeof ErasureRun>

export const listErasures = endpoint({
  method: 'GET',
  path: '/api/clients/:id/erasures',
  does: 'The newest erasures of a client, and how far the one under way is.',
  area,
  may,
  params: ByUserId,
  reply: one(z.array(ErasureRun)),
  errors: ['user.unknown'],
})

export const stopErasure = endpoint({
  method: 'POST',
  path: '/api/erasures/:id/stop',
  does: 'Stop an erasure under way: nothing further is erased, and what was erased does not come back.',
  area,
  may,
  params: ById,
  reply: one(ErasureRun),
  errors: ['erasure.unknown', 'erasure.ended'],
})
