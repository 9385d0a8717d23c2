import crypto from 'node:crypto'
import { CLOSE } from '@dispecerat/contract/api/realtime'
import { listSessions, logIn, whoAmI } from '@dispecerat/contract/identity/accounts'
import { changeGroupSettings } from '@dispecerat/contract/identity/settings'
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  makeRecoveryCodes,
  readTwoFactor,
  resetTwoFactor,
} from '@dispecerat/contract/identity/two-factor'
import { listChanges } from '@dispecerat/contract/office/changes'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aUser, PASSWORD } from '../../testing/builders.ts'

/** The telephone's code now, or `steps` half minutes later. */
function codeOf(server: TestServer, secret: string, steps = 0): string {
  const timestamp = server.clock.now().getTime() + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

function tryToLogIn(server: TestServer, email: string, code?: string, password = PASSWORD) {
  return server.request(logIn, { body: { email, password, ...(code === undefined ? {} : { code }) } })
}

/** Turns on the second factor of an account; the half minute of the first code is over. */
async function guarded(server: TestServer, { email }: { email: string }) {
  const token = await server.logIn(email)
  const { secret } = (await server.request(beginTwoFactor, { body: { password: PASSWORD } }, token)).reply.data
  const confirmed = await server.request(confirmTwoFactor, { body: { code: codeOf(server, secret) } }, token)
  server.pass(30)
  return { token, secret, recovery: confirmed.reply.data.recovery_codes }
}

test('with a second factor the password alone does not log in; password and code do', async () => {
  await using server = await aServer()
  const who = await aUser(server, { roles: ['admin'] })
  const { secret, token } = await guarded(server, who)
  expect((await server.request(whoAmI, {}, token)).reply.data.two_factor.is_on).toBe(true)

  const alone = await tryToLogIn(server, who.email)
  expect([alone.status, alone.body.code]).toEqual([403, 'account.code_needed'])
  const wrong = await tryToLogIn(server, who.email, '000000')
  expect([wrong.status, wrong.body.code]).toEqual([422, 'account.code_wrong'])
  expect(wrong.body.errors).toEqual({ code: ['Codul nu este bun sau a fost deja folosit'] })
  expect((await tryToLogIn(server, who.email, codeOf(server, secret), 'alta')).body.code).toBe(
    'account.bad_credentials',
  )
  expect((await tryToLogIn(server, who.email, codeOf(server, secret))).status).toBe(201)
})

test('no code is required before the first one is confirmed', async () => {
  await using server = await aServer()
  const { email } = await aUser(server, { roles: ['dispatcher'] })
  const token = await server.logIn(email)
  const wrong = await server.request(beginTwoFactor, { body: { password: 'alta' } }, token)
  expect(wrong.body.errors).toEqual({ password: ['Parola nu este bună'] })
  await server.request(beginTwoFactor, { body: { password: PASSWORD } }, token)
  expect((await server.request(confirmTwoFactor, { body: { code: '000000' } }, token)).status).toBe(422)
  expect((await tryToLogIn(server, email)).status).toBe(201)
})

test('a code cannot be used twice, nor an older one afterwards; a clock half a minute off is accepted', async () => {
  await using server = await aServer()
  const who = await aUser(server, { roles: ['admin'] })
  const { secret } = await guarded(server, who)
  const ahead = codeOf(server, secret, 1)
  expect((await tryToLogIn(server, who.email, ahead)).status).toBe(201)
  expect((await tryToLogIn(server, who.email, ahead)).body.code).toBe('account.code_wrong')
  expect((await tryToLogIn(server, who.email, codeOf(server, secret))).body.code).toBe('account.code_wrong')
  expect((await tryToLogIn(server, who.email, codeOf(server, secret, 2))).body.code).toBe('account.code_wrong')
  server.pass(60)
  expect((await tryToLogIn(server, who.email, codeOf(server, secret))).status).toBe(201)
})

test('the clock was set back by 847 s: codes of a telephone that keeps the old time are still accepted', async () => {
  await using server = await aServer()
  const who = await aUser(server, { roles: ['admin'] })
  const { secret } = await guarded(server, who)
  server.clock.step(-847)
  expect((await tryToLogIn(server, who.email, codeOf(server, secret))).status).toBe(201)
  expect((await tryToLogIn(server, who.email, codeOf(server, secret))).status).toBe(422)
})

test('the clock was corrected by 847 s: codes of a telephone with the right time are accepted at once', async () => {
  await using server = await aServer()
  const who = await aUser(server, { roles: ['admin'] })
  const { secret } = await guarded(server, who)
  server.clock.step(847)
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.wall().getTime() })
  expect((await tryToLogIn(server, who.email, code)).status).toBe(201)
  expect((await tryToLogIn(server, who.email, code)).status).toBe(422)
})

