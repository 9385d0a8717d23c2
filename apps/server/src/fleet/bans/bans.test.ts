import { CLOSE } from '@dispecerat/contract/api/realtime'
import { driverMe, startShift } from '@dispecerat/contract/dispatch/driver'
import { banUser, listBans } from '@dispecerat/contract/fleet/bans'
import { whoAmI } from '@dispecerat/contract/identity/accounts'
import { readDriver, readStatistics } from '@dispecerat/contract/orders/company-dispatch'
import type { Role } from '@dispecerat/domain/identity/permissions'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { anAccount } from '../../orders/testing/an-account.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { type ADriver, aCompany, aDispatcher, aDriver, aUser, TOWN_SQUARE } from '../../testing/builders.ts'
import { expireDriverBan } from './ban-driver.ts'
import { banDriver, unbanDriver } from './bans.public.ts'
import { endDueBans } from './end-due-bans.ts'

interface Fixture extends AsyncDisposable {
  server: TestServer
  companyId: CompanyId
  dispatcher: string
  dispatcherId: UserId
  driver: ADriver & { token: string }
}

/** 20:00 in Bucharest; one company, its dispatcher, one driver on duty; no jobs. */
async function createDispatcher(): Promise<Fixture> {
  const server = await aServer({ at: '2026-03-01T18:00:00Z' })
  const { companyId } = await aCompany(server)
  const user = await aDispatcher(server, { companyId })
  const driver = await aDriver(server, { companyId, indicativ: '9', at: TOWN_SQUARE })
  return {
    server,
    companyId,
    dispatcherId: user.userId,
    dispatcher: await server.logIn(user.email),
    driver: { ...driver, token: await server.logIn(driver.email) },
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

const idOf = ({ driver }: Fixture) => ({ params: { id: driver.driverId } })
const ban = (fixture: Fixture, body: object, token = fixture.dispatcher) =>
  fixture.server.request(banUser, { ...idOf(fixture), body }, token)

test('a ban of three hours with a reason, then lifted by an empty body: both are in the history with their author', async () => {
  await using fixture = await createDispatcher()
  const { server, dispatcher } = fixture
  const banned = await ban(fixture, { unit: 'hour', amount: 3, reason: 'Refuză comenzi' })
  expect(banned.reply).toEqual({ date: '2026-03-01 21:00:00', reason: 'Refuză comenzi' })
  const card = (await server.request(readDriver, idOf(fixture), dispatcher)).reply.data
  expect(card).toMatchObject({ ban_until: '2026-03-01 21:00:00', ban_reason: 'Refuză comenzi' })

  server.pass(600)
  expect((await ban(fixture, {})).reply).toEqual({ date: null, reason: null })
  const { data } = (await server.request(listBans, idOf(fixture), dispatcher)).reply
  expect(data).toMatchObject([
    {
      banned_at: '2026-03-01 18:00:00',
      ban_until: '2026-03-01 21:00:00',
      reason: 'Refuză comenzi',
      by: 'dispatcher',
      ended_at: '2026-03-01 18:10:00',
      end_reason: 'lifted',
    },
  ])
  expect(data[0]?.by_name).toBe(data[0]?.ended_by_name)
})

test.each([
  ['four days', { unit: 'day', amount: 4 }, '2026-03-05 18:00:00'],
  ['for good', { ban_forever: true }, '2100-01-01 00:00:00'],
  ['until a date', { ban_until: '2026-03-02 00:00:00' }, '2026-03-02 00:00:00'],
])('a ban %s ends at that time', async (_, length, date) => {
  await using fixture = await createDispatcher()
  expect((await ban(fixture, { ...length, reason: 'Reclamație' })).reply).toEqual({ date, reason: 'Reclamație' })
})

test.each([
  ['no reason', { unit: 'hour', amount: 3 }, { reason: ['Motivul este obligatoriu'] }],
  ['a blank reason', { unit: 'hour', amount: 3, reason: '   ' }, { reason: ['Motivul este obligatoriu'] }],
  ['no amount', { unit: 'hour', reason: 'x' }, { amount: ['Câmp obligatoriu'] }],
  ['an unknown unit', { unit: 'week', amount: 1, reason: 'x' }, { unit: ['Unitatea este oră sau zi'] }],
  ['minus one', { unit: 'day', amount: -1, reason: 'x' }, { amount: ['Cel puțin 1'] }],
  ['a past date', { ban_until: '2026-03-01 17:59:59', reason: 'x' }, { ban_until: ['Data trebuie să fie în viitor'] }],
  ['no date at all', { ban_until: 'mâine', reason: 'x' }, { ban_until: ['Dată și oră invalide'] }],
  ['only a reason', { reason: 'x' }, { unit: ['Alegeți o singură durată'] }],
])('a ban with %s is refused at its field', async (_, body, errors) => {
  await using fixture = await createDispatcher()
  const answer = await ban(fixture, body)
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toEqual(errors)
  expect(await fixture.server.db.selectFrom('user_bans').selectAll().execute()).toEqual([])
})

test('repeating a ban changes nothing and notifies no one', async () => {
  await using fixture = await createDispatcher()
  const until = { ban_until: '2026-03-02 00:00:00', reason: 'Reclamație' }
  await ban(fixture, until)
  await ban(fixture, until)
  await ban(fixture, {})
  await ban(fixture, {})
  const events = await fixture.server.db
    .selectFrom('event_log')
    .select('event')
    .where('event', '=', 'ban_updated')
    .execute()
  expect(events).toHaveLength(2)
  expect(await fixture.server.db.selectFrom('user_bans').selectAll().execute()).toHaveLength(1)
})

test('a second ban of a driver replaces the first one', async () => {
  await using fixture = await createDispatcher()
  await ban(fixture, { unit: 'hour', amount: 3, reason: 'Întârziere' })
  await ban(fixture, { ban_forever: true, reason: 'Reclamație' })
  const { data } = (await fixture.server.request(listBans, idOf(fixture), fixture.dispatcher)).reply
  expect(data.map(({ end_reason, reason }) => [reason, end_reason])).toEqual([
    ['Reclamație', null],
    ['Întârziere', 'replaced'],
  ])
})

test('two dispatchers ban at once: one ban is active, the other one is in the history', async () => {
  await using fixture = await createDispatcher()
  const other = await fixture.server.logIn((await aDispatcher(fixture.server, { companyId: fixture.companyId })).email)
  const answers = await Promise.all([
    ban(fixture, { unit: 'hour', amount: 3, reason: 'Unu' }),
    ban(fixture, { unit: 'hour', amount: 12, reason: 'Doi' }, other),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const rows = await fixture.server.db.selectFrom('user_bans').selectAll().orderBy('id').execute()
  expect(rows.map(({ end_reason }) => end_reason)).toEqual(['replaced', null])
  const user = await fixture.server.db
    .selectFrom('users')
    .select(['ban_until', 'ban_reason'])
    .where('id', '=', fixture.driver.driverId)
    .executeTakeFirstOrThrow()
  expect({ until: user.ban_until, reason: user.ban_reason }).toEqual({
    until: rows[1]?.until,
    reason: rows[1]?.reason,
  })
})

test('the banned driver is notified, keeps the session, and cannot start a shift', async () => {
  await using fixture = await createDispatcher()
  const { server, driver } = fixture
  await server.startJobs()
  const phone = await server.socket(driver.token)
  await ban(fixture, { unit: 'hour', amount: 3, reason: 'Reclamație' })
  const received = await phone.waitForEvent('ban_updated')
  expect(received.data).toEqual({ ban_until: '2026-03-01 21:00:00', ban_reason: 'Reclamație' })
  expect((await server.request(driverMe, {}, driver.token)).reply.data.ban_until).toBe('2026-03-01 21:00:00')

  const home = await aDriver(server, { companyId: fixture.companyId })
  const token = await server.logIn(home.email)
  await server.request(
    banUser,
    { params: { id: home.driverId }, body: { ban_forever: true, reason: 'Acte' } },
    fixture.dispatcher,
  )
  expect((await server.request(startShift, { body: {} }, token)).body).toMatchObject({ code: 'driver.banned' })
})

test('the reason and the time of a ban are never in the event log', async () => {
  await using fixture = await createDispatcher()
  await ban(fixture, { unit: 'hour', amount: 3, reason: 'Reclamație de la doamna Popescu' })
  const log = await fixture.server.db.selectFrom('event_log').select('data').execute()
  expect(JSON.stringify(log)).not.toContain('Popescu')
})

test('when a ban expires the driver and the consoles are notified, the driver is available, and its row ends once', async () => {
  await using fixture = await createDispatcher()
  const { server, driver, dispatcher } = fixture
  await using other = await aServer({ besides: server })
  const wall = await server.socket(dispatcher)
  const phone = await server.socket(driver.token)
  await ban(fixture, { unit: 'hour', amount: 3, reason: 'Întârziere' })
  await server.startJobs()
  await expect
    .poll(async () => (await server.request(readStatistics, {}, dispatcher)).reply.driversFreeCount, {
      timeout: 30_000,
    })
    .toBe(0)
  await phone.waitForEvent('ban_updated', ({ ban_until }) => ban_until !== null)

  server.pass(3 * 3600)
  expect(await endDueBans(server)).toBe(0)
  server.pass(1)
  const ended = await Promise.all([endDueBans(server), endDueBans(other), endDueBans(server), endDueBans(other)])
  const byJobs = 1 - ended.reduce((sum, one) => sum + one, 0)
  expect([0, 1]).toContain(byJobs)
  await phone.waitForEvent('ban_updated', ({ ban_until }) => ban_until === null)
  await wall.waitForEvents('driver_status_changed', 2)
  await wall.caughtUp()
  expect(phone.framesOf('ban_updated').map(({ data }) => data)).toEqual([
    { ban_until: '2026-03-01 21:00:00', ban_reason: 'Întârziere' },
    { ban_until: null, ban_reason: null },
  ])
  const { data } = (await server.request(listBans, idOf(fixture), dispatcher)).reply
  expect(data).toMatchObject([{ end_reason: 'expired', ended_at: '2026-03-01 21:00:01', ended_by_name: null }])
})

test('a ban that replaced an expired one is not ended with it', async () => {
  await using fixture = await createDispatcher()
  const { server, driver, dispatcher } = fixture
  await ban(fixture, { unit: 'hour', amount: 3, reason: 'Întârziere' })
  server.pass(3 * 3600 + 1)
  // The job has read the due bans; the next one is written before it takes the driver's row.
  await ban(fixture, { unit: 'hour', amount: 12, reason: 'Reclamație' })
  const expire = write(server, SYSTEM, (tx) =>
    expireDriverBan(tx, server.domainEvents, driver.driverId, server.clock.now()),
  )
  expect(await expire).toBe(false)
  const { data } = (await server.request(listBans, idOf(fixture), dispatcher)).reply
  expect(data.map(({ end_reason }) => end_reason)).toEqual([null, 'replaced'])
})

test('an automatic ban resets the waiting time and never prolongs a running one', async () => {
  await using fixture = await createDispatcher()
  const { server, driver } = fixture
  const automatic = (minutes: number) =>
    write(server, SYSTEM, async (tx) => {
      const now = server.clock.now()
      const until = new Date(now.getTime() + minutes * 60_000)
      const reason = 'Ban automat: 5 comenzi ignorate'
      await banDriver(tx, server.domainEvents, {
        driverId: driver.driverId,
        until,
        reason,
        by: SYSTEM,
        orderId: null,
        now,
      })
    })
  const idleFrom = async () =>
    (
      await server.db
        .selectFrom('driver_status')
        .select('idle_from')
        .where('driver_id', '=', driver.driverId)
        .executeTakeFirstOrThrow()
    ).idle_from
  await automatic(60)
  await automatic(600)
  expect(await idleFrom()).toBeNull()
  const { data } = (await server.request(listBans, idOf(fixture), fixture.dispatcher)).reply
  expect(data).toMatchObject([{ by: 'system', ban_until: '2026-03-01 19:00:00', end_reason: null }])

  server.pass(60)
  await write(server, SYSTEM, (tx) =>
    unbanDriver(tx, server.domainEvents, { driverId: driver.driverId, by: SYSTEM, now: server.clock.now() }),
  )
  expect(await idleFrom()).toEqual(server.clock.now())
})

test('a ban made by hand costs the idle time, and the place that an order reserved', async () => {
  await using fixture = await createDispatcher()
  const { server, driver } = fixture
  const status = () =>
    server.db
      .selectFrom('driver_status')
      .select(['idle_from', 'reserved_idle_from'])
      .where('driver_id', '=', driver.driverId)
      .executeTakeFirstOrThrow()
  const reserved = server.clock.now()
  await server.db.updateTable('driver_status').set({ reserved_idle_from: reserved }).execute()
  expect((await status()).idle_from).not.toBeNull()
  await ban(fixture, { unit: 'hour', amount: 3, reason: 'Refuză comenzi' })
  expect(await status()).toEqual({ idle_from: null, reserved_idle_from: null })
  server.pass(600)
  await ban(fixture, {})
  expect((await status()).idle_from).toEqual(server.clock.now())
})

test('a banned dispatcher is logged out everywhere at once, and may log in when the ban is lifted', async () => {
  await using fixture = await createDispatcher()
  const { server, companyId, dispatcher, dispatcherId } = fixture
  await server.startJobs()
  const admin = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })).email)
  const wall = await server.socket(dispatcher)
  const body = { unit: 'day' as const, amount: 1, reason: 'Suspendat' }
  expect((await server.request(banUser, { params: { id: dispatcherId }, body }, admin)).status).toBe(200)
  expect(await wall.closed()).toBe(CLOSE.badToken)
  expect((await server.request(whoAmI, {}, dispatcher)).status).toBe(401)
  expect((await server.request(banUser, { params: { id: dispatcherId }, body: {} }, admin)).reply.date).toBeNull()
})

