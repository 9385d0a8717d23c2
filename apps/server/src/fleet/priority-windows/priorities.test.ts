import { driverMe } from '@dispecerat/contract/dispatch/driver'
import {
  addPriorityWindow,
  deletePriorityWindow,
  listPriorityWindows,
  restorePriorityWindow,
} from '@dispecerat/contract/fleet/priority-windows'
import { readDriver, readStatistics } from '@dispecerat/contract/orders/company-dispatch'
import { type CompanyId, type DriverId, NO_USER } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { type ADriver, aCompany, aDispatcher, aDriver, aUser, TOWN_SQUARE } from '../../testing/builders.ts'
import { emitDuePriorities } from './priority-windows.jobs.ts'

/** A node's registries follow the event log, which takes a while on a busy machine. */
const TIMEOUT = { timeout: 30_000 }

interface Fixture extends AsyncDisposable {
  server: TestServer
  companyId: CompanyId
  dispatcher: string
  drivers: (ADriver & { token: string })[]
}

/** 18:00 UTC; one company, its dispatcher, drivers 7 and 12 on duty. */
async function createDispatcher(): Promise<Fixture> {
  const server = await aServer({ at: '2026-03-01T18:00:00Z' })
  const { companyId } = await aCompany(server)
  const { email } = await aDispatcher(server, { companyId })
  const drivers: Fixture['drivers'] = []
  for (const indicativ of ['12', '7']) {
    const driver = await aDriver(server, { companyId, indicativ, at: TOWN_SQUARE })
    drivers.push({ ...driver, token: await server.logIn(driver.email) })
  }
  const dispatcher = await server.logIn(email)
  return { server, companyId, dispatcher, drivers, [Symbol.asyncDispose]: () => server.stop() }
}

async function add({ server, dispatcher, drivers }: Fixture, from: string, to: string, who = drivers): Promise<number> {
  const users = who.map(({ driverId, indicativ }) => ({ id: driverId, indicativ }))
  const { reply } = await server.request(
    addPriorityWindow,
    { body: { from: `2026-03-01 ${from}:00`, to: `2026-03-01 ${to}:00`, users } },
    dispatcher,
  )
  return reply.data.id
}

const eventsTo = async ({ db }: TestServer, driverId: DriverId) => {
  const rows = await db
    .selectFrom('event_log')
    .select(['data', 'to_users'])
    .where('event', '=', 'priority_updated')
    .orderBy('seq')
    .execute()
  return rows.filter(({ to_users }) => to_users.includes(driverId)).map(({ data }) => data)
}

test('a current window notifies its drivers and the consoles at once, and is listed', async () => {
  await using fixture = await createDispatcher()
  const { server, drivers, dispatcher } = fixture
  await server.startJobs()
  const [first] = drivers
  const phone = await server.socket(first?.token ?? '')
  const wall = await server.socket(dispatcher)
  await add(fixture, '17:00', '19:30')

  const received = await phone.waitForEvent('priority_updated')
  expect(received.data).toEqual({ high_priority: true, until: '2026-03-01 19:30:00' })
  await wall.waitForEvent('priorities_changed')
  await wall.waitForEvent('driver_status_changed', ({ driver_id }) => driver_id === first?.driverId)
  const { reply } = await server.request(listPriorityWindows, { query: {} }, dispatcher)
  expect(reply).toMatchObject({
    total: 1,
    meta: { total: 1, page: 1, per_page: 10 },
    data: [{ from: '2026-03-01 17:00:00', users: [{ indicativ: '7' }, { indicativ: '12' }] }],
  })
  expect((await server.request(driverMe, {}, first?.token)).reply.data.high_priority).toBe(true)
  await expect
    .poll(async () => (await server.request(readStatistics, {}, dispatcher)).reply.driversPriorityCount, TIMEOUT)
    .toBe(2)
})

test('the start and end of a window are published once, however many nodes poll', async () => {
  await using fixture = await createDispatcher()
  const { server, drivers } = fixture
  await using other = await aServer({ besides: server })
  const driverId = drivers[0]?.driverId ?? NO_USER
  await add(fixture, '19:00', '20:00')
  const tick = () => Promise.all([server, other, server, other].map(emitDuePriorities))
  await tick()
  expect(await eventsTo(server, driverId)).toEqual([])

  server.clock.set('2026-03-01T19:00:00Z')
  await tick()
  await tick()
  expect(await eventsTo(server, driverId)).toEqual([{ high_priority: true, until: '2026-03-01 20:00:00' }])

  server.clock.set('2026-03-01T20:00:03Z')
  await tick()
  expect(await eventsTo(server, driverId)).toEqual([
    { high_priority: true, until: '2026-03-01 20:00:00' },
    { high_priority: false, until: null },
  ])
  const status = await server.db
    .selectFrom('event_log')
    .select('seq')
    .where('event', '=', 'driver_status_changed')
    .execute()
  expect(status).toHaveLength(2 * drivers.length)
})

test('overlapping windows are one priority: nothing is published when one ends during the other', async () => {
  await using fixture = await createDispatcher()
  const { server, drivers } = fixture
  const driverId = drivers[0]?.driverId ?? NO_USER
  await add(fixture, '17:00', '19:00')
  await add(fixture, '18:30', '20:00')
  server.clock.set('2026-03-01T19:00:00Z')
  await emitDuePriorities(server)
  expect(await eventsTo(server, driverId)).toEqual([
    { high_priority: true, until: '2026-03-01 19:00:00' },
    { high_priority: true, until: '2026-03-01 20:00:00' },
  ])
})

