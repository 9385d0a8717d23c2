import { beginReset, changePassword } from '@dispecerat/contract/identity/account'
import { listSessions, logIn, logOut, revokeSession } from '@dispecerat/contract/identity/accounts'
import { beginTwoFactor } from '@dispecerat/contract/identity/two-factor'
import { deactivatePerson, restorePerson } from '@dispecerat/contract/office/people'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aUser, PASSWORD } from '../../testing/builders.ts'
import type { Turn } from './fair-turns.ts'
import { passwordMatches, passwordsWaiting } from './password.ts'

const BEHIND_PROXY = { env: { TRUST_PROXY: 'loopback' } }

/** The nth address of an unrelated network. */
const addressOf = (n: number, network = '198.51') => `${network}.${Math.floor(n / 250)}.${(n % 250) + 1}`

interface Try {
  email: string
  password?: string
  address?: string
  device?: string | null
}

function tryToLogIn(server: TestServer, { email, password = PASSWORD, address = '203.0.113.7', device }: Try) {
  const body = { email, password, ...(device === undefined ? {} : { device_token: device }) }
  return server.request(logIn, { body, headers: { 'x-forwarded-for': address } })
}

async function guessMany(server: TestServer, email: string, times: number) {
  const answers: { status: number; body: unknown; retryAfter: unknown }[] = []
  for (let n = 0; n < times; n++) {
    const { status, body, headers } = await tryToLogIn(server, { email, password: `alta${n}`, address: addressOf(n) })
    answers.push({ status, body, retryAfter: headers['retry-after'] })
  }
  return answers
}

async function aKnownDevice(server: TestServer, email: string): Promise<string> {
  return (await tryToLogIn(server, { email, device: null })).reply.device_token ?? ''
}

test('of 300 guesses for one account from as many addresses five are checked, and their replies equal those for an unknown e-mail', async () => {
  await using server = await aServer(BEHIND_PROXY)
  const { email } = await aUser(server, { roles: ['admin'] })
  const known = await guessMany(server, email, 300)
  expect(known.map(({ status }) => status)).toEqual([...Array(5).fill(422), ...Array(295).fill(429)])
  expect(known[5]?.retryAfter).toBe('30')
  expect(await guessMany(server, 'nimeni@proba.ro', 300)).toEqual(known)

  const right = await tryToLogIn(server, { email })
  expect([right.status, right.headers['retry-after']]).toEqual([429, '30'])
  server.pass(30)
  expect((await tryToLogIn(server, { email: email.toUpperCase(), password: 'alta' })).status).toBe(422)
  expect((await tryToLogIn(server, { email })).headers['retry-after']).toBe('60')
  server.pass(60)
  expect((await tryToLogIn(server, { email })).status).toBe(201)
  expect((await tryToLogIn(server, { email, password: 'alta' })).status).toBe(422)
  expect((await tryToLogIn(server, { email })).status).toBe(201)
})

test('a device on which the account logged in before logs in while others guess; it has delays of its own', async () => {
  await using server = await aServer(BEHIND_PROXY)
  const { email } = await aUser(server, { roles: ['admin'] })
  const other = await aUser(server, { roles: ['admin'] })
  const device = await aKnownDevice(server, email)
  const otherTenant = await aKnownDevice(server, other.email)
  await guessMany(server, email, 5)

  expect((await tryToLogIn(server, { email, device: null })).status).toBe(429)
  expect((await tryToLogIn(server, { email, device: otherTenant })).status).toBe(429)
  const opened = await tryToLogIn(server, { email, device })
  expect([opened.status, opened.reply.device_token]).toEqual([201, device])
  expect((await tryToLogIn(server, { email })).status).toBe(429)

  for (let n = 0; n < 5; n++) expect((await tryToLogIn(server, { email, password: 'alta', device })).status).toBe(422)
  expect((await tryToLogIn(server, { email, device })).headers['retry-after']).toBe('30')
})

test('the database stores the hash of a device’s token; a client that stores no token gets none', async () => {
  await using server = await aServer()
  const { email } = await aUser(server, { roles: ['admin'] })
  expect((await tryToLogIn(server, { email })).reply.device_token).toBeNull()
  expect(await server.db.selectFrom('login_devices').selectAll().execute()).toEqual([])
  const device = await aKnownDevice(server, email)
  const rows = await server.db.selectFrom('login_devices').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.token_hash).toHaveLength(32)
  expect(JSON.stringify(rows)).not.toContain(device)
})

