import * as contract from '@dispecerat/contract/identity/two-factor'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { FastifyInstance } from 'fastify'
import { loginOf } from '../../platform/http/authenticate.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { GuessGuard } from '../accounts/guess-guard.ts'
import type { KnownSessions } from '../sessions/known-sessions.ts'
import { twoFactorFacts } from './two-factor.store.ts'
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, makeRecoveryCodes } from './two-factor.ts'

const DONE = { ok: true } as const

export function twoFactorRoutes(
  http: FastifyInstance,
  server: Server,
  { guard, sessions }: { guard: GuessGuard; sessions: KnownSessions },
): void {
  mount(http, server, contract.readTwoFactor, async ({ request }) => {
    const { since, codesLeft } = await twoFactorFacts(server.db, loginOf(request).userId)
    return {
      data: { is_on: since !== null, since: since && toWireTime(since), recovery_codes_left: codesLeft },
    }
  })

  mount(http, server, contract.beginTwoFactor, async ({ actor, body, request }) => {
    const guess = guard.ofSession(loginOf(request).tokenId)
    return { data: await beginTwoFactor(server, actor, { password: body.password, guess }) }
  })

  mount(http, server, contract.confirmTwoFactor, async ({ actor, body, request }) => {
    const { tokenId } = loginOf(request)
    const input = { tokenId, code: body.code, guess: guard.ofSession(tokenId) }
    const recovery_codes = await confirmTwoFactor(server, actor, input)
    sessions.drop([tokenId])
    return { data: { recovery_codes } }
  })

  mount(http, server, contract.makeRecoveryCodes, async ({ actor, body, request }) => {
    const guess = guard.ofSession(loginOf(request).tokenId)
    return { data: { recovery_codes: await makeRecoveryCodes(server, actor, { ...body, guess }) } }
  })

  mount(http, server, contract.endTwoFactor, async ({ actor, body, request }) => {
    const { tokenId } = loginOf(request)
    await endTwoFactor(server, actor, { ...body, guess: guard.ofSession(tokenId) })
    sessions.drop([tokenId])
    return DONE
  })
}
