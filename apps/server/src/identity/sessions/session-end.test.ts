import { CLOSE, HEARTBEAT_SECONDS } from '@dispecerat/contract/api/realtime'
import { listSessions, reportActivity, revokeSession, whoAmI } from '@dispecerat/contract/identity/accounts'
import { UNATTENDED_HEADER } from '@dispecerat/contract/kernel/endpoint'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDriver, anOrder, aUser } from '../../testing/builders.ts'
import { KnownSessions } from './known-sessions.ts'

const HOUR = 3600
const DAY = 24 * HOUR

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

async function someone(server: TestServer) {
  const { email, userId } = await aUser(server, { roles: ['admin'] })
  return { email, userId, token: await server.logIn(email) }
}

const isOpen = async (server: TestServer, token: string) => (await server.request(whoAmI, {}, token)).status === 200

/** Uses the session for this long, with gaps below twelve hours. */
async function useFor(server: TestServer, token: string, seconds: number) {
  for (let left = seconds; left > 0; left -= 10 * HOUR) {
    server.pass(Math.min(left, 10 * HOUR))
    if (!(await isOpen(server, token))) return false
  }
  return true
}

test.each([
  [{}, 30],
  [{ SESSION_MAX_DAYS: '3' }, 3],
])('with %j a session ends %i days after its log-in, however much it is used', async (env, days) => {
  await using server = await aServer({ env })
  const { token } = await someone(server)
  expect(await useFor(server, token, days * DAY - 1)).toBe(true)
  const { data } = (await server.request(listSessions, {}, token)).reply
  expect(data.map(({ expires_at }) => expires_at)).toEqual([
    new Date(server.clock.now().getTime() + 1000).toISOString().slice(0, 19).replace('T', ' '),
  ])
  server.pass(1)
  expect(await isOpen(server, token)).toBe(false)
})

test('neither an open socket, nor its reconnection, nor requests of a program prolong a session', async () => {
  await using server = await aServer()
  const { token } = await someone(server)
  const socket = await server.socket(token)
  for (let hour = 0; hour < 11; hour++) {
    server.pass(HOUR)
    // Enough heartbeats to record that the socket is open.
    for (let beat = 0; beat < 12; beat++) vi.advanceTimersByTime(HEARTBEAT_SECONDS * 1000)
    await socket.caughtUp()
    await (await server.socket(token)).caughtUp()
    await server.request(reportActivity, { body: { isOnline: true } }, token)
    await server.request(whoAmI, { headers: { [UNATTENDED_HEADER]: '1' } }, token)
  }
  await socket.caughtUp()
  server.pass(HOUR)
  vi.advanceTimersByTime(HEARTBEAT_SECONDS * 1000)
  expect(await socket.closed()).toBe(CLOSE.badToken)
  expect(await isOpen(server, token)).toBe(false)
})

test('a person’s request prolongs a session right after a program’s request did not', async () => {
  await using server = await aServer()
  const { token } = await someone(server)
  server.pass(11 * HOUR)
  await server.request(whoAmI, { headers: { [UNATTENDED_HEADER]: '1' } }, token)
  await server.request(whoAmI, {}, token)
  server.pass(2 * HOUR)
  expect(await isOpen(server, token)).toBe(true)
})

/** A driver with an accepted order that has not ended. */
async function aDriverOnTrip(server: TestServer) {
  const { companyId } = await aCompany(server)
  const driver = await aDriver(server, { companyId })
  const { orderId } = await anOrder(server, { companyId })
  const trip = { state: 'assigned', driver_id: driver.driverId, trip_state: 'started' } as const
  await server.db.updateTable('orders').set(trip).where('id', '=', orderId).execute()
  const endTrip = () =>
    server.db.updateTable('orders').set({ state: 'finished', trip_state: null }).where('id', '=', orderId).execute()
  return { ...driver, token: await server.logIn(driver.email), endTrip }
}

test.each([
  ['twelve hours after its last use', {}, 12 * HOUR],
  ['so many days after its log-in', { SESSION_MAX_DAYS: '1' }, DAY],
])('the end of a session %s waits until the trip of the driver has ended', async (_end, env, seconds) => {
  await using server = await aServer({ env })
  const { token, endTrip } = await aDriverOnTrip(server)
  const other = await someone(server)
  const socket = await server.socket(token)
  const answers = async () => (await server.request(whoAmI, { headers: { [UNATTENDED_HEADER]: '1' } }, token)).status
  if (seconds > 12 * HOUR) await useFor(server, token, seconds - HOUR)
  server.pass(seconds > 12 * HOUR ? HOUR : seconds)
  vi.advanceTimersByTime(HEARTBEAT_SECONDS * 1000)
  await socket.caughtUp()
  expect([await answers(), await isOpen(server, other.token)]).toEqual([200, false])
  await endTrip()
  server.pass(5)
  vi.advanceTimersByTime(HEARTBEAT_SECONDS * 1000)
  expect(await socket.closed()).toBe(CLOSE.badToken)
  expect(await answers()).toBe(401)
})

test('the end of a session waits for a trip for 24 hours at most, and meanwhile it can be closed', async () => {
  await using server = await aServer({ env: { SESSION_MAX_DAYS: '1' } })
  const { token, email } = await aDriverOnTrip(server)
  expect(await useFor(server, token, 2 * DAY - 1)).toBe(true)
  const second = await server.logIn(email)
  const { data } = (await server.request(listSessions, {}, second)).reply
  expect(data).toHaveLength(2)
  const first = data.find(({ is_current }) => !is_current)?.id ?? 0
  expect((await server.request(revokeSession, { params: { id: first } }, second)).status).toBe(200)
  expect(await isOpen(server, token)).toBe(false)

  server.pass(2 * DAY)
  expect(await isOpen(server, second)).toBe(false)
})

test('when a session ends its sockets close with 4401, and no others', async () => {
  await using server = await aServer({ env: { SESSION_MAX_DAYS: '1' } })
  const { email, token } = await someone(server)
  const ending = await server.socket(token)
  await useFor(server, token, DAY - HOUR)
  const staying = await server.socket(await server.logIn(email))
  server.pass(HOUR)
  vi.advanceTimersByTime(HEARTBEAT_SECONDS * 1000)
  expect(await ending.closed()).toBe(CLOSE.badToken)
  await staying.caughtUp()
})

test('a session that ends during its look-up is not cached as open', async () => {
  await using server = await aServer()
  const { token } = await someone(server)
  const sessions = new KnownSessions(server)
  const lookUp = sessions.findLogin(token)
  sessions.drop([1])
  expect(await lookUp).not.toBeNull()
  await server.db.updateTable('access_tokens').set({ revoked_at: server.clock.now() }).execute()
  expect(await sessions.findLogin(token)).toBeNull()
})
