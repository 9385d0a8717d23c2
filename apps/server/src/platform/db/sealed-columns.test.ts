import { createHash, randomBytes } from 'node:crypto'
import { registerDevice } from '@dispecerat/contract/fleet/driver-app'
import { logIn, readOwnMeta, writeUserMeta } from '@dispecerat/contract/identity/accounts'
import { beginTwoFactor, confirmTwoFactor } from '@dispecerat/contract/identity/two-factor'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { renewDigests } from '../../telephony/calls/calls.public.ts'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver, aUser, PASSWORD } from '../../testing/builders.ts'
import { placesOf } from '../../testing/database/database-dump.ts'
import { queuePush } from '../outbox/queue-message.ts'
import { sendDueMessages } from '../outbox/send-due-messages.ts'
import { openSeal, SealError } from './seal.ts'
import { requireKeys, resealWithCurrentKey, sealPlainValues } from './sealed-columns.ts'

const META_SECRET = 'cheia-aplicatiei-7'
const PUSH_TOKEN = 'fcm-jeton-9'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** Creates a second factor, a telephone, a secret property and a phone with the app through their endpoints. */
async function aCompanyWithSecrets(server: TestServer) {
  const { companyId } = await aCompany(server)
  const dispatcher = await aDispatcher(server, { companyId })
  const admin = await aUser(server, { roles: ['admin'] })
  const { driverId, email } = await aDriver(server, { companyId })
  const [token, adminToken, driverToken] = [
    await server.logIn(dispatcher.email),
    await server.logIn(admin.email),
    await server.logIn(email),
  ]
  const begun = (await server.request(beginTwoFactor, { body: { password: PASSWORD } }, token)).reply.data
  const codeNow = () =>
    new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate({ timestamp: server.clock.now().getTime() })
  await server.request(confirmTwoFactor, { body: { code: codeNow() } }, token)
  server.pass(30)
  const meta = (await server.request(readOwnMeta, {}, token)).reply.data
  const data = [{ key: 'apiKey', value: META_SECRET, is_secret: true }]
  const input = { params: { id: dispatcher.userId }, body: { data } }
  expect((await server.request(writeUserMeta, input, adminToken)).status).toBe(200)
  const phone = { install_id: 'telefon-cu-jeton', platform: 'android' as const, model: 'P', app_version: '1' }
  await server.request(registerDevice, { body: { ...phone, push_token: PUSH_TOKEN } }, driverToken)
  const sipPassword = meta.find(({ key }) => key === 'sipPassword')?.value ?? ''
  return { companyId, dispatcher, driverId, secret: begun.secret, sipPassword, codeNow }
}

const logsIn = async (server: TestServer, email: string, code: string) =>
  (await server.request(logIn, { body: { email, password: PASSWORD, code } })).status

/** Runs the part of a server start that concerns stored secrets. */
async function start({ db, seal, sipDomain }: TestServer): Promise<number> {
  await requireKeys(db, seal)
  await renewDigests(db, seal, sipDomain)
  return sealPlainValues(db, seal)
}

/** Stores the rows as a version without sealing did. */
async function storePlain(server: TestServer, { secret, sipPassword }: { secret: string; sipPassword: string }) {
  const { db } = server
  await db.updateTable('two_factor').set({ secret }).execute()
  await db.updateTable('sip_accounts').set({ password: sipPassword, ha1: null, ha1_domain: null }).execute()
  await db.updateTable('user_meta').set({ value: META_SECRET }).where('is_secret', '=', true).execute()
  await db.updateTable('devices').set({ push_token: PUSH_TOKEN }).execute()
}

test('a dump of the database contains no second factor, telephone password, secret property or push token; all of them work', async () => {
  await using server = await aServer()
  const { secret, sipPassword, dispatcher, companyId, driverId, codeNow } = await aCompanyWithSecrets(server)
  expect(sipPassword.length).toBeGreaterThan(20)
  expect(await placesOf(server.db, [secret, sipPassword, META_SECRET, PUSH_TOKEN])).toEqual([])
  expect(await logsIn(server, dispatcher.email, codeNow())).toBe(201)

  const pushed: { tokens: readonly string[] }[] = []
  const push = async (message: { tokens: readonly string[] }) => void pushed.push(message)
  const message = { userId: driverId, title: 'Cursă', text: 'Nouă', companyId }
  await server.db.transaction().execute((tx) => queuePush(tx, message, server.clock.now()))
  const messaging = { mail: null, sms: null, push, close: () => {} }
  await sendDueMessages({ ...server, messaging, tokenOfReset: async () => null })
  expect(pushed).toMatchObject([{ tokens: [PUSH_TOKEN] }])
})

