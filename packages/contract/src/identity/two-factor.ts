import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByUserId } from '../kernel/ids.ts'
import { Done, one, requiredText, WireTime } from '../kernel/wire.ts'

const area = 'accounts'
const may = 'session.own' as const
const OwnPassword = z.string().min(1, 'Parola este obligatorie').max(200)
/** Six digits of the authenticator app, or a recovery code. */
const Code = requiredText(40, 'Codul este obligatoriu')

export const TwoFactorState = z.object({
  is_on: z.boolean(),
  since: WireTime.nullable(),
  recovery_codes_left: z.number().int(),
})

export const readTwoFactor = endpoint({
  method: 'GET',
  path: '/api/account/two-factor',
  does: 'Whether my logins ask for a code beside the password.',
  area,
  may,
  reply: one(TwoFactorState),
})

export const beginTwoFactor = endpoint({
  method: 'POST',
  path: '/api/account/two-factor',
  does: 'A new secret for my application of codes; nothing is asked of a login before its first code is confirmed.',
  area,
  may,
  body: z.object({ password: OwnPassword }),
  reply: one(z.object({ secret: z.string(), uri: z.string() })),
  errors: ['account.two_factor_is_on'],
})

const RecoveryCodes = one(z.object({ recovery_codes: z.array(z.string()) }))

export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/api/account/two-factor/confirm',
  does: 'Turn the second factor on by the first code of the application; answers the recovery codes, once. My other sessions close.',
  area,
  may,
  body: z.object({ code: Code }),
  reply: RecoveryCodes,
  errors: ['account.two_factor_is_on', 'account.two_factor_is_off', 'account.code_wrong'],
})

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/two-factor/recovery-codes',
  does: 'Ten new recovery codes instead of the old ones.',
  area,
  may,
  body: z.object({ password: OwnPassword, code: Code }),
  reply: RecoveryCodes,
  errors: ['account.two_factor_is_off', 'account.code_wrong'],
})

export const endTwoFactor = endpoint({
  method: 'POST',
  path: '/api/account/two-factor/off',
  does: 'Ask my logins for the password alone again.',
  area,
  may,
  body: z.object({ password: OwnPassword, code: Code }),
  reply: Done,
  errors: ['account.two_factor_is_off', 'account.code_wrong'],
})

export const resetTwoFactor = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/two-factor',
  does: 'Take the second factor off somebody’s account who lost his telephone and his codes; his sessions close.',
  area: 'people',
  may: 'users.administer',
  params: ByUserId,
  reply: Done,
  errors: ['user.unknown', 'user.not_yours_to_edit', 'user.is_yourself', 'user.is_super_user', 'user.works_elsewhere'],
})