test('a code used while the clock was hours ahead blocks no code of the right time', async () => {
  await using server = await aServer()
  const who = await aUser(server, { roles: ['admin'] })
  const { secret } = await guarded(server, who)
  const ahead = codeOf(server, secret)
  expect((await tryToLogIn(server, who.email, ahead)).status).toBe(201)
  server.clock.step(-3 * 3600)
  await expect.poll(() => server.clock.now()).toEqual(server.clock.wall())
  expect((await tryToLogIn(server, who.email, ahead)).status).toBe(422)
  expect((await tryToLogIn(server, who.email, codeOf(server, secret))).status).toBe(201)
  expect((await tryToLogIn(server, who.email, codeOf(server, secret))).status).toBe(422)
})

test('of two concurrent log-ins with one code, one succeeds', async () => {
  await using server = await aServer()
  const who = await aUser(server, { roles: ['admin'] })
  const { secret } = await guarded(server, who)
  const code = codeOf(server, secret)
  const answers = await Promise.all([1, 2, 3].map(() => tryToLogIn(server, who.email, code)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
})

test('a recovery code works once, however it is typed', async () => {
  await using server = await aServer()
  const who = await aUser(server, { roles: ['admin'] })
  const { recovery, token } = await guarded(server, who)
  expect(recovery).toHaveLength(10)
  const [first = ''] = recovery
  expect((await tryToLogIn(server, who.email, first.toUpperCase().replace('-', ' '))).status).toBe(201)
  expect((await tryToLogIn(server, who.email, first)).body.code).toBe('account.code_wrong')
  expect((await server.request(readTwoFactor, {}, token)).reply.data.recovery_codes_left).toBe(9)
  const rows = await server.db.selectFrom('recovery_codes').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(recovery[1])
})

test('recovery codes are stored under a slow hash with a salt; older ones still work, once', async () => {
  await using server = await aServer()
  const who = await aUser(server, { roles: ['admin'] })
  const { recovery } = await guarded(server, who)
  const fast = (code: string) => crypto.createHash('sha256').update(code.replace('-', '')).digest()
  const rows = await server.db.selectFrom('recovery_codes').select(['code_hash', 'salt']).execute()
  expect(new Set(rows.map(({ salt }) => salt?.length))).toEqual(new Set([16]))
  const fastOnes = recovery.map((code) => fast(code).toString('hex'))
  expect(rows.filter(({ code_hash }) => fastOnes.includes(code_hash.toString('hex')))).toEqual([])

  const before = { user_id: who.userId, code_hash: fast('abcde-fghjk'), salt: null, made_at: server.clock.now() }
  await server.db.insertInto('recovery_codes').values(before).execute()
  expect((await tryToLogIn(server, who.email, 'abcde-fghjk')).status).toBe(201)
  expect((await tryToLogIn(server, who.email, 'abcde-fghjk')).status).toBe(422)
  expect((await tryToLogIn(server, who.email, recovery[3])).status).toBe(201)
})

test('new recovery codes invalidate the old ones', async () => {
  await using server = await aServer()
  const who = await aUser(server, { roles: ['admin'] })
  const { recovery, token, secret } = await guarded(server, who)
  const body = { password: PASSWORD, code: codeOf(server, secret) }
  const fresh = (await server.request(makeRecoveryCodes, { body }, token)).reply.data.recovery_codes
  expect((await tryToLogIn(server, who.email, recovery[0])).status).toBe(422)
  expect((await tryToLogIn(server, who.email, fresh[0])).status).toBe(201)
})

test('ten wrong codes in a quarter of an hour block an account’s codes from every address; right ones never count', async () => {
  await using server = await aServer({ env: { DEMO: 'on' } })
  const who = await aUser(server, { roles: ['admin'] })
  const { secret } = await guarded(server, who)
  for (let time = 0; time < 10; time++) expect((await tryToLogIn(server, who.email, '000000')).status).toBe(422)
  const closed = await tryToLogIn(server, who.email, codeOf(server, secret))
  expect([closed.status, closed.headers['retry-after']]).toEqual([429, '900'])
  server.pass(900)
  for (let time = 0; time < 12; time++) {
    expect((await tryToLogIn(server, who.email, codeOf(server, secret))).status).toBe(201)
    server.pass(30)
  }
})

test('turning it on closes the other sessions, and the audit log records it without secrets', async () => {
  await using server = await aServer()
  const who = await aUser(server, { roles: ['admin'] })
  const other = await server.logIn(who.email)
  const { token, secret } = await guarded(server, who)
  expect((await server.request(whoAmI, {}, other)).status).toBe(401)
  expect((await server.request(listSessions, {}, token)).reply.data).toHaveLength(1)
  const changes = (await server.request(listChanges, { query: { entity: 'user', entity_id: who.userId } }, token)).reply
  expect(changes.data.map(({ action, fields }) => [action, fields])).toEqual([['two_factor_on', []]])
  const stored = await server.db.selectFrom('idempotency_keys').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(secret)
})

test('turning it off needs both factors; an administrator removes it for a user who lost the telephone, and their sessions close', async () => {
  await using server = await aServer()
  const { companyId } = await aCompany(server)
  const who = await aDispatcher(server, { companyId })
  const boss = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })).email)
  const { token, secret } = await guarded(server, who)
  const off = (code: string, password: string) => server.request(endTwoFactor, { body: { password, code } }, token)
  expect((await off(codeOf(server, secret), 'alta')).status).toBe(422)
  expect((await off('000000', PASSWORD)).status).toBe(422)
  expect((await server.request(resetTwoFactor, { params: { id: who.userId } }, boss)).status).toBe(200)
  await server.remembers()
  expect((await server.request(whoAmI, {}, token)).status).toBe(401)
  expect((await tryToLogIn(server, who.email)).status).toBe(201)

  const again = await guarded(server, who)
  const body = { password: PASSWORD, code: codeOf(server, again.secret) }
  expect((await server.request(endTwoFactor, { body }, again.token)).status).toBe(200)
  expect((await tryToLogIn(server, who.email)).status).toBe(201)
})

