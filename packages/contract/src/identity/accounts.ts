import { ROLES } from '@dispecerat/domain/identity/permissions'
import { LINE_ANSWERS, RING_SOUNDS } from '@dispecerat/domain/identity/ring'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByUserId } from '../kernel/ids.ts'
import { ById, Done, Id, one, RecordVersion, requiredText, textUpTo, WireTime } from '../kernel/wire.ts'

const area = 'accounts'

export const CompanyShape = z.object({
  id: Id,
  name: z.string(),
  package_id: z.number().int(),
  type: z.string(),
  /** Null when the company has no position on the map. */
  lat: z.number().nullable(),
  lng: z.number().nullable(),
})

export const LoggedUser = z.object({
  id: Id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Language of the screens; there is only one. */
  language: z.literal('ro'),
  /** URL of the user's own photo; null without one. */
  photo_url: z.string().nullable(),
  roles: z.array(z.enum(ROLES)),
  /** Permissions held; the console checks the same names before it shows a button. */
  permissions: z.array(z.string()),
  companies: z.array(CompanyShape),
  /** Default ring sound and answer key of the company, used where the browser has no own choice. */
  ring: z.object({ sound: z.enum(RING_SOUNDS), line_answer: z.enum(LINE_ANSWERS) }),
  /** Centre and zoom of the first map. */
  map: z.object({ lat: z.number(), lng: z.number(), zoom: z.number() }),
  /** required_from: from then on the account opens only its own page until the second factor is enabled; is_required: already now. */
  two_factor: z.object({ is_on: z.boolean(), required_from: WireTime.nullable(), is_required: z.boolean() }),
})
export type LoggedUser = z.infer<typeof LoggedUser>

export const logIn = endpoint({
  method: 'POST',
  path: '/api/access-tokens',
  does: 'Exchange e-mail and password for an opaque access token.',
  area,
  may: 'public',
  body: z.object({
    email: requiredText(200, 'E-mailul este obligatoriu'),
    password: z.string().min(1, 'Parola este obligatorie').max(200),
    /** Shown in the session list: "Chrome pe Windows", "Aplicația șofer 4.2". */
    device: textUpTo(120).optional(),
    /** Required for an account with a second factor: six digits, or a recovery code. */
    code: textUpTo(40).optional(),
    /**
     * Token returned by an earlier log-in on this device; null the first time. A client that leaves it out gets none back. Wrong guesses
     * from other devices do not delay a device whose token the account knows.
     */
    device_token: textUpTo(100).nullable().optional(),
  }),
  reply: z.object({ token: z.string(), device_token: z.string().nullable(), user: LoggedUser }),
  status: 201,
  errors: [
    'account.bad_credentials',
    'account.banned',
    'account.inactive',
    'account.code_needed',
    'account.code_wrong',
  ],
})

/** At least eight characters, as everywhere an account chooses its password. */
export const NewPassword = z.string().min(8, 'Cel puțin 8 caractere').max(200, 'Cel mult 200 de caractere')

export const setUp = endpoint({
  method: 'POST',
  path: '/api/set-up',
  does: 'Create the super user with the one-time link the first start printed; refused as soon as an administrator exists.',
  area,
  may: 'public',
  body: z.object({
    token: z.string().min(1, 'Legătura este incompletă').max(200),
    email: requiredText(200, 'E-mailul este obligatoriu').pipe(z.email('E-mail invalid')),
    name: requiredText(120, 'Numele este obligatoriu'),
    password: NewPassword,
  }),
  reply: z.object({ token: z.string(), user: LoggedUser }),
  status: 201,
  errors: ['account.set_up_closed'],
})

export const whoAmI = endpoint({
  method: 'GET',
  path: '/api/account',
  does: 'The logged user, with roles, permission words, companies and map centre.',
  area,
  may: 'session.own',
  reply: one(LoggedUser),
})

export const Session = z.object({
  id: Id,
  device: z.string().nullable(),
  created_at: WireTime,
  last_used_at: WireTime,
  expires_at: WireTime,
  is_current: z.boolean(),
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/access-tokens',
  does: 'The open sessions of the logged user.',
  area,
  may: 'session.own',
  reply: z.object({ data: z.array(Session) }),
})

export const logOut = endpoint({
  method: 'DELETE',
  path: '/api/access-tokens/current',
  does: 'Close the session this token belongs to.',
  area,
  may: 'session.own',
  reply: Done,
})

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/access-tokens/:id',
  does: 'Close another session of the logged user.',
  area,
  may: 'session.own',
  params: ById,
  reply: Done,
  errors: ['session.unknown'],
})

export const reportActivity = endpoint({
  method: 'PATCH',
  path: '/api/user-activity',
  does: 'Presence of a console: at login, on focus and every 60 s. With `ends`, going away changes nothing after a later beat.',
  area,
  may: 'session.own',
  isAutomatic: true,
  body: z.object({
    isOnline: z.boolean(),
    /**
     * The `beat` of the last reply, 0 before the first: the request of a closing page may arrive after that of the page that replaces it.
     */
    ends: z.number().int().min(0).optional(),
  }),
  /** `beat` numbers a heartbeat; leaving has none. */
  reply: Done.extend({ beat: z.number().int().optional() }),
})

/** `key` names a property of the user or of their telephone, from the specification's list. */
export const UserMeta = z.object({
  data: z.array(
    z.object({
      key: z.string(),
      value: z.string().nullable(),
      /** Write-only: the value is never returned. */
      is_secret: z.boolean().optional(),
    }),
  ),
  version: RecordVersion.optional(),
})
export type UserMeta = z.infer<typeof UserMeta>

const MAX_META = 100
const UserMetaInput = z.object({
  key: textUpTo(64).regex(/^[A-Za-z][A-Za-z0-9_.-]*$/, 'Litere, cifre, punct, liniuță; începe cu o literă'),
  /** null: a secret stays unchanged. */
  value: textUpTo(1000).nullable(),
  is_secret: z.boolean().optional(),
})
export type UserMetaInput = z.infer<typeof UserMetaInput>

/**
 * Telephone settings: sipUrl, sipPassword, sipWs (a path on the console's own origin, or an address), useUpdate and wsUseUpdate (`yes` or
 * `no`), iceServers where the installation has any (JSON, as RTCPeerConnection takes it; its credentials expire after twelve hours). In a
 * demo, users who may play callers also get callerSipUrl and callerSipPassword. Missing when telephony is not configured.
 */
export const readOwnMeta = endpoint({
  method: 'GET',
  path: '/api/account/meta',
  does: 'Properties of the logged user and of his telephone, its password among them; the first reading makes the account at the exchange.',
  area,
  may: 'session.own',
  reply: UserMeta,
})

export const readUserMeta = endpoint({
  method: 'GET',
  path: '/api/users/:id/meta',
  does: 'Properties of a person of my companies; those of the telephone only of oneself.',
  area,
  may: 'users.read',
  params: ByUserId,
  reply: UserMeta,
  errors: ['user.unknown'],
})

export const writeUserMeta = endpoint({
  method: 'PUT',
  path: '/api/users/:id/meta',
  does: 'Put these properties of a person in place of those he has; sipPassword is the password of his telephone.',
  area,
  may: 'users.administer',
  takesVersion: true,
  params: ByUserId,
  body: z.object({ data: z.array(UserMetaInput).max(MAX_META, `Cel mult ${MAX_META} de proprietăți`) }),
  reply: UserMeta,
  errors: ['user.unknown', 'user.not_yours_to_edit', 'user.works_elsewhere', 'user.changed_meanwhile'],
})
