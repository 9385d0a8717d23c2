import { expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher } from '../../testing/builders.ts'
import type { SocketClient } from '../../testing/socket-client.ts'

const SOCKETS = 2000
const AT_ONCE = 100

test('2000 logged-in sockets reconnect behind one address of a carrier: none is refused, none is closed', async () => {
  await using server = await aServer()
  const { companyId } = await aCompany(server)
  // Uses consoles, since a newer phone of one driver replaces the older.
  const { email } = await aDispatcher(server, { companyId })
  const token = await server.logIn(email)
  const sockets: SocketClient[] = []
  while (sockets.length < SOCKETS) {
    sockets.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => server.socket(token)))))
  }
  let closed = 0
  for (const socket of sockets) void socket.closed().then(() => closed++)
  await server.socket(token)
  expect(closed).toBe(0)
})
