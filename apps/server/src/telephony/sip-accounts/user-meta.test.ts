import * as contract from '@dispecerat/contract/identity/accounts'
import { listCalls } from '@dispecerat/contract/telephony/calls'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, describe, expect, test } from 'vitest'
import { createFixture } from '../../orders/testing/order-fixture.ts'
import { aServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aUser } from '../../testing/builders.ts'
import { openPhoneDirectory } from '../lines/phone-directory.ts'

const fixture = await createFixture({
  managerRoles: ['company_admin', 'dispatcher'],
  env: { DEMO: 'on', DEMO_CITY: 'off' },
})
const { server, dispatcher, dispatcherId, manager, driverToken, companyId } = fixture
afterAll(() => server.stop())

const phoneDirectory = openPhoneDirectory(server, server.realtime)

async function own(token: string): Promise<Record<string, string | null>> {
  const { data } = (await server.request(contract.readOwnMeta, {}, token)).reply
  return Object.fromEntries(data.map(({ key, value }) => [key, value]))
}

const sit = (token: string, isOnline: boolean) => server.request(contract.reportActivity, { body: { isOnline } }, token)

describe('the telephone of a user', () => {
  test('the first read creates it, every other returns the same; two at once create one', async () => {
    const [first, second] = await Promise.all([own(dispatcher), own(dispatcher)])
    expect(second).toEqual(first)
    expect(await own(dispatcher)).toEqual(first)
    expect(first).toMatchObject({
      sipUrl: `sip:${1000 + dispatcherId}@dispecerat.local`,
      sipWs: '/sip',
      useUpdate: 'yes',
      wsUseUpdate: 'yes',
    })
    expect(first.sipPassword?.length).toBeGreaterThan(20)
    expect(first.callerSipUrl).toBeUndefined()
  })

  test('a user who may use the simulator also gets an account for simulated callers', async () => {
    const meta = await own(manager)
    expect(Object.keys(meta)).toEqual(
      expect.arrayContaining(['sipUrl', 'sipPassword', 'callerSipUrl', 'callerSipPassword']),
    )
    expect(meta.callerSipPassword).not.toBe(meta.sipPassword)
  })

  test('an administrator who is no dispatcher gets an account for simulated callers, and takes no calls', async () => {
    const { email } = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
    const token = await server.logIn(email)
    const meta = await own(token)
    expect([meta.sipUrl, meta.sipPassword]).toEqual([undefined, undefined])
    expect(meta.callerSipPassword?.length).toBeGreaterThan(20)
    expect((await server.request(listCalls, {}, token)).body.code).toBe('account.forbidden')
  })

  test('a driver has none', async () => {
    expect(await own(driverToken)).toEqual({})
  })

  test('no other user reads its password, whatever their permissions', async () => {
    await own(dispatcher)
    const params = { id: dispatcherId }
    const seen = (await server.request(contract.readUserMeta, { params }, manager)).reply.data
    expect(seen.map(({ key }) => key)).not.toContain('sipPassword')
    const mine = (await server.request(contract.readUserMeta, { params }, dispatcher)).reply.data
    expect(mine.map(({ key }) => key)).toContain('sipPassword')
    expect((await server.request(contract.readUserMeta, { params }, fixture.rival)).status).toBe(404)
  })

  test('the properties that a program stored for its user can be read, its secrets cannot', async () => {
    const meta = [
      { user_id: fixture.driver.driverId, key: 'app_version', value: '4.2' },
      { user_id: fixture.driver.driverId, key: 'pushToken', value: 'secret', is_secret: true },
    ]
    await server.db.insertInto('user_meta').values(meta).execute()
    const params = { id: fixture.driver.driverId }
    const { data } = (await server.request(contract.readUserMeta, { params }, dispatcher)).reply
    expect(data).toEqual([{ key: 'app_version', value: '4.2' }])
  })

  test('a dispatcher reads a driver’s application and device, and no properties of other users', async () => {
    const of = (user_id: UserId, key: string) => ({ user_id, key, value: '4.2' })
    const { driverId } = fixture.driver
    const colleague = await aDispatcher(server, { companyId })
    await server.db
      .insertInto('user_meta')
      .values([of(driverId, 'device'), of(driverId, 'tahograf'), of(colleague.userId, 'device')])
      .execute()
    const keys = async (id: number, token: string) =>
      (await server.request(contract.readUserMeta, { params: { id } }, token)).reply.data.map(({ key }) => key)
    expect(await keys(driverId, dispatcher)).toEqual(['app_version', 'device'])
    expect(await keys(driverId, manager)).toEqual(expect.arrayContaining(['device', 'tahograf']))
    expect(await keys(colleague.userId, dispatcher)).toEqual([])
  })

  test('an administrator of the user rewrites the list: public values are returned, secrets are stored and never read', async () => {
    const { driverId } = fixture.driver
    const params = { id: driverId }
    await server.db.deleteFrom('user_meta').where('user_id', '=', driverId).execute()
    const read = async () => (await server.request(contract.readUserMeta, { params }, manager)).reply
    const write = (data: object[], headers: Record<string, string> = {}, token = manager) =>
      server.request(contract.writeUserMeta, { params, body: { data } as never, headers }, token)
    const stored = async () => {
      const rows = await server.db
        .selectFrom('user_meta')
        .select(['key', 'value'])
        .where('user_id', '=', driverId)
        .orderBy('key')
        .execute()
      return rows.map(({ key, value }) => ({ key, value: value && server.seal.open(value, 'user_meta.value') }))
    }

    const { version } = await read()
    const secret = { key: 'apiKey', value: 'de-nespus', is_secret: true }
    const first = await write([{ key: 'app_version', value: '4.2' }, secret], { 'if-match': String(version) })
    const shown = [
      { key: 'apiKey', value: null, is_secret: true },
      { key: 'app_version', value: '4.2' },
    ]
    expect(first.reply.data).toEqual(shown)
    const late = await write([], { 'if-match': String(version) })
    expect([late.status, late.body.code]).toEqual([409, 'user.changed_meanwhile'])
    expect((await server.request(contract.readUserMeta, { params }, dispatcher)).reply.data).toEqual([shown[1]])

    await write([{ ...secret, value: null }])
    expect(await stored()).toEqual([{ key: 'apiKey', value: 'de-nespus' }])
    await write([])
    expect(await stored()).toEqual([])
    const entries = await server.db.selectFrom('audit_log').selectAll().where('entity_id', '=', driverId).execute()
    expect(JSON.stringify(entries)).toContain('meta.app_version')
    expect(JSON.stringify(entries)).not.toContain('de-nespus')
    expect((await write([], {}, dispatcher)).status).toBe(403)
    expect((await write([], {}, fixture.admin)).status).toBe(200)
  })

  test.each([
    [
      [
        { key: 'a', value: '1' },
        { key: 'a', value: '2' },
      ],
      'data.1.key',
    ],
    [[{ key: 'sipUrl', value: 'sip:1@x' }], 'data.0.key'],
    [[{ key: '9 vieți', value: '1' }], 'data.0.key'],
    [[{ key: 'apiKey', value: null, is_secret: true }], 'data.0.value'],
    [[{ key: 'sipPassword', value: 'scurt' }], 'data.0.value'],
  ])('%j is refused at its field', async (data, field) => {
    await own(dispatcher)
    const input = { params: { id: dispatcherId }, body: { data } as never }
    const { status, body } = await server.request(contract.writeUserMeta, input, manager)
    expect([status, Object.keys(body.errors as object)]).toEqual([422, [field]])
  })

  test('the password of a telephone can be set there: its console is notified, and no reply contains it', async () => {
    await own(dispatcher)
    const socket = await server.socket(dispatcher)
    const body = { data: [{ key: 'sipPassword', value: 'parola-noua-a-telefonului' }] }
    const { reply } = await server.request(contract.writeUserMeta, { params: { id: dispatcherId }, body }, manager)
    expect(reply.data).toEqual([])
    await socket.waitForEvent('telephone_renewed')
    expect((await own(dispatcher)).sipPassword).toBe('parola-noua-a-telefonului')
    expect((await phoneDirectory.account(String(1000 + dispatcherId)))?.password).toBe('parola-noua-a-telefonului')
  })

  test('an installation without telephones says so, and has no accounts', async () => {
    await using quiet = await aServer({ env: { TELEPHONY: 'off' } })
    const { companyId: theirs } = await aCompany(quiet)
    const { email } = await aDispatcher(quiet, { companyId: theirs })
    const { data } = (await quiet.request(contract.readOwnMeta, {}, await quiet.logIn(email))).reply
    expect(data).toEqual([{ key: 'telephone', value: 'off' }])
  })
})

