import type { UserId } from '@dispecerat/domain/kernel/ids'
import { closeSessions, removeTwoFactor } from '../../../identity/accounts/accounts.public.ts'
import { recordAudit } from '../../../platform/audit/audit.public.ts'
import type { Actor } from '../../../platform/db/actor.ts'
import { write } from '../../../platform/db/write.ts'
import type { Server } from '../../../platform/lifecycle/server.ts'
import { companyOf, lockPerson, requireAdministered, requireAnother, requireWhole } from '../person-rules.ts'

/**
 * Removes the second factor of a person who lost the telephone and the recovery codes, and closes their sessions. Throws user.unknown,
 * user.not_yours_to_edit, user.is_yourself, user.is_super_user, user.works_elsewhere.
 */
export async function resetTwoFactor(server: Server, actor: Actor, userId: UserId): Promise<{ userId: UserId }> {
  return write(server, actor, async (tx) => {
    const person = await lockPerson(tx, actor, userId)
    requireAnother(actor, person)
    requireAdministered(actor, person)
    requireWhole(actor, person)
    if (!(await removeTwoFactor(tx, userId))) return { userId }
    const now = server.clock.now()
    const entry = { entity: 'user', entityId: userId, companyId: companyOf(actor, person), before: null, after: null }
    await recordAudit(tx, actor, { ...entry, action: 'two_factor_off' }, now)
    await closeSessions(tx, server.domainEvents, { userId, now })
    return { userId }
  })
}
