import { CLOSE } from '@dispecerat/contract/api/realtime'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver } from '../../testing/builders.ts'
import { testEvent, testRealtime } from '../../testing/test-events.ts'
import { record } from '../db/event-log.ts'

const KIB = 1024

function publish(server: TestServer, companyId: CompanyId, kib: number): void {
  const data = { filler: 'x'.repeat(kib * KIB) }
  testRealtime(server.realtime).publish({ event: 'test_counts', toCompanies: [companyId], data })
}

async function countOf(server: TestServer, kind: string): Promise<number> {
  const { body } = await server.inject({ method: 'GET', url: '/metrics' })
  return Number(new RegExp(`websocket_frames_total\\{kind="${kind}"\\} (\\d+)`).exec(body)?.[1] ?? 0)
}

test('a console that stops reading loses volatile frames, then is closed; one that reads loses nothing', async () => {
  await using server = await aServer()
  const { companyId } = await aCompany(server)
  const { email } = await aDispatcher(server, { companyId })
  const token = await server.logIn(email)
  const [stalled, reading] = [await server.socket(token), await server.socket(token)]
  stalled.stall()
  // Loopback buffers hold a few MiB before the server has to buffer.
  for (let n = 0; n < 400; n++) {
    publish(server, companyId, 64)
    if (n % 4 === 3) await reading.waitForEvents('test_counts', n + 1)
  }
  await reading.waitForEvents('test_counts', 400)
  expect(await countOf(server, 'dropped_volatile')).toBeGreaterThan(0)

  const filler = 'x'.repeat(512 * KIB)
  for (let n = 0; n < 6; n++) {
    await server.db
      .transaction()
      .execute((tx) =>
        record(
          tx,
          [testEvent({ event: 'test_event', toCompanies: [companyId], data: { filler } })],
          server.clock.now(),
        ),
      )
    server.committed()
  }
  await reading.waitForEvents('test_event', 6)
  stalled.readOn()
  expect(await stalled.closed()).toBe(CLOSE.tooSlow)
  await reading.caughtUp()
})

test('a phone that floods is paused and then closed, while others are served', async () => {
  await using server = await aServer()
  const { companyId } = await aCompany(server)
  const [loud, quiet] = [await aDriver(server, { companyId }), await aDriver(server, { companyId })]
  let received = 0
  server.realtime.onFrame('position', () => {
    received += 1
  })
  const flooding = await server.socket(await server.logIn(loud.email))
  const calm = await server.socket(await server.logIn(quiet.email))
  const frame = JSON.stringify({ event: 'position', data: { lat: 45.6, long: 25.5 } })
  const timer = setInterval(() => {
    for (let n = 0; n < 200; n++) flooding.send(frame)
  }, 20)
  const code = await flooding.closed().finally(() => clearInterval(timer))
  expect(code).toBe(CLOSE.policyViolation)
  expect(received).toBeLessThan(150)
  await calm.caughtUp()
})

test('a socket that sends no token in time is closed with 1013, so that its client keeps the token and reconnects', async () => {
  await using server = await aServer()
  const socket = server.bareSocket()
  await socket.opened()
  expect(await socket.closed()).toBe(CLOSE.tryAgainLater)
})
