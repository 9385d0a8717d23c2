import { CLOSE } from '@dispecerat/contract/realtime'
import type { Role } from '@dispecerat/domain/permissions'
import { DEFAULT_SOCKETS } from '@dispecerat/domain/quota'
import { expect, test } from 'vitest'
import { RequestLimits } from '../http/request-limits.ts'
import { MAX_SOCKETS_OF_USER } from '../http/socket-limits.ts'
import { aServer } from '../testing/a-server.ts'
import { aCompany, aDispatcher } from '../testing/builders.ts'
import { SocketMeter } from './socket-meter.ts'

const ADDRESS = '192.0.2.9'
const actor = (userId: number, role: Role = 'dispatcher') => ({
  ...{ tokenId: userId, userId, roles: [role] },
  scope: { companies: [7], ownUserId: null },
})

/** A meter whose clock stands. */
function aMeter() {
  const meter = new SocketMeter(new RequestLimits({ monotonicMs: () => 0 }))
  const closed: number[] = []
  const join = (userId: number, role?: Role) => {
    const socket = meter.admit(ADDRESS, () => closed.push(userId))
    socket.joins(actor(userId, role))
    return socket
  }
  return { meter, closed, join }
}

test('a session spends by its sockets what it spends by requests, and leaves a colleague the own share', () => {
  const { join } = aMeter()
  const socket = join(1)
  const received = Array.from({ length: 1200 }, () => socket.mayReceive()).filter(Boolean)
  // A session may ask 1000 times at once; joining costs as much as five requests.
  expect(received).toHaveLength(995)
  expect(() => join(1)).toThrow('too many requests')
  expect(join(2).mayReceive()).toBe(true)
})

test('tokens nobody has are counted for their address', () => {
  const { meter } = aMeter()
  const guess = () => meter.admit(ADDRESS, () => undefined).joins(null)
  for (let n = 0; n < 2000; n++) guess()
  expect(guess).toThrow('too many requests')
})

test('the consoles of a company have so many sockets; its drivers and another company are not among them', () => {
  const { join, closed } = aMeter()
  for (let n = 0; n < DEFAULT_SOCKETS; n++) join(1000 + n)
  for (let n = 0; n < DEFAULT_SOCKETS; n++) join(3000 + n, 'driver')
  expect(closed).toEqual([])
  join(1000)
  expect(closed).toEqual([1000])
})

test('a socket that closes while its token is looked up keeps no place', () => {
  const { meter, join, closed } = aMeter()
  for (let n = 0; n < MAX_SOCKETS_OF_USER; n++) {
    const socket = meter.admit(ADDRESS, () => closed.push(1))
    socket.gone()
    socket.joins(actor(1))
  }
  for (let n = 0; n < MAX_SOCKETS_OF_USER; n++) join(1)
  expect(closed).toEqual([])
})

test('who opens more sockets than a desk has windows loses the oldest, and its console comes back later', async () => {
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

test('sockets of a trusted address have no limit, and are shown all the same while they are open', () => {
  const meter = new SocketMeter(new RequestLimits({ monotonicMs: () => 0, trustsLoopback: true }))
  const sockets = Array.from({ length: DEFAULT_SOCKETS + 1 }, (_, n) => {
    const socket = meter.admit('127.0.0.1', () => expect.fail('closed'))
    socket.joins(actor(1000 + n))
    return socket
  })
  expect([meter.openOf(7), meter.openOf(8)]).toEqual([DEFAULT_SOCKETS + 1, 0])
  for (const socket of sockets) socket.gone()
  expect(meter.openOf(7)).toBe(0)
})
