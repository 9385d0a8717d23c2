import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { Done, one, Phone, requiredText } from '../kernel/wire.ts'
import { LoggedUser, NewPassword } from './accounts.ts'

const area = 'accounts'
const may = 'session.own' as const
const OwnPassword = z.string().min(1, 'Parola este obligatorie').max(200)

export const updateAccount = endpoint({
  method: 'PATCH',
  path: '/api/account',
  does: 'Change my own name, phone or e-mail; another phone or e-mail needs the password.',
  area,
  may,
  body: z.object({
    name: requiredText(120, 'Numele este obligatoriu').optional(),
    phone: z.preprocess((phone) => (phone === '' ? null : phone), Phone.nullable()).optional(),
    email: requiredText(200, 'E-mailul este obligatoriu').pipe(z.email('E-mail invalid')).optional(),
    password: z.string().max(200).optional(),
  }),
  reply: one(LoggedUser),
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/password',
  does: 'Change my own password; my other sessions close.',
  area,
  may,
  body: z.object({ old_password: OwnPassword, password: NewPassword }),
  reply: Done,
})

export const beginReset = endpoint({
  method: 'POST',
  path: '/api/password-reset',
  does: 'Mail a link to choose a new password; the answer never tells whether the address has an account.',
  area,
  may: 'public',
  body: z.object({ email: requiredText(200, 'E-mailul este obligatoriu').pipe(z.email('E-mail invalid')) }),
  reply: Done,
  status: 202,
})

export const confirmReset = endpoint({
  method: 'POST',
  path: '/api/password-reset/confirm',
  does: 'Choose a new password by a mailed link; every session closes.',
  area,
  may: 'public',
  body: z.object({ token: z.string().min(1, 'Legătura este incompletă').max(200), password: NewPassword }),
  reply: Done,
  errors: ['account.reset_closed'],
})
