import { CLOSE } from '@dispecerat/contract/api/realtime'
import type { Role } from '@dispecerat/domain/identity/permissions'
import { DEFAULT_SOCKETS } from '@dispecerat/domain/identity/quota'
import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher } from '../../testing/builders.ts'
import { RequestLimits } from '../http/request-limits.ts'
import { MAX_SOCKETS_OF_USER } from '../http/socket-limits.ts'
import { SocketMeter } from './socket-meter.ts'

const ADDRESS = '192.0.2.9'
const actor = (userId: UserId, role: Role = 'dispatcher') => ({
  tokenId: userId,
  userId,
  roles: [role],
  scope: { companies: [asId<CompanyId>(7)], ownUserId: null },
})

/** A meter with a stopped clock. */
function aMeter() {
  const meter = new SocketMeter(new RequestLimits({ monotonicMs: () => 0 }))
  const closed: number[] = []
  const join = (userId: UserId, role?: Role) => {
    const socket = meter.admit(ADDRESS, () => closed.push(userId))
    socket.joins(actor(userId, role))
    return socket
  }
  return { meter, closed, join }
}

test('sockets and requests of a session share one budget, and a colleague has a separate one', () => {
  const { join } = aMeter()
  const socket = join(asId<UserId>(1))
  const received = Array.from({ length: 1200 }, () => socket.mayReceive()).filter(Boolean)
  // A session may send 1000 requests at once; joining costs as much as five of them.
  expect(received).toHaveLength(995)
  expect(() => join(asId<UserId>(1))).toThrow('too many requests')
  expect(join(asId<UserId>(2)).mayReceive()).toBe(true)
})

test('invalid tokens are counted for their address', () => {
  const { meter } = aMeter()
  const guess = () => meter.admit(ADDRESS, () => undefined).joins(null)
  for (let n = 0; n < 2000; n++) guess()
  expect(guess).toThrow('too many requests')
})

test('the consoles of a company have a maximum of sockets; its drivers and another company do not count', () => {
  const { join, closed } = aMeter()
  for (let n = 0; n < DEFAULT_SOCKETS; n++) join(asId<UserId>(1000 + n))
  for (let n = 0; n < DEFAULT_SOCKETS; n++) join(asId<UserId>(3000 + n), 'driver')
  expect(closed).toEqual([])
  join(asId<UserId>(1000))
  expect(closed).toEqual([1000])
})

test('a socket that closes while its token is looked up does not stay counted', () => {
  const { meter, join, closed } = aMeter()
  for (let n = 0; n < MAX_SOCKETS_OF_USER; n++) {
    const socket = meter.admit(ADDRESS, () => closed.push(1))
    socket.gone()
    socket.joins(actor(asId<UserId>(1)))
  }
  for (let n = 0; n < MAX_SOCKETS_OF_USER; n++) join(asId<UserId>(1))
  expect(closed).toEqual([])
})

test('a user who opens more sockets than allowed loses the oldest, and its console reconnects later', async () => {
  await using server = await aServer({ countsLoopback: true })
  const { companyId } = await aCompany(server)
  const token = await server.logIn((await aDispatcher(server, { companyId })).email)
  const oldest = await server.socket(token)
  for (let n = 1; n < MAX_SOCKETS_OF_USER; n++) await server.socket(token)
  await oldest.caughtUp()
  const newest = await server.socket(token)
  expect(await oldest.closed()).toBe(CLOSE.tryAgainLater)
  await newest.caughtUp()
})

test('sockets of a trusted address have no limit, but are counted while they are open', () => {
  const meter = new SocketMeter(new RequestLimits({ monotonicMs: () => 0, trustsLoopback: true }))
  const sockets = Array.from({ length: DEFAULT_SOCKETS + 1 }, (_, n) => {
    const socket = meter.admit('127.0.0.1', () => expect.fail('closed'))
    socket.joins(actor(asId<UserId>(1000 + n)))
    return socket
  })
  expect([meter.openOf(asId<CompanyId>(7)), meter.openOf(asId<CompanyId>(8))]).toEqual([DEFAULT_SOCKETS + 1, 0])
  for (const socket of sockets) socket.gone()
  expect(meter.openOf(asId<CompanyId>(7))).toBe(0)
})