test('colleagues on one computer share its token; one that the server did not issue is replaced', async () => {
  await using server = await aServer()
  const [one, other] = [await aUser(server, { roles: ['admin'] }), await aUser(server, { roles: ['admin'] })]
  const device = await aKnownDevice(server, one.email)
  const tokenFor = async ({ email }: { email: string }, sent: string) =>
    (await tryToLogIn(server, { email, device: sent })).reply.device_token
  expect([await tokenFor(other, device), await tokenFor(one, device)]).toEqual([device, device])
  expect(await tokenFor(one, 'tx_chosen-by-somebody-else')).not.toBe('tx_chosen-by-somebody-else')
})

test('a /64 may request ten password links in a quarter of an hour', async () => {
  await using server = await aServer(BEHIND_PROXY)
  const requestReset = (n: number, network = '2001:db8:0:7') =>
    server.request(beginReset, {
      body: { email: `om${n}@proba.ro` },
      headers: { 'x-forwarded-for': `${network}::${n + 1}` },
    })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => requestReset(n)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(202), 429, 429])
  expect((await requestReset(50, '2001:db8:0:8')).status).toBe(202)
})

test('a device stays known after a log-out, but not after its session was closed from elsewhere or its account was closed', async () => {
  await using server = await aServer(BEHIND_PROXY)
  const { email, userId } = await aUser(server, { roles: ['dispatcher'] })
  const boss = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
  const isKnown = async (device: string) => (await tryToLogIn(server, { email, device })).reply.device_token === device

  const device = await aKnownDevice(server, email)
  const { token } = (await tryToLogIn(server, { email, device })).reply
  expect((await server.request(logOut, {}, token)).status).toBe(200)
  expect(await isKnown(device)).toBe(true)

  const elsewhere = await server.logIn(email)
  const { data } = (await server.request(listSessions, {}, elsewhere)).reply
  const onDevice = data.find(({ is_current }) => !is_current)
  await server.request(revokeSession, { params: { id: onDevice?.id ?? 0 } }, elsewhere)
  expect(await isKnown(device)).toBe(false)

  const again = await aKnownDevice(server, email)
  for (const endpoint of [deactivatePerson, restorePerson]) {
    expect((await server.request(endpoint, { params: { id: userId } }, boss)).status).toBe(200)
  }
  expect(await isKnown(again)).toBe(false)
})

test('passwords that are requested again delay only the session in which they are guessed', async () => {
  await using server = await aServer()
  const { email } = await aUser(server, { roles: ['admin'] })
  const [stolen, own] = [await server.logIn(email), await server.logIn(email)]
  const change = (old_password: string, token: string) =>
    server.request(changePassword, { body: { old_password, password: 'un tramvai verde' } }, token)
  for (let n = 0; n < 5; n++) expect((await change(`alta${n}`, stolen)).status).toBe(422)
  expect((await change(PASSWORD, stolen)).headers['retry-after']).toBe('30')
  expect((await server.request(beginTwoFactor, { body: { password: PASSWORD } }, stolen)).status).toBe(429)
  expect((await change(PASSWORD, own)).status).toBe(200)
})

/** Occupies all three concurrent turns until they are released. */
function holdTurns(turn: Turn) {
  let letGo: (isRight: boolean) => void = () => undefined
  const gate = new Promise<boolean>((resolve) => {
    letGo = resolve
  })
  const held = [1, 2, 3].map(() => passwordMatches(null, 'x', { turn, watch: () => gate }))
  return async () => {
    letGo(false)
    await Promise.all(held)
  }
}

test('while 500 guesses from as many addresses wait, a known device and an owner elsewhere get their turns before them', async () => {
  await using server = await aServer(BEHIND_PROXY)
  const [atDispatcher, elsewhere] = [
    await aUser(server, { roles: ['admin'] }),
    await aUser(server, { roles: ['admin'] }),
  ]
  const device = await aKnownDevice(server, atDispatcher.email)
  const open = holdTurns({ isKnown: true, keys: [] })
  const statusOf = async (attempt: Try) => (await tryToLogIn(server, attempt)).status
  const guesses = Array.from({ length: 500 }, (_, n) =>
    statusOf({ email: `strain${n % 25}@proba.ro`, password: 'alta', address: addressOf(n) }),
  )
  await expect.poll(passwordsWaiting).toBe(500)
  const owners = [
    statusOf({ email: elsewhere.email, address: '192.0.2.1' }),
    statusOf({ email: atDispatcher.email, address: '198.51.0.1', device }),
  ]
  await expect.poll(passwordsWaiting).toBe(502)
  // These arrive last, from one more network, and block everything behind them.
  const goOn = holdTurns({ isKnown: false, keys: ['network of the test'] })
  await open()
  expect(await Promise.all(owners)).toEqual([201, 201])
  await goOn()
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([422, 429]))
})
