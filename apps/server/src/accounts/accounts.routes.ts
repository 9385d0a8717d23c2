import * as contract from '@dispecerat/contract/accounts'
import type { FastifyInstance } from 'fastify'
import { loginOf } from '../http/authenticate.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { loggedUserView, sessionViews } from './accounts.views.ts'
import type { KnownSessions } from './known-sessions.ts'
import { logIn } from './log-in.ts'
import type { LoginGuard } from './login-guard.ts'
import { reportActivity } from './report-activity.ts'
import { revokeSession } from './revoke-session.ts'
import { setUp } from './set-up.ts'

const DONE = { ok: true } as const

export function accountsRoutes(
  http: FastifyInstance,
  server: Server,
  { sessions, guard }: { sessions: KnownSessions; guard: LoginGuard },
): void {
  mount(http, server, contract.logIn, async ({ body, request }) => {
    const { token, userId } = await guard.watch(request.ip, body.email, () => logIn(server, body))
    return { token, user: await loggedUserView(server.db, userId) }
  })

  mount(http, server, contract.setUp, async ({ body }) => {
    const { token, userId } = await setUp(server, body)
    return { token, user: await loggedUserView(server.db, userId) }
  })

  mount(http, server, contract.whoAmI, async ({ request }) => ({
    data: await loggedUserView(server.db, loginOf(request).userId),
  }))

  mount(http, server, contract.listSessions, async ({ request }) => {
    const { userId, tokenId: currentTokenId } = loginOf(request)
    return { data: await sessionViews(server.db, { userId, currentTokenId, now: server.clock.now() }) }
  })

  mount(http, server, contract.logOut, async ({ caller, request }) => {
    const { tokenId } = await revokeSession(server, caller, loginOf(request).tokenId)
    sessions.drop([tokenId])
    return DONE
  })

  mount(http, server, contract.revokeSession, async ({ caller, params }) => {
    const { tokenId } = await revokeSession(server, caller, params.id)
    sessions.drop([tokenId])
    return DONE
  })

  mount(http, server, contract.reportActivity, async ({ caller, body }) => {
    await reportActivity(server, caller, body.isOnline)
    return DONE
  })
}
