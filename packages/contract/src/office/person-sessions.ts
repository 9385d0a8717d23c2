import { z } from 'zod'
import { Session } from '../identity/accounts.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { ByUserId } from '../kernel/ids.ts'
import { Done } from '../kernel/wire.ts'

/** A session of another user, as an administrator sees it. */
export const PersonSession = Session.omit({ is_current: true }).extend({
  /** Network of the session, truncated to tell places apart: 203.0.113.0/24, 2001:db8:1::/48; null when unknown. */
  network: z.string().nullable(),
})
export type PersonSession = z.infer<typeof PersonSession>

const OF_A_PERSON = [
  'user.unknown',
  'user.not_yours_to_edit',
  'user.is_yourself',
  'user.is_super_user',
  'user.works_elsewhere',
] as const

export const listSessionsOfPerson = endpoint({
  method: 'GET',
  path: '/api/users/:id/sessions',
  does: 'The open sessions of a person whose companies are all mine.',
  area: 'people',
  may: 'users.administer',
  params: ByUserId,
  reply: z.object({ data: z.array(PersonSession) }),
  errors: OF_A_PERSON,
})

export const endSessionsOfPerson = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/sessions',
  does: 'End all sessions of a person: tokens open nothing any more, websockets close (4401), no device is known.',
  area: 'people',
  may: 'users.administer',
  params: ByUserId,
  reply: Done,
  errors: OF_A_PERSON,
})

export const endSessionOfPerson = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/sessions/:session_id',
  does: 'End one session of a person, of a telephone or a desk that was lost.',
  area: 'people',
  may: 'users.administer',
  params: ByUserId.extend({ session_id: ByUserId.shape.id }),
  reply: Done,
  errors: [...OF_A_PERSON, 'session.unknown'],
})
