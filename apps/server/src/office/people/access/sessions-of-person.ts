import type { PersonSession } from '@dispecerat/contract/office/person-sessions'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { z } from 'zod'
import { closeSessions, openSessions } from '../../../identity/accounts/accounts.public.ts'
import { recordAudit } from '../../../platform/audit/audit.public.ts'
import type { Actor } from '../../../platform/db/actor.ts'
import { write } from '../../../platform/db/write.ts'
import type { Server } from '../../../platform/lifecycle/server.ts'
import type { PersonRecord } from '../person.store.ts'
import {
  companyOf,
  lockPerson,
  requireAccount,
  requireAdministered,
  requireAnother,
  requireWhole,
} from '../person-rules.ts'

/**
 * A session belongs to the person, not to a company: only actors who administer all companies that the person works for may see its device
 * and network or end it. Throws user.is_yourself, user.is_super_user, user.not_yours_to_edit, user.works_elsewhere.
 */
function requireAllowed(actor: Actor, person: PersonRecord): void {
  requireAnother(actor, person)
  requireAdministered(actor, person)
  requireWhole(actor, person)
}

/** Throws user.unknown, and what `requireAllowed` throws. */
export async function sessionsOfPerson(
  { db, clock }: Server,
  actor: Actor,
  userId: UserId,
): Promise<z.input<typeof PersonSession>[]> {
  requireAllowed(actor, await requireAccount(db, actor, userId))
  return openSessions(db, { userId, now: clock.now() })
}

/** Ends all sessions (null), or that of a stolen telephone or computer. Throws session.unknown, and what `sessionsOfPerson` throws. */
export function endSessions(
  server: Server,
  actor: Actor,
  { userId, sessionId }: { userId: UserId; sessionId: number | null },
): Promise<{ ended: number }> {
  return write(server, actor, async (tx) => {
    const person = await lockPerson(tx, actor, userId)
    requireAllowed(actor, person)
    const now = server.clock.now()
    const ended = (await closeSessions(tx, server.domainEvents, { userId, tokenId: sessionId, now })).length
    if (sessionId !== null && ended === 0) throw new DomainError('session.unknown')
    const entry = { entity: 'user', entityId: userId, companyId: companyOf(actor, person), before: null, after: null }
    if (ended > 0) await recordAudit(tx, actor, { ...entry, action: 'sessions_ended' }, now)
    return { ended }
  })
}
