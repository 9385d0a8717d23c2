import { driverMe } from '@dispecerat/contract/dispatch/driver'
import {
  listSessions,
  logIn,
  logOut,
  reportActivity,
  revokeSession,
  whoAmI,
} from '@dispecerat/contract/identity/accounts'
import { levels } from 'pino'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver, aUser, PASSWORD, TOWN_SQUARE } from '../../testing/builders.ts'

function tryToLogIn(server: TestServer, email: string, password = PASSWORD) {
  return server.request(logIn, { body: { email, password } })
}

test('a dispatcher logs in, reads their own account, and the token is invalid after logging out', async () => {
  await using server = await aServer()
  const { companyId } = await aCompany(server, { name: 'Taxi Unu' })
  const { email, userId } = await aDispatcher(server, { companyId })

  const { status, reply } = await tryToLogIn(server, email.toUpperCase())
  expect(status).toBe(201)
  expect(reply.token).toMatch(/^tx_[\w-]{43}$/)
  expect(reply.user).toMatchObject({
    id: userId,
    roles: ['dispatcher'],
    companies: [{ id: companyId, name: 'Taxi Unu' }],
  })
  expect(reply.user.permissions).toContain('orders.place')
  expect(reply.user.map).toEqual({ lat: TOWN_SQUARE.lat, lng: TOWN_SQUARE.long, zoom: 13 })

  expect((await server.request(whoAmI, {}, reply.token)).reply.data).toEqual(reply.user)
  expect((await server.request(reportActivity, { body: { isOnline: true } }, reply.token)).status).toBe(200)
  expect((await server.request(logOut, {}, reply.token)).status).toBe(200)
  expect((await server.request(whoAmI, {}, reply.token)).status).toBe(401)
})

test('a company without a location starts at the default, at the configured place only when that is requested', async () => {
  const firstMap = async (env: Record<string, string>) => {
    await using server = await aServer({ env })
    const { companyId } = await aCompany(server)
    await server.db.updateTable('companies').set({ lat: null, lng: null }).where('id', '=', companyId).execute()
    const { email } = await aDispatcher(server, { companyId })
    return (await tryToLogIn(server, email)).reply.user.map
  }
  const iasi = { MAP_CENTER: '47.15,27.59' }
  expect(await firstMap(iasi)).toEqual({ lat: 45.6464113, lng: 25.6270105, zoom: 13 })
  expect(await firstMap({ ...iasi, MAP_USE_CONFIGURED_DEFAULT: 'on' })).toEqual({ lat: 47.15, lng: 27.59, zoom: 13 })
})

test('the database stores the hash of a token and of a password, never the values', async () => {
  await using server = await aServer()
  const { email } = await aUser(server, { roles: ['admin'] })
  const { token } = (await tryToLogIn(server, email)).reply
  const rows = await server.db.selectFrom('access_tokens').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.token_hash).toHaveLength(32)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a wrong password and an unknown e-mail get the same reply', async () => {
  await using server = await aServer()
  const { email } = await aUser(server, { roles: ['admin'] })
  const wrong = await tryToLogIn(server, email, 'alta')
  const unknown = await tryToLogIn(server, 'nimeni@proba.ro')
  expect(wrong.status).toBe(422)
  expect(wrong.body).toMatchObject({
    message: 'E-mail sau parolă greșite',
    errors: { email: ['E-mail sau parolă greșite'] },
  })
  expect(unknown.body).toEqual(wrong.body)
})

test('a banned account is shown the end of the ban, but only with the right password', async () => {
  await using server = await aServer({ at: '2026-03-01T20:00:00+02:00' })
  const banUntil = new Date('2026-03-01T21:00:00+02:00')
  const { email } = await aUser(server, { roles: ['dispatcher'], banUntil })
  expect((await tryToLogIn(server, email, 'alta')).status).toBe(422)
  const banned = await tryToLogIn(server, email)
  expect(banned.status).toBe(403)
  expect(banned.body).toMatchObject({ message: 'Cont blocat', ban_until: '2026-03-01 19:00:00' })
  server.pass(3601)
  expect((await tryToLogIn(server, email)).status).toBe(201)
})

test('a banned driver may log in, so that the phone shows the end of the ban', async () => {
  await using server = await aServer({ at: '2026-03-01T20:00:00+02:00' })
  const { companyId } = await aCompany(server)
  const { email, driverId } = await aDriver(server, { companyId })
  const ban = { ban_until: new Date('2026-03-01T21:00:00+02:00'), ban_reason: 'Refuză comenzi' }
  await server.db.updateTable('users').set(ban).where('id', '=', driverId).execute()
  const { reply } = await tryToLogIn(server, email)
  const me = await server.request(driverMe, {}, reply.token)
  expect(me.reply.data).toMatchObject({ ban_until: '2026-03-01 19:00:00', ban_reason: 'Refuză comenzi' })
})

test('a ban closes a dispatcher’s open session but lets a driver finish the trip', async () => {
  await using server = await aServer()
  const { companyId } = await aCompany(server)
  const dispatcher = await aDispatcher(server, { companyId })
  const driver = await aDriver(server, { companyId })
  const tokens = [await server.logIn(dispatcher.email), await server.logIn(driver.email)]
  await server.db
    .updateTable('users')
    .set({ ban_until: new Date(server.clock.now().getTime() + 60_000) })
    .execute()
  const statuses = await Promise.all(tokens.map(async (token) => (await server.request(whoAmI, {}, token)).status))
  expect(statuses).toEqual([403, 200])
})

