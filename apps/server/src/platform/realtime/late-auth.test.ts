import { CLOSE } from '@dispecerat/contract/api/realtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aCompany, aDriver } from '../../testing/builders.ts'

const AUTH_MS = 5000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a token that arrived while the server was busy counts, one that did not arrive within 5 s closes the socket', async () => {
  await using server = await aServer()
  const { companyId } = await aCompany(server)
  const token = await server.logIn((await aDriver(server, { companyId })).email)
  const [punctual, silent] = [server.bareSocket(), server.bareSocket()]
  await Promise.all([punctual.opened(), silent.opened()])
  punctual.send({ action: 'auth', token })
  // Advances the time before the server reads from its sockets again.
  vi.advanceTimersByTime(AUTH_MS)
  const outcome = await Promise.race([punctual.waitForEvent('ready').then(() => 'ready'), punctual.closed()])
  expect([outcome, await silent.closed()]).toEqual(['ready', CLOSE.tryAgainLater])
})
