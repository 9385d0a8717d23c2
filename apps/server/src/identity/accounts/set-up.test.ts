import { setUp, whoAmI } from '@dispecerat/contract/identity/accounts'
import { expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aUser } from '../../testing/builders.ts'
import { offerSetUp } from './set-up.ts'

const FIRST = { email: 'sef@taxi.ro', name: 'Șefa', password: 'parola-lunga' }

test('the one-time link creates the super user and works once', async () => {
  await using server = await aServer()
  const token = (await offerSetUp(server)) ?? ''
  const made = await server.request(setUp, { body: { ...FIRST, token } })
  expect(made.status).toBe(201)
  expect(made.reply.user).toMatchObject({ email: FIRST.email, map: { zoom: 7 } })
  expect(made.reply.user.roles).toContain('admin')
  expect((await server.request(whoAmI, {}, made.reply.token)).status).toBe(200)

  const again = await server.request(setUp, { body: { ...FIRST, email: 'altul@taxi.ro', token } })
  expect([again.status, again.body.code]).toEqual([403, 'account.set_up_closed'])
  expect(await offerSetUp(server)).toBeNull()
})

test('the super user’s password must not be a common one; the link stays valid after a refusal', async () => {
  await using server = await aServer()
  const token = (await offerSetUp(server)) ?? ''
  const common = await server.request(setUp, { body: { ...FIRST, password: 'parola123', token } })
  expect(common.body.errors).toEqual({
    password: ['Parola se ghicește ușor; alegeți alta, de exemplu trei cuvinte fără legătură'],
  })
  expect((await server.request(setUp, { body: { ...FIRST, token } })).status).toBe(201)
})

test('two nodes issue a link each and both are used at once: one super user is created', async () => {
  await using server = await aServer()
  const tokens = [await offerSetUp(server), await offerSetUp(server)]
  const answers = await Promise.all(
    tokens.map((token, n) =>
      server.request(setUp, { body: { ...FIRST, email: `sef${n}@taxi.ro`, token: token ?? '' } }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403])
})

test('an invented link, one older than a day and one for an installation with an administrator are refused', async () => {
  await using server = await aServer()
  expect((await server.request(setUp, { body: { ...FIRST, token: 'tx_ghicit' } })).status).toBe(403)
  const late = (await offerSetUp(server)) ?? ''
  server.pass(24 * 3600 + 1)
  expect((await server.request(setUp, { body: { ...FIRST, token: late } })).status).toBe(403)
  const open = (await offerSetUp(server)) ?? ''
  await aUser(server, { roles: ['admin'] })
  expect((await server.request(setUp, { body: { ...FIRST, token: open } })).status).toBe(403)
})

test('a short password and an invalid e-mail are named', async () => {
  await using server = await aServer()
  const answer = await server.request(setUp, { body: { token: 'x', email: 'nu', name: ' ', password: 'scurta' } })
  expect(answer.body.errors).toEqual({
    email: ['E-mail invalid'],
    name: ['Numele este obligatoriu'],
    password: ['Cel puțin 8 caractere'],
  })
})