test('an account that was closed cannot log in, and its open session has ended', async () => {
  await using server = await aServer()
  const { email, userId } = await aUser(server, { roles: ['admin'] })
  const token = await server.logIn(email)
  await server.db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute()
  expect((await tryToLogIn(server, email)).body).toMatchObject({ code: 'account.inactive' })
  expect((await server.request(whoAmI, {}, token)).status).toBe(401)
})

test('five wrong passwords in 20 s block the address, and a right one never counts', async () => {
  await using server = await aServer()
  const { email } = await aUser(server, { roles: ['admin'] })
  for (let time = 0; time < 8; time++) expect((await tryToLogIn(server, email)).status).toBe(201)
  for (let time = 0; time < 5; time++) expect((await tryToLogIn(server, `om${time}@altundeva.ro`)).status).toBe(422)
  const closed = await tryToLogIn(server, email)
  expect([closed.status, closed.headers['retry-after']]).toEqual([429, '20'])
  server.pass(21)
  expect((await tryToLogIn(server, email)).status).toBe(201)
})

test('concurrent attempts are counted before their passwords are compared', async () => {
  await using server = await aServer()
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => tryToLogIn(server, `om${n}@altundeva.ro`)))
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
})

test('the whole fleet of a demo may log in at once from localhost', async () => {
  await using server = await aServer({ env: { DEMO: 'on' } })
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => tryToLogIn(server, `om${n}@altundeva.ro`)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]))
})

test('a session ends 12 hours after its last use', async () => {
  await using server = await aServer({ at: '2026-03-01T08:00:00+02:00' })
  const { email } = await aUser(server, { roles: ['admin'] })
  const [used, idle] = [await server.logIn(email), await server.logIn(email)]
  server.pass(8 * 3600)
  expect((await server.request(whoAmI, {}, used)).status).toBe(200)
  const { data } = (await server.request(listSessions, {}, used)).reply
  expect(data.map(({ expires_at, is_current }) => [expires_at, is_current])).toEqual([
    ['2026-03-02 02:00:00', true],
    ['2026-03-01 18:00:00', false],
  ])
  server.pass(5 * 3600)
  expect((await server.request(whoAmI, {}, idle)).status).toBe(401)
})

test('closing another user’s session is refused as unknown; closing another one of my own works', async () => {
  await using server = await aServer()
  const mine = await aUser(server, { roles: ['admin'] })
  const theirs = await aUser(server, { roles: ['admin'] })
  const [here, there] = [await server.logIn(mine.email), await server.logIn(mine.email)]
  const otherTenant = await server.logIn(theirs.email)
  const idOf = async (token: string) =>
    (await server.request(listSessions, {}, token)).reply.data.find((session) => session.is_current)?.id ?? 0

  const refused = await server.request(revokeSession, { params: { id: await idOf(otherTenant) } }, here)
  expect([refused.status, refused.body.code]).toEqual([404, 'session.unknown'])
  expect((await server.request(whoAmI, {}, otherTenant)).status).toBe(200)

  const thereId = await idOf(there)
  expect((await server.request(revokeSession, { params: { id: thereId } }, here)).status).toBe(200)
  expect((await server.request(whoAmI, {}, there)).status).toBe(401)
  expect((await server.request(revokeSession, { params: { id: thereId } }, here)).status).toBe(404)
})

test('log-ins of a demo’s fleet from localhost do not fill the log', async () => {
  const lines: string[] = []
  await using server = await aServer({ env: { DEMO: 'on' }, logTo: (line) => lines.push(line) })
  const { companyId } = await aCompany(server)
  const { email } = await aDriver(server, { companyId })
  expect((await tryToLogIn(server, email)).status).toBe(201)
  await tryToLogIn(server, email, 'alta-parola')
  const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => /^log-in/.test(msg))
  expect(logged.map(({ level, msg }) => [level, msg])).toEqual([
    [levels.values.debug, 'log-in accepted'],
    [levels.values.info, 'log-in refused'],
  ])
})

test('the log has who logged in from where, who was refused and why, and never the password or the code', async () => {
  const lines: string[] = []
  await using server = await aServer({ logTo: (line) => lines.push(line) })
  const { companyId } = await aCompany(server)
  const { email, userId } = await aDispatcher(server, { companyId })
  await tryToLogIn(server, email)
  await tryToLogIn(server, email, 'alta-parola')
  await tryToLogIn(server, 'nimeni@proba.ro')
  await server.request(whoAmI, {}, 'tx_gone')
  const about = lines.map((line) => JSON.parse(line)).filter(({ msg, status }) => /^log-in/.test(msg) || status === 401)
  expect(about.map(({ msg, user_id, ip, code }) => [msg, user_id, ip, code])).toEqual([
    ['log-in accepted', userId, '127.0.0.1', undefined],
    ['log-in refused', userId, '127.0.0.1', 'account.bad_credentials'],
    ['log-in refused', null, '127.0.0.1', 'account.bad_credentials'],
    ['answered', undefined, '127.0.0.1', undefined],
  ])
  expect(about.map(({ time }) => Number.isInteger(time))).toEqual([true, true, true, true])
  for (const secret of [PASSWORD, 'alta-parola', email, 'nimeni@proba.ro', 'tx_gone']) {
    expect(lines.join('')).not.toContain(secret)
  }
})
