import * as contract from '@dispecerat/contract/identity/accounts'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import { loginOf } from '../../platform/http/authenticate.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { KnownSessions } from '../sessions/known-sessions.ts'
import { reportActivity } from '../sessions/report-activity.ts'
import { revokeSession } from '../sessions/revoke-session.ts'
import { twoFactorRoutes } from '../two-factor/two-factor.routes.ts'
import { loggedUserView, type PlatformRules, sessionViews } from './accounts.views.ts'
import type { GuessGuard } from './guess-guard.ts'
import { logIn } from './log-in.ts'
import { ownAccountRoutes } from './own-account.routes.ts'
import { setUp } from './set-up.ts'

const DONE = { ok: true } as const

export function accountsRoutes(
  http: FastifyInstance,
  server: Server,
  parts: {
    sessions: KnownSessions
    guard: GuessGuard
    platformRules: PlatformRules
    publicOrigins: readonly string[]
  },
): void {
  const { sessions, guard, platformRules } = parts
  twoFactorRoutes(http, server, { guard, sessions })
  ownAccountRoutes(http, server, parts)
  const userView = (userId: UserId) => loggedUserView(server.db, userId, { ...platformRules, now: server.clock.now() })

  mount(http, server, contract.logIn, async ({ body, request }) => {
    const options = { guard, address: request.ip, graceDays: platformRules.twoFactorGraceDays }
    const { token, deviceToken, userId } = await logIn(server, body, options)
    return { token, device_token: deviceToken, user: await userView(userId) }
  })

  mount(http, server, contract.setUp, async ({ body }) => {
    const { token, userId } = await setUp(server, body)
    return { token, user: await userView(userId) }
  })

  mount(http, server, contract.whoAmI, async ({ request }) => ({
    data: await userView(loginOf(request).userId),
  }))

  mount(http, server, contract.listSessions, async ({ request }) => {
    const { userId, tokenId: currentTokenId } = loginOf(request)
    return { data: await sessionViews(server.db, { userId, currentTokenId, now: server.clock.now() }) }
  })

  mount(http, server, contract.logOut, async ({ actor, request }) => {
    const { tokenId } = await revokeSession(server, actor, loginOf(request).tokenId, { keepsDevice: true })
    sessions.drop([tokenId])
    return DONE
  })

  mount(http, server, contract.revokeSession, async ({ actor, params }) => {
    const { tokenId } = await revokeSession(server, actor, params.id)
    sessions.drop([tokenId])
    return DONE
  })

  mount(http, server, contract.reportActivity, async ({ actor, body }) => {
    return { ...DONE, ...(await reportActivity(server, actor, body)) }
  })
}
