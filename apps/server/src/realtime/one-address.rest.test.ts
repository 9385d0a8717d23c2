import { expect, test } from 'vitest'
import { aServer } from '../testing/a-server.ts'
import { aCompany, aDriver } from '../testing/builders.ts'
import type { SocketClient } from '../testing/socket-client.ts'

const PHONES = 2000
const AT_ONCE = 100

test('2000 logged-in phones come back behind one address of a carrier: none is refused, none is closed', async () => {
  await using server = await aServer()
  const { companyId } = await aCompany(server)
  const { email } = await aDriver(server, { companyId })
  const token = await server.logIn(email)
  const phones: SocketClient[] = []
  while (phones.length < PHONES) {
    phones.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => server.socket(token)))))
  }
  let closed = 0
  for (const phone of phones) void phone.closed().then(() => closed++)
  await server.socket(token)
  expect(closed).toBe(0)
})
