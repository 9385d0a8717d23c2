import * as contract from '@dispecerat/contract/account'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import { loginOf } from '../http/authenticate.ts'
import { consoleUrlOf } from '../http/console-url.ts'
import { mount } from '../http/mount.ts'
import { type RateLimit, RateLimiter } from '../http/rate-limit.ts'
import type { Server } from '../server.ts'
import { AccountConflictLimiter } from './account-conflicts.ts'
import { type HouseRules, loggedUserView } from './accounts.views.ts'
import { changePassword } from './change-password.ts'
import { askForReset, confirmReset } from './reset-password.ts'
import { updateAccount } from './update-account.ts'

const DONE = { ok: true } as const
const OWN_PASSWORD: RateLimit = { most: 10, seconds: 15 * 60 }
const RESETS_OF_ADDRESS: RateLimit = { most: 10, seconds: 15 * 60 }
const RESETS_OF_MAIL: RateLimit = { most: 3, seconds: 15 * 60 }

export interface AccountParts {
  publicOrigins: readonly string[]
  house: HouseRules
}

export function ownAccountRoutes(http: FastifyInstance, server: Server, parts: AccountParts): void {
  const guesses = new RateLimiter(OWN_PASSWORD, server.clock)
  const conflicts = new AccountConflictLimiter(server.clock)
  mount(http, server, contract.updateAccount, async ({ caller, body, request }) => {
    if (body.password) guesses.take(String(caller.userId))
    await conflicts.watch(caller, () => updateAccount(server, caller, body))
    return {
      data: await loggedUserView(server.db, loginOf(request).userId, { ...parts.house, now: server.clock.now() }),
    }
  })

  mount(http, server, contract.changePassword, async ({ caller, body, request }) => {
    guesses.take(String(caller.userId))
    const { tokenId } = loginOf(request)
    await changePassword(server, caller, { tokenId, oldPassword: body.old_password, password: body.password })
    return DONE
  })
  resetRoutes(http, server, parts, server.clock)
}

function resetRoutes(http: FastifyInstance, server: Server, { publicOrigins }: AccountParts, clock: Clock): void {
  const addresses = new RateLimiter(RESETS_OF_ADDRESS, clock)
  const mails = new RateLimiter(RESETS_OF_MAIL, clock)
  mount(http, server, contract.askForReset, async ({ body, request }) => {
    addresses.take(request.ip)
    mails.take(body.email.toLowerCase())
    await askForReset(server, body.email, consoleUrlOf(request, publicOrigins))
    return DONE
  })

  mount(http, server, contract.confirmReset, async ({ caller, body, request }) => {
    addresses.take(request.ip)
    await confirmReset(server, caller, body)
    return DONE
  })
}
