import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import { kindOfError } from '../../platform/lifecycle/kind-of-error.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { expireDriverBan } from './ban-driver.ts'
import { dueBans, endBanRow } from './bans.store.ts'

const AT_ONCE = 100

/**
 * Ends expired bans, each in its own transaction. Nodes that poll at the same time wait for each other at the driver's row, and the second
 * finds it done. Returns the number that this node ended.
 */
export async function endDueBans(server: Server): Promise<number> {
  let ended = 0
  for (const userId of await dueBans(server.db, server.clock.now(), AT_ONCE)) {
    try {
      if (await write(server, SYSTEM, (tx) => endOne(tx, server, userId))) ended += 1
    } catch (error) {
      server.log.error({ user_id: userId, reason: kindOfError(error) }, 'a ban could not be ended')
    }
  }
  return ended
}

async function endOne(tx: Tx, { domainEvents, clock }: Server, userId: UserId): Promise<boolean> {
  const now = clock.now()
  return expireDriverBan(tx, domainEvents, userId, now).catch((error: unknown) => {
    // Not a driver, or a deleted one: the row ends without a notification.
    if (!(error instanceof DomainError)) throw error
    return endBanRow(tx, userId, { because: 'expired', byUserId: null, now })
  })
}
