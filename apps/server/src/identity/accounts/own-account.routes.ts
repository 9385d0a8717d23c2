import * as contract from '@dispecerat/contract/identity/account'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { FastifyInstance } from 'fastify'
import { loginOf } from '../../platform/http/authenticate.ts'
import { consoleUrlOf } from '../../platform/http/console-url.ts'
import { mount } from '../../platform/http/mount.ts'
import { hostOf, networkOf } from '../../platform/http/network-of-address.ts'
import { type RateLimit, RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { AccountConflictLimiter } from './account-conflicts.ts'
import { loggedUserView, type PlatformRules } from './accounts.views.ts'
import { changePassword } from './change-password.ts'
import type { GuessGuard } from './guess-guard.ts'
import { beginReset, confirmReset } from './reset-password.ts'
import { updateAccount } from './update-account.ts'

const DONE = { ok: true } as const
const RESETS_OF_HOST: RateLimit = { max: 10, seconds: 15 * 60 }
const RESETS_OF_NETWORK: RateLimit = { max: 60, seconds: 15 * 60 }
const RESETS_OF_MAIL: RateLimit = { max: 3, seconds: 15 * 60 }

export interface AccountParts {
  publicOrigins: readonly string[]
  platformRules: PlatformRules
  guard: GuessGuard
}

export function ownAccountRoutes(http: FastifyInstance, server: Server, parts: AccountParts): void {
  const conflicts = new AccountConflictLimiter(server.clock)
  mount(http, server, contract.updateAccount, async ({ actor, body, request }) => {
    const guess = parts.guard.ofSession(loginOf(request).tokenId)
    const options = { guess, consoleUrl: consoleUrlOf(request, parts.publicOrigins) }
    await conflicts.watch(actor, () => updateAccount(server, actor, body, options))
    return {
      data: await loggedUserView(server.db, loginOf(request).userId, {
        ...parts.platformRules,
        now: server.clock.now(),
      }),
    }
  })

  mount(http, server, contract.changePassword, async ({ actor, body, request }) => {
    const { tokenId } = loginOf(request)
    const guess = parts.guard.ofSession(tokenId)
    await changePassword(server, actor, { tokenId, oldPassword: body.old_password, password: body.password, guess })
    return DONE
  })
  resetRoutes(http, server, parts, server.clock)
}

function resetRoutes(http: FastifyInstance, server: Server, { publicOrigins }: AccountParts, clock: Clock): void {
  const hosts = new RateLimiter(RESETS_OF_HOST, clock)
  const networks = new RateLimiter(RESETS_OF_NETWORK, clock)
  const mails = new RateLimiter(RESETS_OF_MAIL, clock)
  const takeOf = (address: string) => {
    const takeHostBack = hosts.take(hostOf(address))
    const takeNetworkBack = networks.take(networkOf(address))
    return () => {
      takeNetworkBack()
      takeHostBack()
    }
  }
  mount(http, server, contract.beginReset, async ({ body, request }) => {
    takeOf(request.ip)
    mails.take(body.email.toLowerCase())
    await beginReset(server, body.email, consoleUrlOf(request, publicOrigins))
    return DONE
  })

  mount(http, server, contract.confirmReset, async ({ actor, body, request }) => {
    const takeBack = takeOf(request.ip)
    await confirmReset(server, actor, body).catch((error: unknown) => {
      if (!(error instanceof DomainError && error.code === 'account.reset_closed')) takeBack()
      throw error
    })
    takeBack()
    return DONE
  })
}