test.each<[Role, 'driver' | 'colleague' | 'self' | 'admin' | 'foreign' | 'account' | 'formerAccount', number]>([
  ['dispatcher', 'driver', 200],
  ['dispatcher', 'colleague', 403],
  ['dispatcher', 'self', 403],
  ['dispatcher', 'admin', 404],
  ['dispatcher', 'foreign', 404],
  ['company_admin', 'colleague', 200],
  ['company_admin', 'self', 403],
  ['company_admin', 'foreign', 404],
  ['company_admin', 'account', 200],
  ['company_admin', 'formerAccount', 404],
  ['admin', 'foreign', 200],
  ['admin', 'self', 403],
  ['admin', 'admin', 403],
  ['driver', 'driver', 403],
  ['company', 'driver', 403],
])('%s bans %s: %i', async (role, whom, status) => {
  await using fixture = await createDispatcher()
  const { server, companyId } = fixture
  const superUser = await aUser(server, { roles: ['admin'] })
  const by = await aUser(server, { roles: [role], companyIds: role === 'admin' ? [] : [companyId] })
  const elsewhere = await aCompany(server)
  const ids = {
    driver: fixture.driver.driverId,
    colleague: (await aDispatcher(server, { companyId })).userId,
    self: by.userId,
    admin: superUser.userId,
    foreign: (await aDriver(server, { companyId: elsewhere.companyId })).driverId,
    account: (await anAccount(server, companyId)).userId,
    formerAccount: (await aDispatcher(server, elsewhere)).userId,
  }
  await server.db
    .insertInto('protocol_companies')
    .values({ user_id: ids.formerAccount, company_id: companyId })
    .execute()
  const input = { params: { id: ids[whom] }, body: { ban_forever: true, reason: 'Test' } }
  expect((await server.request(banUser, input, await server.logIn(by.email))).status).toBe(status)
})
