import { isInRomania } from '@dispecerat/domain/geography/romania'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { type FixedPickup, lockOwnPickup, writeOwnPickup } from '../fare/protocol-account.store.ts'

/** Saves the account's default pickup; null removes it. Throws account.no_contract, FieldErrors on `pickup`. */
export async function saveOwnPickup(
  server: Server,
  actor: Actor,
  pickup: FixedPickup | null,
): Promise<{ accountId: UserId }> {
  const { userId } = actor
  if (userId === null) throw new DomainError('account.no_contract')
  if (pickup && !isInRomania(pickup)) throw new FieldErrors({ pickup: ['Adresa este în afara României'] })
  return write(server, actor, async (tx) => {
    const stored = await lockOwnPickup(tx, userId)
    if (!stored) throw new DomainError('account.no_contract')
    const now = server.clock.now()
    await writeOwnPickup(tx, userId, pickup)
    const audit = { entity: 'account_pickup', entityId: userId, companyId: stored.companyId, action: 'changed' }
    const line = (pickup: FixedPickup | null) => ({
      address: pickup && `${pickup.name} (${pickup.lat}, ${pickup.long})`,
    })
    await recordAudit(tx, actor, { ...audit, before: line(stored.pickup), after: line(pickup) }, now)
    await record(tx, [{ event: 'own_account_changed', toUsers: [userId], data: {} }], now)
    return { accountId: userId }
  })
}
