import { CLOSE } from '@dispecerat/contract/api/realtime'
import { logOut, revokeSession } from '@dispecerat/contract/identity/accounts'
import type { DriverId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aDriver, aUser } from '../../testing/builders.ts'
import { testEvent, testRealtime } from '../../testing/test-events.ts'
import { aChange, happened, twoCompanies } from './testing/two-companies.ts'

test('an event reaches the dispatchers of its company and the administrators, and no other socket', async () => {
  await using server = await aServer()
  const { companyId, dispatcher, foreigner } = await twoCompanies(server)
  const admin = await aUser(server, { roles: ['admin'] })
  const driver = await aDriver(server, { companyId })
  const protocol = await aUser(server, { roles: ['company'], companyIds: [companyId] })
  const people = [dispatcher, foreigner, admin, driver, protocol]
  const sockets = await Promise.all(people.map(async ({ email }) => server.socket(await server.logIn(email))))

  await happened(
    server,
    aChange(7, companyId),
    testEvent({ event: 'test_told', toUsers: [driver.driverId], data: { order_id: 1 } }),
  )
  await happened(server, testEvent({ event: 'test_last', toUsers: people.map(({ userId }) => userId), data: {} }))
  await Promise.all(sockets.map((socket) => socket.waitForEvent('test_last')))

  const received = sockets.map(({ frames }) =>
    frames.map(({ event }) => event).filter((event) => event.startsWith('test_')),
  )
  expect(received).toEqual([
    ['test_changed', 'test_last'],
    ['test_last'],
    ['test_changed', 'test_last'],
    ['test_told', 'test_last'],
    ['test_last'],
  ])
  expect(sockets[0]?.framesOf('test_changed')[0]).toMatchObject({ at: '2026-03-01 18:00:00', data: { driver_id: 7 } })
})

test('a client that reconnects with last_seq receives the missed events in order, before new ones', async () => {
  await using server = await aServer()
  const { companyId, theirId, dispatcher } = await twoCompanies(server)
  const token = await server.logIn(dispatcher.email)
  const socket = await server.socket(token)
  await happened(server, aChange(1, companyId))
  await socket.waitForEvent('test_changed')
  socket.close()

  for (let n = 2; n <= 6; n++) await happened(server, aChange(n, companyId), aChange(100 + n, theirId))
  server.pass(9 * 60)
  const again = server.bareSocket()
  const ready = await again.authenticate(token, socket.lastSeq)
  expect(ready.data).toEqual({ user_id: dispatcher.userId, resumed: true })
  await happened(server, aChange(7, companyId))
  const changes = await again.waitForEvents('test_changed', 6)
  expect(changes.map(({ data }) => (data as { driver_id: DriverId }).driver_id)).toEqual([2, 3, 4, 5, 6, 7])
  expect(changes.map(({ seq }) => seq)).toEqual(changes.map(({ seq }) => seq).toSorted((a, b) => a - b))
})

test('events recorded while a socket joins arrive after the missed ones', async () => {
  await using server = await aServer()
  const { companyId, dispatcher } = await twoCompanies(server)
  const token = await server.logIn(dispatcher.email)
  const witness = await server.socket(token)
  await happened(server, aChange(1, companyId))
  await witness.waitForEvent('test_changed')
  const { lastSeq } = witness
  await happened(server, aChange(2, companyId))
  await witness.waitForEvents('test_changed', 2)

  server.realtime.onConnect('console', async () => {
    await happened(server, aChange(3, companyId))
    await witness.waitForEvents('test_changed', 3)
    return []
  })
  const joining = await server.socket(token, lastSeq)
  const changes = await joining.waitForEvents('test_changed', 2)
  expect(changes.map(({ data }) => (data as { driver_id: DriverId }).driver_id)).toEqual([2, 3])
  expect(joining.frames[0]?.event).toBe('ready')
})

test('after a long absence, or with a sequence number of another log, ready says so and resync follows', async () => {
  await using server = await aServer()
  const { companyId, dispatcher } = await twoCompanies(server)
  const token = await server.logIn(dispatcher.email)
  await happened(server, aChange(1, companyId))
  const socket = await server.socket(token)
  await happened(server, aChange(2, companyId))
  // The first change may be late too.
  await socket.waitForEvent('test_changed', ({ driver_id }) => driver_id === 2)
  const { seq: early } = socket.frames[0] ?? { seq: 0 }
  server.pass(10 * 60 + 1)
  for (const [n, lastSeq] of [early, 0, socket.lastSeq + 1_000_000].entries()) {
    const again = await server.socket(token, lastSeq)
    expect((await again.waitForEvent('ready')).data).toMatchObject({ resumed: false })
    await again.waitForEvent('resync')
    await happened(server, aChange(10 + n, companyId))
    for (const each of [again, socket]) await each.waitForEvent('test_changed', ({ driver_id }) => driver_id === 10 + n)
  }
  const upToDate = await server.socket(token, socket.lastSeq)
  expect((await upToDate.waitForEvent('ready')).data).toMatchObject({ resumed: true })
})

test('the first frame must be auth with a valid token', async () => {
  await using server = await aServer()
  const { dispatcher } = await twoCompanies(server)
  const banned = await aUser(server, { roles: ['dispatcher'] })
  const bannedToken = await server.logIn(banned.email)
  const banUntil = new Date(server.clock.now().getTime() + 60_000)
  await server.db.updateTable('users').set({ ban_until: banUntil }).where('id', '=', banned.userId).execute()
  const frames = [
    { action: 'auth', token: 'tx_ghicit' },
    { event: 'ping' },
    'nu e json',
    Buffer.from([0, 1, 2]),
    { action: 'auth', token: bannedToken },
  ]
  const codes = await Promise.all(
    frames.map(async (frame) => {
      const socket = server.bareSocket()
      await socket.opened()
      socket.send(frame)
      return socket.closed()
    }),
  )
  const { badToken, policyViolation, blocked } = CLOSE
  expect(codes).toEqual([badToken, policyViolation, policyViolation, policyViolation, blocked])
  expect((await server.socket(await server.logIn(dispatcher.email))).frames[0]?.event).toBe('ready')
})

