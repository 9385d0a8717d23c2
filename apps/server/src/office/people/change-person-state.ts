import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { leaveDuty, lockDriver } from '../../fleet/fleet.public.ts'
import { closeSessions } from '../../identity/accounts/accounts.public.ts'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { type ClientRecord, saveClientRecord } from './clients/client-record.store.ts'
import { lockClient, recordClientChange, requireClientAdministered } from './clients/client-rules.ts'
import { type PersonRecord, savePerson } from './person.store.ts'
import { companyOf, lockPerson, requireAdministered, requireAnother, requireWhole } from './person-rules.ts'

/**
 * Closes an account or a client of the actor's companies, or reopens it; idempotent. Closing ends all sessions, and a driver without a trip
 * goes off duty. Throws user.unknown, user.not_yours_to_edit, user.is_yourself, user.is_super_user, user.works_elsewhere, driver.busy.
 */
export async function changePersonState(
  server: Server,
  actor: Actor,
  userId: UserId,
  isActive: boolean,
): Promise<{ userId: UserId }> {
  return write(server, actor, async (tx) => {
    const now = server.clock.now()
    const client = await lockClient(tx, actor, userId)
    if (client) return changeClientState(tx, actor, client, { isActive, now })

    const person = await lockPerson(tx, actor, userId)
    requireAnother(actor, person)
    requireAdministered(actor, person)
    requireWhole(actor, person)
    if (person.isActive === isActive) return { userId }

    if (person.driverCompanyId !== null) await standAside(server, tx, { person, isActive, now })
    await savePerson(tx, userId, { isActive })
    const entry = { entity: 'user', entityId: userId, companyId: companyOf(actor, person) }
    const state = { before: { is_active: !isActive }, after: { is_active: isActive } }
    await recordAudit(tx, actor, { ...entry, action: isActive ? 'restored' : 'deleted', ...state }, now)
    if (!isActive) await closeSessions(tx, server.domainEvents, { userId, now })
    return { userId }
  })
}

/** Closes the company's own client row; the user of that phone is not affected. */
async function changeClientState(
  tx: Tx,
  actor: Actor,
  client: ClientRecord,
  { isActive, now }: { isActive: boolean; now: Date },
): Promise<{ userId: UserId }> {
  requireClientAdministered(actor)
  const { userId } = client
  if (client.isActive === isActive) return { userId }
  await saveClientRecord(tx, client, { isActive })
  const state = { before: { is_active: !isActive }, after: { is_active: isActive } }
  await recordClientChange(tx, actor, client, { action: isActive ? 'restored' : 'deleted', ...state, now })
  return { userId }
}

async function standAside(
  server: Server,
  tx: Tx,
  { person, isActive, now }: { person: PersonRecord; isActive: boolean; now: Date },
): Promise<void> {
  const driver = await lockDriver(tx, person.userId)
  if (!isActive && driver.isBusy) throw new DomainError('driver.busy')
  await leaveDuty(server, tx, driver, now)
}
