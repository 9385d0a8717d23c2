import { CLOSE } from '@dispecerat/contract/api/realtime'
import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import type { Login } from '../http/authenticate.ts'
import { Hub } from './hub.ts'
import { LiveSocket } from './live-socket.ts'

const TOKEN = 5

function aSocket() {
  const close = vi.fn()
  const ws = { close, terminate: () => undefined, readyState: 1, OPEN: 1 } as unknown as WebSocket
  const login: Login = {
    tokenId: TOKEN,
    userId: asId<UserId>(1),
    roles: ['dispatcher'],
    scope: { companies: [asId<CompanyId>(1)], ownUserId: null },
  }
  return { live: new LiveSocket(ws, login, 0), close }
}

test('a socket that joins with a token read just before the session ended is closed at once', () => {
  const hub = new Hub()
  hub.closeSessions([TOKEN], CLOSE.badToken)
  const { live, close } = aSocket()
  hub.add(live)
  expect(close).toHaveBeenCalledWith(CLOSE.badToken, 'session closed')
})

test('a phone that was blocked joins again after it was unblocked', () => {
  const hub = new Hub()
  hub.closeSessions([TOKEN], CLOSE.blocked)
  const { live, close } = aSocket()
  hub.add(live)
  expect(close).not.toHaveBeenCalled()
})
