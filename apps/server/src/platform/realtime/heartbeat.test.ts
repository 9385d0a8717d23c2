import { HEARTBEAT_SECONDS } from '@dispecerat/contract/api/realtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aCompany, aDriver } from '../../testing/builders.ts'

/** The close code of a connection that ended without a close frame. */
const NO_CLOSE_FRAME = 1006

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('a socket that sends neither frames nor pongs for a minute is closed at the next ping; the others stay open', async () => {
  await using server = await aServer()
  const { companyId } = await aCompany(server)
  const [near, far] = [await aDriver(server, { companyId }), await aDriver(server, { companyId })]
  const alive = await server.socket(await server.logIn(near.email))
  const silent = await server.socket(await server.logIn(far.email))
  const beats = async (times: number) => {
    for (let n = 0; n < times; n++) {
      vi.advanceTimersByTime(HEARTBEAT_SECONDS * 1000)
      await alive.caughtUp()
    }
  }

  silent.stall()
  await beats(2)
  silent.readOn()
  await silent.caughtUp()
  silent.stall()
  await beats(3)
  silent.readOn()
  expect(await silent.closed()).toBe(NO_CLOSE_FRAME)
  await alive.caughtUp()
})
