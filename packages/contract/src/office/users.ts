import { ROLES } from '@dispecerat/domain/identity/permissions'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { CompanyIdIn, CompanyIdText, UserIdIn } from '../kernel/ids.ts'
import { Id, paged, pageQuery, textUpTo, WireTime } from '../kernel/wire.ts'
import { CompanyName } from './people.ts'

const area = 'users'
const may = 'users.read' as const

/** A person or account of the actor's companies, as lists and choosers show it. */
export const UserRow = z.object({
  id: Id,
  /** Short code: a driver's number, a client's code. */
  identifier: z.string().nullable(),
  name: z.string().nullable(),
  /** Null where the reader may only learn the identity. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  roles: z.array(z.enum(ROLES)),
  companies: z.array(CompanyName),
  /** Call sign of the default car. */
  indicativ: z.string().nullable(),
  default_car: z.object({ indicativ: z.string() }).nullable(),
  /** Null without a running ban, and where the reader may only learn the identity. */
  ban_until: WireTime.nullable(),
  ban_reason: z.string().nullable(),
})
export type UserRow = z.infer<typeof UserRow>

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  does: 'People and accounts of my companies: by role, by words of name, phone, e-mail or code, by the beginning of the code.',
  area,
  may,
  query: z.object({
    ...pageQuery(30),
    roles: z.array(z.enum(ROLES)).max(ROLES.length).optional(),
    search: textUpTo(80).optional(),
    identifier: textUpTo(40).optional(),
    company_id: CompanyIdText.optional(),
  }),
  reply: paged(UserRow),
})

export const searchUsers = endpoint({
  method: 'POST',
  path: '/api/users/search',
  does: 'The same, asked for by a body: a typed name or phone stands in no address.',
  area,
  may,
  body: z.object({
    ...pageQuery(30),
    roles: z.array(z.enum(ROLES)).max(ROLES.length).optional(),
    search: textUpTo(80).optional(),
    identifier: textUpTo(40).optional(),
    company_id: CompanyIdIn.optional(),
    /** Only these ids, to resolve the names of ids in a URL. */
    ids: z.array(UserIdIn).max(20).optional(),
  }),
  reply: paged(UserRow),
})