test('Kamailio reads the digest of the telephone’s password, for the domain of the server alone', async () => {
  await using server = await aServer({ env: { SIP_DOMAIN: 'sip.taxi.ro' } })
  const { dispatcher, sipPassword } = await aCompanyWithSecrets(server)
  const extension = String(1000 + dispatcher.userId)
  // The view compares sessions with the database's clock, not with the test's.
  await server.db
    .updateTable('access_tokens')
    .set({ expires_at: new Date('9999-01-01') })
    .execute()
  const subscribers = (domain: string) =>
    server.db.connection().execute(async (one) => {
      await sql`select set_config('dispecerat.sip_domain', ${domain}, false)`.execute(one)
      const { rows } = await sql`select username, ha1 from sip_subscribers where username = ${extension}`.execute(one)
      return rows
    })
  const digest = (domain: string) => [{ username: extension, ha1: md5(`${extension}:${domain}:${sipPassword}`) }]
  expect(await subscribers('sip.taxi.ro')).toEqual(digest('sip.taxi.ro'))
  expect(await subscribers('alt.taxi.ro')).toEqual([])
  expect(await renewDigests(server.db, server.seal, 'alt.taxi.ro')).toBeGreaterThan(0)
  expect(await subscribers('alt.taxi.ro')).toEqual(digest('alt.taxi.ro'))
})

test('a start seals values that an earlier version stored as plain text, in several batches, and only once', async () => {
  await using server = await aServer()
  const made = await aCompanyWithSecrets(server)
  await storePlain(server, made)
  await sql`
    insert into user_meta (user_id, key, value, is_secret)
    select ${made.dispatcher.userId}, 'cheie ' || n, ${META_SECRET}, true from generate_series(1, 1100) as n
  `.execute(server.db)
  expect(await start(server)).toBe(1104)
  expect(await placesOf(server.db, [made.secret, made.sipPassword, META_SECRET, PUSH_TOKEN])).toEqual([])
  expect(await start(server)).toBe(0)
  expect(await logsIn(server, made.dispatcher.email, made.codeNow())).toBe(201)
})

test('after resealing no earlier key opens a value; it reports the rows and continues after an interruption', async () => {
  const [old, current] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
  await using server = await aServer({ env: { SECRETS_KEY: old } })
  const { dispatcher, codeNow } = await aCompanyWithSecrets(server)
  const both = { SECRETS_KEY: current, SECRETS_KEY_OLD: old }
  await using rotated = await aServer({ besides: server, env: both })
  const counts = { 'two_factor.secret': 1, 'sip_accounts.password': 1, 'user_meta.value': 1, 'devices.push_token': 1 }
  expect(Object.fromEntries(await resealWithCurrentKey(rotated.db, rotated.seal))).toMatchObject(counts)
  const repeated = await resealWithCurrentKey(rotated.db, rotated.seal)
  expect(new Set(repeated.values())).toEqual(new Set([0]))
  await using later = await aServer({ besides: server, env: { SECRETS_KEY: current } })
  await requireKeys(later.db, later.seal)
  expect(await logsIn(later, dispatcher.email, codeNow())).toBe(201)
})

test('with a lost key the start names the variable, and no log-in skips the second factor', async () => {
  await using server = await aServer()
  const { dispatcher, codeNow } = await aCompanyWithSecrets(server)
  const SECRETS_KEY = randomBytes(32).toString('base64')
  await using other = await aServer({ besides: server, env: { SECRETS_KEY } })
  await expect(requireKeys(other.db, other.seal)).rejects.toThrow(
    /^SECRETS_KEY is another key than the one that sealed 1 values of two_factor\.secret/,
  )
  expect(await logsIn(other, dispatcher.email, codeNow())).toBe(500)
  expect(await logsIn(server, dispatcher.email, codeNow())).toBe(201)
  const none = openSeal({ secrets: { key: null, oldKeys: [], keyFile: null } })
  await expect(requireKeys(server.db, none)).rejects.toThrow(SealError)
})