test('deleting a current window ends priority at once, and restoring it gives it back', async () => {
  await using fixture = await createDispatcher()
  const { server, dispatcher, drivers } = fixture
  await server.startJobs()
  const driverId = drivers[0]?.driverId ?? NO_USER
  const id = await add(fixture, '17:00', '19:00')
  const isHigh = async () =>
    (await server.request(readDriver, { params: { id: driverId } }, dispatcher)).reply.data.high_priority
  await expect.poll(isHigh, TIMEOUT).toBe(true)

  await server.request(deletePriorityWindow, { params: { id } }, dispatcher)
  await expect.poll(isHigh, TIMEOUT).toBe(false)
  expect((await server.request(listPriorityWindows, { query: {} }, dispatcher)).reply.total).toBe(0)
  expect((await server.request(deletePriorityWindow, { params: { id } }, dispatcher)).status).toBe(404)

  const restored = await server.request(restorePriorityWindow, { params: { id } }, dispatcher)
  expect(restored.reply.data.users).toHaveLength(2)
  await expect.poll(isHigh, TIMEOUT).toBe(true)
  expect((await eventsTo(server, driverId)).map((data) => (data as { high_priority: boolean }).high_priority)).toEqual([
    true,
    false,
    true,
  ])
  expect((await server.request(restorePriorityWindow, { params: { id } }, dispatcher)).status).toBe(404)
})

test('windows inserted without an event, as by a seed, are published by the job', async () => {
  await using fixture = await createDispatcher()
  const { server, companyId, drivers } = fixture
  const driverId = drivers[0]?.driverId ?? NO_USER
  const time_to = new Date('2026-03-01T19:00:00Z')
  const row = { company_id: companyId, time_from: server.clock.now(), time_to, created_at: server.clock.now() }
  const { id } = await server.db.insertInto('users_intervals').values(row).returning('id').executeTakeFirstOrThrow()
  await server.db.insertInto('users_interval_users').values({ interval_id: id, user_id: driverId }).execute()
  await emitDuePriorities(server)
  await emitDuePriorities(server)
  expect(await eventsTo(server, driverId)).toEqual([{ high_priority: true, until: '2026-03-01 19:00:00' }])
})

test('windows are listed ten per page, latest first', async () => {
  await using fixture = await createDispatcher()
  const { server, dispatcher } = fixture
  for (let hour = 1; hour <= 12; hour++) await add(fixture, `${String(hour).padStart(2, '0')}:00`, '23:00')
  const first = (await server.request(listPriorityWindows, { query: {} }, dispatcher)).reply
  expect(first.data).toHaveLength(10)
  expect(first.data[0]?.from).toBe('2026-03-01 12:00:00')
  const second = (await server.request(listPriorityWindows, { query: { page: 2 } }, dispatcher)).reply
  expect(second.data.map(({ from }) => from)).toEqual(['2026-03-01 02:00:00', '2026-03-01 01:00:00'])
  expect(second.total).toBe(12)
})

test('a driver without a default car is shown as XXX', async () => {
  await using fixture = await createDispatcher()
  const { server, drivers } = fixture
  await server.db
    .deleteFrom('driver_cars')
    .where('driver_id', '=', drivers[0]?.driverId ?? NO_USER)
    .execute()
  await add(fixture, '19:00', '20:00', drivers.slice(0, 1))
  const { data } = (await server.request(listPriorityWindows, { query: {} }, fixture.dispatcher)).reply
  expect(data[0]?.users).toEqual([{ id: drivers[0]?.driverId, indicativ: 'XXX' }])
})

test.each([
  ['an end before the start', { from: '2026-03-01 20:00:00', to: '2026-03-01 19:00:00' }, 'to'],
  ['an end at the start', { from: '2026-03-01 20:00:00', to: '2026-03-01 20:00:00' }, 'to'],
  ['no driver', { users: [] }, 'users'],
  ['no time', { from: 'mâine' }, 'from'],
  ['a driver who does not exist', { users: [{ id: 999_999 }] }, 'users'],
])('a window with %s is refused', async (_, wrong, field) => {
  await using fixture = await createDispatcher()
  const right = {
    from: '2026-03-01 19:00:00',
    to: '2026-03-01 20:00:00',
    users: [{ id: fixture.drivers[0]?.driverId ?? NO_USER }],
  }
  const answer = await fixture.server.request(addPriorityWindow, { body: { ...right, ...wrong } }, fixture.dispatcher)
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.body.errors as object)).toEqual([field])
})

test('drivers and windows of other companies cannot be used, listed or deleted', async () => {
  await using fixture = await createDispatcher()
  const { server, companyId } = fixture
  const other = await aCompany(server)
  const unknown = await aDriver(server, { companyId: other.companyId })
  const theirs = await server.logIn((await aDispatcher(server, { companyId: other.companyId })).email)
  const id = await add(fixture, '17:00', '19:00')
  expect((await server.request(listPriorityWindows, { query: {} }, theirs)).reply.total).toBe(0)
  expect((await server.request(deletePriorityWindow, { params: { id } }, theirs)).status).toBe(404)

  const window = { from: '2026-03-01 19:00:00', to: '2026-03-01 20:00:00' }
  const colleague = await aDispatcher(server, { companyId })
  for (const userId of [unknown.driverId, colleague.userId]) {
    const body = { ...window, users: [{ id: userId }] }
    const answer = await server.request(addPriorityWindow, { body }, fixture.dispatcher)
    expect(answer.body.errors).toEqual({ users: ['Șofer necunoscut'] })
  }

  const admin = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
  const mixed = { ...window, users: [{ id: unknown.driverId }, { id: fixture.drivers[0]?.driverId ?? NO_USER }] }
  const answer = await server.request(addPriorityWindow, { body: mixed }, admin)
  expect(answer.body.errors).toEqual({ users: ['Alegeți șoferi ai unei singure companii'] })
})