test('pages of other sites cannot open a socket; those of this server, the configured ones and apps can', async () => {
  await using server = await aServer({ env: { PUBLIC_ORIGINS: 'https://birou.taxi.ro' } })
  await expect(server.bareSocket({ origin: 'https://altul.ro' }).opened()).rejects.toThrow('403')
  await server.bareSocket({ origin: 'https://birou.taxi.ro' }).opened()
  await server.bareSocket({ origin: server.address }).opened()
  await server.bareSocket().opened()
})

test('logging out closes the sockets of that session on every node, and no others', async () => {
  await using server = await aServer()
  await using other = await aServer({ besides: server })
  const { dispatcher } = await twoCompanies(server)
  const [leaving, staying] = [await server.logIn(dispatcher.email), await server.logIn(dispatcher.email)]
  const here = await server.socket(leaving)
  const there = await other.socket(leaving)
  const stayingSocket = await other.socket(staying)
  await server.request(logOut, {}, leaving)
  expect(await here.closed()).toBe(CLOSE.badToken)
  expect(await there.closed()).toBe(CLOSE.badToken)
  await stayingSocket.caughtUp()
  const refused = await other.request(revokeSession, { params: { id: 1 } }, leaving)
  expect(refused.status).toBe(401)
})

test('the newest phone of a driver replaces the older one; consoles stay open side by side', async () => {
  await using server = await aServer()
  const { companyId, dispatcher } = await twoCompanies(server)
  const driver = await aDriver(server, { companyId })
  const presence: [number, boolean][] = []
  server.realtime.onPresence((userId, connected) => void presence.push([userId, connected]))

  const driverToken = await server.logIn(driver.email)
  const older = await server.socket(driverToken)
  const newer = await server.socket(driverToken)
  expect(await older.closed()).toBe(CLOSE.replaced)
  await newer.caughtUp()
  expect(presence).toEqual([[driver.driverId, true]])

  const token = await server.logIn(dispatcher.email)
  const consoles = [await server.socket(token), await server.socket(token)]
  await happened(server, aChange(1, companyId))
  await Promise.all(consoles.map((console) => console.waitForEvent('test_changed')))
})

test('the rows of events are loaded once per batch, for live and for reconnecting sockets', async () => {
  await using server = await aServer()
  const { companyId, dispatcher } = await twoCompanies(server)
  const token = await server.logIn(dispatcher.email)
  const batches: number[] = []
  let isBroken = false
  testRealtime(server.realtime).enrich('test_row', async (events) => {
    batches.push(events.length)
    if (isBroken) throw new Error('a bug')
    return new Map(events.map(({ seq, data }) => [seq, { ...data, order: null }]))
  })
  const socket = await server.socket(token)
  const update = (n: number) => testEvent({ event: 'test_row', toCompanies: [companyId], data: { order_id: n } })
  await happened(server, update(1), update(2), update(3))
  await socket.waitForEvents('test_row', 3)
  expect(batches).toEqual([3])
  expect(socket.framesOf('test_row')[0]?.data).toEqual({ order_id: 1, order: null })

  isBroken = true
  await happened(server, update(4), aChange(9, companyId))
  await socket.waitForEvent('resync')
  await socket.waitForEvent('test_changed')
})

test('frames of a phone reach the modules; a console’s are refused, malformed ones get an error and then close the socket', async () => {
  await using server = await aServer()
  const { companyId, dispatcher } = await twoCompanies(server)
  const driver = await aDriver(server, { companyId })
  const positions: unknown[] = []
  server.realtime.onFrame('position', ({ userId }, { lat, long }) => void positions.push([userId, lat, long]))
  server.realtime.onFrame('viewed', () => {
    throw new Error('a bug in a listener')
  })
  testRealtime(server.realtime).onConnect('driver', async ({ userId }) => [
    { event: 'test_greeting', data: { userId } },
  ])
  const phone = await server.socket(await server.logIn(driver.email))
  expect((await phone.waitForEvent('test_greeting')).data).toEqual({ userId: driver.driverId })
  phone.send({ event: 'viewed', data: { round_id: 1 } })
  phone.send({ event: 'position', data: { lat: 45.6, long: 25.5 } })
  await phone.caughtUp()
  expect(positions).toEqual([[driver.driverId, 45.6, 25.5]])

  const socket = await server.socket(await server.logIn(dispatcher.email))
  socket.send({ event: 'position', data: { lat: 45.6, long: 25.5 } })
  await socket.caughtUp()
  expect(socket.framesOf('error')).toHaveLength(1)
  expect(positions).toHaveLength(1)

  for (const broken of ['{', '[]', '{"event":"position","data":{"lat":1e999,"long":0}}', '{"event":"ready"}'])
    phone.send(broken)
  await phone.caughtUp()
  expect(phone.framesOf('error')).toHaveLength(4)
  phone.send('x'.repeat(100))
  expect(await phone.closed()).toBe(CLOSE.policyViolation)

  const large = await server.socket(await server.logIn(driver.email))
  large.send('x'.repeat(17 * 1024))
  expect(await large.closed()).toBe(1009)
})

test('a restart asks every socket to reconnect', async () => {
  await using server = await aServer()
  const { dispatcher } = await twoCompanies(server)
  const socket = await server.socket(await server.logIn(dispatcher.email))
  await server.realtime.stop()
  expect(await socket.closed()).toBe(CLOSE.restarting)
})