test('after the grace period administrators may only turn it on; dispatchers are never required to', async () => {
  await using server = await aServer({ env: { TWO_FACTOR_GRACE_DAYS: '14' } })
  const { companyId } = await aCompany(server)
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const dispatcher = await aDispatcher(server, { companyId })
  const first = (await tryToLogIn(server, boss.email)).reply.user.two_factor
  expect(first).toEqual({ is_on: false, required_from: '2026-03-15 18:00:00', is_required: false })
  expect((await tryToLogIn(server, dispatcher.email)).reply.user.two_factor.required_from).toBeNull()

  server.pass(14 * 24 * 3600)
  const { token, user } = (await tryToLogIn(server, boss.email)).reply
  expect(user.two_factor.is_required).toBe(true)
  const refused = await server.request(listChanges, { query: {} }, token)
  expect([refused.status, refused.body.code]).toEqual([403, 'account.two_factor_needed'])
  const socket = server.bareSocket()
  await socket.opened()
  socket.send({ action: 'auth', token })
  expect(await socket.closed()).toBe(CLOSE.blocked)
  const { secret } = (await server.request(beginTwoFactor, { body: { password: PASSWORD } }, token)).reply.data
  await server.request(confirmTwoFactor, { body: { code: codeOf(server, secret) } }, token)
  expect((await server.request(listChanges, { query: {} }, token)).status).toBe(200)
})

test('where the installation does not require it, as in a demo, no administrator has to', async () => {
  await using server = await aServer({ env: { TWO_FACTOR_GRACE_DAYS: 'off' } })
  const { email } = await aUser(server, { roles: ['admin'] })
  expect((await tryToLogIn(server, email)).reply.user.two_factor.required_from).toBeNull()
})

test('in a company that requires it administrators may only turn it on; its dispatchers and other companies work on', async () => {
  await using server = await aServer({ env: { TWO_FACTOR_GRACE_DAYS: 'off' } })
  const { companyId } = await aCompany(server)
  const other = await aCompany(server)
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const unknown = await aUser(server, { roles: ['company_admin'], companyIds: [other.companyId] })
  const dispatcher = await aDispatcher(server, { companyId })
  const asBoss = await server.logIn(boss.email)
  const body = { company_id: companyId, two_factor_required: true }
  expect((await server.request(changeGroupSettings, { params: { group: 'security' }, body }, asBoss)).status).toBe(200)

  const { token, user } = (await tryToLogIn(server, boss.email)).reply
  expect(user.two_factor.is_required).toBe(true)
  const refused = await server.request(listChanges, { query: {} }, token)
  expect([refused.status, refused.body.code]).toEqual([403, 'account.two_factor_needed'])
  for (const { email } of [unknown, dispatcher]) {
    expect((await tryToLogIn(server, email)).reply.user.two_factor.is_required).toBe(false)
  }
  const { secret } = (await server.request(beginTwoFactor, { body: { password: PASSWORD } }, token)).reply.data
  await server.request(confirmTwoFactor, { body: { code: codeOf(server, secret) } }, token)
  expect((await server.request(listChanges, { query: {} }, token)).status).toBe(200)
})
