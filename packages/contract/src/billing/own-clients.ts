import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByUserId } from '../kernel/ids.ts'
import { Done, Id, one, Phone, paged, pageQuery, requiredText, textUpTo, WireTime } from '../kernel/wire.ts'

const area = 'accounts'
const may = 'protocol_clients.own' as const

/** A client who may order on an account, as the account knows them; the company's own notes are not included. */
export const OwnClient = z.object({
  id: Id,
  name: z.string().nullable(),
  phone: z.string().nullable(),
  note: z.string().nullable(),
  /** The client's orders charged to the account. */
  orders_count: z.number().int(),
  last_order_at: WireTime.nullable(),
})
export type OwnClient = z.infer<typeof OwnClient>

const Name = requiredText(120, 'Scrieți numele')
const Note = textUpTo(500)
  .nullish()
  .transform((text) => text || null)

export const listOwnClients = endpoint({
  method: 'GET',
  path: '/api/protocol-account/clients',
  does: 'Who may order on the account that is logged in, by name.',
  area,
  may,
  query: z.object({ ...pageQuery(30), search: textUpTo(80).optional() }),
  reply: paged(OwnClient),
  errors: ['account.no_contract'],
})

export const addOwnClient = endpoint({
  method: 'POST',
  path: '/api/protocol-account/clients',
  does: 'Lets somebody order on the account: his next orders are offered to be charged to it.',
  area,
  may,
  body: z.object({ phone: Phone, name: Name, note: Note }),
  reply: one(OwnClient),
  status: 201,
  errors: ['account.no_contract'],
})

export const editOwnClient = endpoint({
  method: 'PATCH',
  path: '/api/protocol-account/clients/:id',
  does: 'Another name or another note for him, of the account alone.',
  area,
  may,
  params: ByUserId,
  body: z.object({ name: Name, note: Note }),
  reply: one(OwnClient),
  errors: ['account.no_contract', 'user.unknown'],
})

export const removeOwnClient = endpoint({
  method: 'DELETE',
  path: '/api/protocol-account/clients/:id',
  does: 'He orders on the account no more; what he ordered stays.',
  area,
  may,
  params: ByUserId,
  reply: Done,
  errors: ['account.no_contract', 'user.unknown'],
})

export const restoreOwnClient = endpoint({
  method: 'POST',
  path: '/api/protocol-account/clients/:id/restore',
  does: 'Takes the removal back, unless he orders on another account by now.',
  area,
  may,
  params: ByUserId,
  reply: one(OwnClient),
  errors: ['account.no_contract', 'user.unknown'],
})
