import * as contract from '@dispecerat/contract/two-factor'
import { toWireTime } from '@dispecerat/domain/wire-time'
import type { FastifyInstance } from 'fastify'
import { loginOf } from '../http/authenticate.ts'
import { mount } from '../http/mount.ts'
import { RateLimiter } from '../http/rate-limit.ts'
import type { Server } from '../server.ts'
import type { CodeGuard } from './check-code.ts'
import type { KnownSessions } from './known-sessions.ts'
import { twoFactorFacts } from './two-factor.store.ts'
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, makeRecoveryCodes } from './two-factor.ts'

const DONE = { ok: true } as const
const OWN_PASSWORD = { most: 10, seconds: 15 * 60 }

export function twoFactorRoutes(
  http: FastifyInstance,
  server: Server,
  { codes, sessions }: { codes: CodeGuard; sessions: KnownSessions },
): void {
  const passwords = new RateLimiter(OWN_PASSWORD, server.clock)

  mount(http, server, contract.readTwoFactor, async ({ request }) => {
    const { since, codesLeft } = await twoFactorFacts(server.db, loginOf(request).userId)
    return {
      data: { is_on: since !== null, since: since && toWireTime(since), recovery_codes_left: codesLeft },
    }
  })

  mount(http, server, contract.beginTwoFactor, async ({ caller, body }) => {
    passwords.take(String(caller.userId))
    return { data: await beginTwoFactor(server, caller, body.password) }
  })

  mount(http, server, contract.confirmTwoFactor, async ({ caller, body, request }) => {
    const { userId, tokenId } = loginOf(request)
    const recovery_codes = await codes.watch(userId, () =>
      confirmTwoFactor(server, caller, { tokenId, code: body.code }),
    )
    sessions.drop([tokenId])
    return { data: { recovery_codes } }
  })

  mount(http, server, contract.makeRecoveryCodes, async ({ caller, body, request }) => {
    passwords.take(String(caller.userId))
    const { userId } = loginOf(request)
    return { data: { recovery_codes: await codes.watch(userId, () => makeRecoveryCodes(server, caller, body)) } }
  })

  mount(http, server, contract.endTwoFactor, async ({ caller, body, request }) => {
    passwords.take(String(caller.userId))
    const { userId, tokenId } = loginOf(request)
    await codes.watch(userId, () => endTwoFactor(server, caller, body))
    sessions.drop([tokenId])
    return DONE
  })
}
