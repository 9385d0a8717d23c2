import type { BanRequest } from '@dispecerat/contract/fleet/bans'
import { BAN_RULES, type BanInput, decideBan, mayBan } from '@dispecerat/domain/fleet/ban'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import { NO_USER, type UserId } from '@dispecerat/domain/kernel/ids'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import { closeSessions } from '../../identity/accounts/accounts.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { lockDriver } from '../fleet.public.ts'
import { banDriver, unbanDriver } from './ban-driver.ts'
import { findBannedUser, lockUser } from './banned-user.store.ts'
import { activeBan, endBanRow, insertBan, saveActiveBan } from './bans.store.ts'

/**
 * Bans a user or, without input, lifts the ban. A driver gets no offers but keeps the session and the trip; any other user is logged out
 * everywhere. Throws user.unknown, user.not_yours_to_ban and FieldErrors.
 */
export async function banUser(
  server: Server,
  actor: Actor,
  userId: UserId,
  request: BanRequest | null,
): Promise<{ userId: UserId }> {
  return write(server, actor, async (tx) => {
    const user = await findBannedUser(tx, userId, actor.scope)
    if (!mayBan({ userId: actor.userId ?? NO_USER, roles: actor.roles }, user)) {
      throw new DomainError('user.not_yours_to_ban')
    }
    if (user.drives) await lockDriver(tx, userId)
    else await lockUser(tx, userId)
    const now = server.clock.now() // Read after waiting for the lock.
    const input = readBanInput(request)
    // With an invalid field the input is a ban: only an empty body may lift one.
    if (actor.isDryRun) await checkAll(actor, ...BAN_RULES.map((rule) => () => refuse(rule(input, now))))
    const ban = decideBan(input, now)

    const change = { userId, ban, by: actor, now }
    if (user.drives) await changeDriver(tx, server, change)
    else await changeAccount(tx, server, { ...change, isDriver: user.roles.includes('driver') })
    return { userId }
  })
}

interface Change {
  userId: UserId
  /** null lifts the ban. */
  ban: { until: Date; reason: string } | null
  by: Actor
  now: Date
}

async function changeDriver(
  tx: Tx,
  { domainEvents }: Server,
  { userId: driverId, ban, by, now }: Change,
): Promise<void> {
  if (ban) await banDriver(tx, domainEvents, { driverId, ...ban, by, orderId: null, now })
  else await unbanDriver(tx, domainEvents, { driverId, by, now })
}

/** A user with the role of a driver keeps the session, even without a company. */
async function changeAccount(
  tx: Tx,
  { domainEvents }: Server,
  { userId, ban, by, now, isDriver }: Change & { isDriver: boolean },
): Promise<void> {
  const current = await activeBan(tx, userId)
  if (ban === null) {
    await saveActiveBan(tx, userId, { until: null, reason: null })
    await endBanRow(tx, userId, { because: 'lifted', byUserId: by.userId, now })
    return
  }
  if (current.until?.getTime() === ban.until.getTime() && current.reason === ban.reason) return
  await endBanRow(tx, userId, { because: 'replaced', byUserId: by.userId, now })
  await saveActiveBan(tx, userId, ban)
  await insertBan(tx, { userId, companyId: null, ...ban, by, orderId: null }, now)
  if (!isDriver) await closeSessions(tx, domainEvents, { userId, now })
}

/** Reads each field only when a rule needs it. */
function readBanInput(request: BanRequest | null): BanInput {
  return {
    get unit() {
      return request?.unit ?? null
    },
    get amount() {
      return request?.amount ?? null
    },
    get forever() {
      return request?.ban_forever ?? false
    },
    get until() {
      return request?.ban_until ? fromWireTime(request.ban_until) : null
    },
    get reason() {
      return request?.reason ?? ''
    },
  }
}

function refuse(problems: Record<string, string[]>): void {
  if (Object.keys(problems).length > 0) throw new FieldErrors(problems)
}
