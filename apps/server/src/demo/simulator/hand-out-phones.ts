import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { DriverId } from '@dispecerat/domain/kernel/ids'
import { closeSessions, openSession } from '../../identity/accounts/accounts.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { knownOf } from './simulator.store.ts'

const DEVICE = 'Simulator'

/**
 * Opens a session for each driver and closes the earlier ones. Not idempotent, because tokens are not stored: a repeated request gets new
 * tokens.
 */
export async function handOutPhones(
  server: Server,
  actor: Actor,
  driverIds: readonly DriverId[],
): Promise<{ driver_id: DriverId; token: string }[]> {
  return write(server, { ...actor, once: null }, async (tx) => {
    const known = await knownOf(tx, driverIds, actor.scope)
    if (known.length < new Set(driverIds).size) throw new DomainError('driver.unknown')
    const now = server.clock.now()
    const phones = []
    for (const userId of known) {
      await closeSessions(tx, server.domainEvents, { userId, now })
      phones.push({ driver_id: userId, token: await openSession(tx, { userId, device: DEVICE, now }) })
    }
    return phones
  })
}