describe('queries of the exchange', () => {
  test('the user of an extension, as long as they have the permission for calls', async () => {
    const { email, userId } = await aDispatcher(server, { companyId })
    const { sipPassword: password } = await own(await server.logIn(email))
    const extension = String(1000 + userId)
    const account = { extension, userId, password, kind: 'dispatcher', companyId }
    expect(await phoneDirectory.account(extension)).toEqual(account)
    expect(await phoneDirectory.account('c0')).toBeNull()

    const change = (columns: { is_active?: boolean; ban_until?: Date | null }) =>
      server.db.updateTable('users').set(columns).where('id', '=', userId).execute()
    await change({ is_active: false })
    expect(await phoneDirectory.account(extension)).toBeNull()
    await change({ is_active: true, ban_until: new Date(server.clock.now().getTime() + 1000) })
    expect(await phoneDirectory.account(extension)).toBeNull()
    await change({ ban_until: null })
    expect(await phoneDirectory.account(extension)).toEqual(account)
    const word = { company_id: companyId, role: 'dispatcher', permission: 'calls.take' } as const
    await server.db.insertInto('revoked_permissions').values(word).execute()
    expect(await phoneDirectory.account(extension)).toBeNull()
    expect((await own(await server.logIn(email))).sipUrl).toBeUndefined()
    await server.db.deleteFrom('revoked_permissions').execute()
    expect(await phoneDirectory.account(extension)).toEqual(account)
    await server.db.deleteFrom('user_roles').where('user_id', '=', userId).execute()
    expect(await phoneDirectory.account(extension)).toBeNull()
  })

  test.each<Record<string, string>>([
    { DEMO: 'off' },
    {
      DEMO: 'on',
      TELEPHONY: 'kamailio',
      KAMAILIO_WS_URL: 'ws://127.0.0.1:9/sip',
      KAMAILIO_RPC_URL: 'http://127.0.0.1:9/rpc',
      KAMAILIO_EVENTS: '127.0.0.1:9',
    },
  ])('no simulated caller with %j, even with an existing account', async (env) => {
    await using other = await aServer({ env })
    const { companyId: theirs } = await aCompany(other)
    const { email, userId } = await aUser(other, { roles: ['company_admin'], companyIds: [theirs] })
    const password = other.seal.seal('x'.repeat(27), 'sip_accounts.password')
    const left = { user_id: userId, kind: 'caller' as const, extension: `c${userId}`, password }
    await other.db
      .insertInto('sip_accounts')
      .values({ ...left, created_at: other.clock.now() })
      .execute()
    const { data } = (await other.request(contract.readOwnMeta, {}, await other.logIn(email))).reply
    expect(data).toEqual([])
    expect(await openPhoneDirectory(other, other.realtime).account(`c${userId}`)).toBeNull()
  })

  test('the company of a dialled number, in any notation', async () => {
    const at = server.clock.now()
    const line = { number: '+40268401402', company_id: companyId, created_at: at, verified_at: at }
    await server.db.insertInto('phone_lines').values(line).execute()
    expect(await phoneDirectory.companyOfLine('+40268401402')).toBe(companyId)
    expect(await phoneDirectory.companyOfLine('0268401402')).toBe(companyId)
    expect(await phoneDirectory.companyOfLine(`company-${companyId}`)).toBe(companyId)
    for (const nobody of ['0268401499', 'company-999999', 'company-x', '', 'sip:x']) {
      expect(await phoneDirectory.companyOfLine(nobody)).toBeNull()
    }
    // A simulated caller can only call their own companies.
    const { companyId: neighbour } = await aCompany(server)
    const { userId } = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
    const by = { extension: 'c1', userId, password: '', kind: 'caller', companyId } as const
    expect(await phoneDirectory.companyOfLine(`company-${companyId}`, by)).toBe(companyId)
    expect(await phoneDirectory.companyOfLine(`company-${neighbour}`, by)).toBeNull()
  })

  test('dispatchers to ring: users who may take calls of the company and are at a console', async () => {
    const { companyId: quiet } = await aCompany(server)
    const ring = () => phoneDirectory.dispatchersOf(quiet)
    const here = await aDispatcher(server, { companyId: quiet })
    const token = await server.logIn(here.email)
    await aUser(server, { roles: ['driver'], companyIds: [quiet] })
    expect(await ring()).toEqual([])
    await sit(token, true)
    expect(await ring()).toEqual([here.userId])
    server.pass(150)
    expect(await ring()).toEqual([])
    const socket = await server.socket(token)
    expect(await ring()).toEqual([here.userId])
    await sit(token, false)
    expect(await ring()).toEqual([])
    await sit(token, true)
    socket.close()
    expect(await ring()).toEqual([here.userId])
    expect(await phoneDirectory.dispatchersOf(companyId)).not.toContain(here.userId)
  })

  test('the goodbye of a page that is handled after the heartbeat of the next page does not end it', async () => {
    const { companyId: quiet } = await aCompany(server)
    const { email, userId } = await aDispatcher(server, { companyId: quiet })
    const token = await server.logIn(email)
    const hello = async () => (await sit(token, true)).reply
    const goodbye = (ends?: number) =>
      server.request(contract.reportActivity, { body: { isOnline: false, ends } }, token)
    const ring = () => phoneDirectory.dispatchersOf(quiet)

    const first = await hello()
    const second = await hello()
    expect([first, second]).toEqual([
      { ok: true, beat: expect.any(Number) },
      { ok: true, beat: (first.beat ?? 0) + 1 },
    ])
    for (const ends of [0, first.beat]) expect((await goodbye(ends)).reply).toEqual({ ok: true })
    expect(await ring()).toEqual([userId])
    expect((await goodbye(second.beat)).reply).toEqual({ ok: true })
    expect(await ring()).toEqual([])

    await hello()
    expect((await goodbye()).reply).toEqual({ ok: true })
    expect(await ring()).toEqual([])
    expect((await goodbye(-1)).status).toBe(422)
    expect((await goodbye(Number.MAX_SAFE_INTEGER)).status).toBe(200)
  })
})
