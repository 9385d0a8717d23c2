import crypto from 'node:crypto'
import { mayAdminister } from '@dispecerat/domain/identity/role-grants'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { attendantsOf, companyOfPerson, renewPasswords, rolesOfUser, setAccountPassword } from './sip-accounts.store.ts'
import { accountsMade } from './user-meta.ts'

const PASSWORD_BYTES = 20

const newPassword = () => crypto.randomBytes(PASSWORD_BYTES).toString('base64url')

/**
 * Creates a new password for the telephone of a dispatcher of the actor's companies; the old one is invalid at once. `user.unknown` for any
 * other user, `user.not_yours_to_edit` for a user above the actor. The audit log records the renewal, never the password.
 */
export async function renewSipPassword(server: Server, actor: Actor, userId: UserId): Promise<{ userId: UserId }> {
  const attendants = await attendantsOf(server.db, actor.scope.companies, server.clock.now())
  if (attendants.every((one) => one.userId !== userId)) throw new DomainError('user.unknown')
  const isOwn = userId === actor.userId
  if (!isOwn && !mayAdminister(actor.roles, await rolesOfUser(server.db, userId))) {
    throw new DomainError('user.not_yours_to_edit')
  }
  await accountsMade(server, userId, ['dispatcher'])
  return write(server, actor, async (tx) => {
    await setAccountPassword(tx, server, userId, newPassword())
    const companyId = await companyOfPerson(tx, actor.scope, userId)
    const entry = {
      entity: 'user',
      entityId: userId,
      companyId,
      action: 'telephone_renewed',
      before: null,
      after: null,
    }
    const now = server.clock.now()
    await recordAudit(tx, actor, entry, now)
    await record(tx, [{ event: 'telephone_renewed', toUsers: [userId], data: {} }], now)
    return { userId }
  })
}

/**
 * A session of the user ended, perhaps because its computer was stolen: the telephone password that it knew becomes invalid. Consoles in
 * the user's other sessions are notified and read the new one.
 */
export async function endSipPasswords(
  tx: Tx,
  server: Server,
  { userId, now }: { userId: UserId; now: Date },
): Promise<void> {
  if (!(await renewPasswords(tx, server, userId, newPassword))) return
  await record(tx, [{ event: 'telephone_renewed', toUsers: [userId], data: {} }], now)
}
