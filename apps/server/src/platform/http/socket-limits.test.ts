import { DEFAULT_SOCKETS } from '@dispecerat/domain/identity/quota'
import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AUTHENTICATES_WITHIN_MS, MAX_SOCKETS_OF_USER, MAX_UNAUTHENTICATED, SocketLimits } from './socket-limits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function aDoor(parts: ConstructorParameters<typeof SocketLimits>[0] = {}) {
  const limits = new SocketLimits(parts)
  const closed: string[] = []
  return {
    closed,
    limits,
    enter: (address: string, name = address) => limits.admit(address, (why) => closed.push(`${name} ${why}`)),
  }
}

const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))

test('a socket that does not authenticate within 5 s is closed; one that does, and one that left, are not', () => {
  const { enter, closed } = aDoor()
  enter('192.0.2.1', 'silent')
  enter('192.0.2.1', 'known').authenticated({ userId: asId<UserId>(1), companyId: asId<CompanyId>(1) })
  enter('192.0.2.1', 'left').gone()
  vi.advanceTimersByTime(AUTHENTICATES_WITHIN_MS - 1)
  expect(closed).toEqual([])
  vi.advanceTimersByTime(AUTHENTICATES_WITHIN_MS)
  expect(closed).toEqual(['silent silent'])
})

test('no socket times out while authentication is unavailable', () => {
  let canJudge = false
  const { enter, closed } = aDoor({ canJudge: () => canJudge })
  enter('192.0.2.1')
  vi.advanceTimersByTime(3 * AUTHENTICATES_WITHIN_MS)
  expect(closed).toEqual([])
  canJudge = true
  vi.advanceTimersByTime(AUTHENTICATES_WITHIN_MS)
  expect(closed).toEqual(['192.0.2.1 silent'])
})

test('when the unauthenticated sockets are at their limit, a dispatcher still connects: the network with the most loses its oldest', () => {
  const { enter, closed } = aDoor()
  times(MAX_UNAUTHENTICATED, (n) => enter('192.0.2.1', `stranger ${n}`))
  enter('198.51.100.7', 'dispatcher').authenticated({ userId: asId<UserId>(1), companyId: asId<CompanyId>(1) })
  enter('192.0.2.1', 'dispatcher beside the stranger').authenticated({
    userId: asId<UserId>(2),
    companyId: asId<CompanyId>(1),
  })
  times(MAX_UNAUTHENTICATED, () => enter('192.0.2.1', 'stranger again'))
  expect(closed[0]).toBe('stranger 0 too_many_sockets')
  expect(closed.filter((one) => one.startsWith('dispatcher'))).toEqual([])
})

test('2000 telephones behind one address reconnect: authenticated sockets no longer count for the address', () => {
  const { enter, closed } = aDoor()
  const places = times(2000, (n) => {
    const place = enter('192.0.2.1')
    place.authenticated({ userId: asId<UserId>(n), companyId: asId<CompanyId>(n % 10) })
    return place
  })
  expect(closed).toEqual([])
  for (const place of places) place.gone()
  vi.advanceTimersByTime(AUTHENTICATES_WITHIN_MS)
  expect(closed).toEqual([])
})

test('sockets are limited per user and per company: the group with the most loses its oldest', () => {
  const { enter, closed } = aDoor()
  times(MAX_SOCKETS_OF_USER + 1, (n) =>
    enter('192.0.2.1', `page ${n}`).authenticated({ userId: asId<UserId>(1), companyId: asId<CompanyId>(1) }),
  )
  expect(closed).toEqual(['page 0 too_many_sockets'])
  const colleagues = DEFAULT_SOCKETS - MAX_SOCKETS_OF_USER + 1
  times(colleagues, (n) =>
    enter('192.0.2.1', `colleague ${n}`).authenticated({ userId: asId<UserId>(2 + n), companyId: asId<CompanyId>(1) }),
  )
  expect(closed.slice(1)).toEqual(['page 1 too_many_sockets'])
})

test('a socket whose session was revoked gets the same timeout as a new one', () => {
  const { enter, closed } = aDoor()
  const place = enter('192.0.2.1')
  place.authenticated({ userId: asId<UserId>(1), companyId: asId<CompanyId>(1) })
  vi.advanceTimersByTime(AUTHENTICATES_WITHIN_MS)
  place.revoked()
  vi.advanceTimersByTime(AUTHENTICATES_WITHIN_MS)
  expect(closed).toEqual(['192.0.2.1 silent'])
})

test('a company has as many sockets as its quota, and lowering the quota closes the surplus', () => {
  const own = new Map([[7, 3]])
  const listeners: (() => void)[] = []
  const ofCompany = {
    of: (companyId: CompanyId) => own.get(companyId) ?? 5,
    onChange: (listener: () => void) => void listeners.push(listener),
  }
  const { enter, closed, limits } = aDoor({ ofCompany })
  times(4, (n) =>
    enter('192.0.2.1', `own ${n}`).authenticated({ userId: asId<UserId>(n % 2), companyId: asId<CompanyId>(7) }),
  )
  times(5, (n) =>
    enter('192.0.2.1', `other ${n}`).authenticated({ userId: asId<UserId>(10 + n), companyId: asId<CompanyId>(8) }),
  )
  expect(closed).toEqual(['own 0 too_many_sockets'])
  own.set(7, 1)
  for (const listener of listeners) listener()
  expect(closed.slice(1)).toEqual(['own 1 too_many_sockets', 'own 2 too_many_sockets'])
  expect([
    limits.openOf(asId<CompanyId>(7)),
    limits.openOf(asId<CompanyId>(8)),
    limits.openOf(asId<CompanyId>(9)),
  ]).toEqual([1, 5, 0])
})
