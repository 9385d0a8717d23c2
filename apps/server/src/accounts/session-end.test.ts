import { listSessions, reportActivity, whoAmI } from '@dispecerat/contract/accounts'
import { UNATTENDED_HEADER } from '@dispecerat/contract/endpoint'
import { CLOSE, HEARTBEAT_SECONDS } from '@dispecerat/contract/realtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aServer, type TestServer } from '../testing/a-server.ts'
import { aUser } from '../testing/builders.ts'
import { KnownSessions } from './known-sessions.ts'

const HOUR = 3600
const DAY = 24 * HOUR

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

async function someone(server: TestServer) {
  const { email, userId } = await aUser(server, { roles: ['admin'] })
  return { email, userId, token: await server.logIn(email) }
}

const isOpen = async (server: TestServer, token: string) => (await server.call(whoAmI, {}, token)).status === 200

/** Somebody uses the session, never twelve hours apart. */
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
  const { data } = (await server.call(listSessions, {}, token)).reply
  expect(data.map(({ expires_at }) => expires_at)).toEqual([
    new Date(server.clock.now().getTime() + 1000).toISOString().slice(0, 19).replace('T', ' '),
  ])
  server.pass(1)
  expect(await isOpen(server, token)).toBe(false)
})

test('neither an open socket, nor its reconnection, nor what a program sends prolongs a session', async () => {
  await using server = await aServer()
  const { token } = await someone(server)
  const socket = await server.socket(token)
  for (let hour = 0; hour < 11; hour++) {
    server.pass(HOUR)
    // As many heartbeats as note that the socket is there.
    for (let beat = 0; beat < 12; beat++) vi.advanceTimersByTime(HEARTBEAT_SECONDS * 1000)
    await socket.caughtUp()
    await (await server.socket(token)).caughtUp()
    await server.call(reportActivity, { body: { isOnline: true } }, token)
    await server.call(whoAmI, { headers: { [UNATTENDED_HEADER]: '1' } }, token)
  }
  await socket.caughtUp()
  server.pass(HOUR)
  vi.advanceTimersByTime(HEARTBEAT_SECONDS * 1000)
  expect(await socket.closed()).toBe(CLOSE.badToken)
  expect(await isOpen(server, token)).toBe(false)
})

test('a person’s request prolongs a session that a program has just asked with', async () => {
  await using server = await aServer()
  const { token } = await someone(server)
  server.pass(11 * HOUR)
  await server.call(whoAmI, { headers: { [UNATTENDED_HEADER]: '1' } }, token)
  await server.call(whoAmI, {}, token)
  server.pass(2 * HOUR)
  expect(await isOpen(server, token)).toBe(true)
})

test('at the end of a session its sockets close with 4401, and no others', async () => {
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

test('a session that ends while it is looked up is not remembered as open', async () => {
  await using server = await aServer()
  const { token } = await someone(server)
  const sessions = new KnownSessions(server)
  const lookUp = sessions.findLogin(token)
  sessions.drop([1])
  expect(await lookUp).not.toBeNull()
  await server.db.updateTable('access_tokens').set({ revoked_at: server.clock.now() }).execute()
  expect(await sessions.findLogin(token)).toBeNull()
})
