import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { companyOfActor } from '../../identity/companies/companies.public.ts'
import { audited } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { bringBackBlockedPhone, deleteBlockedPhone, insertBlockedPhone, isBlocked } from './blocked-phones.store.ts'

const recordBlockChange = audited({
  entity: 'blocked_phone',
  listEvent: (companyId) => ({ event: 'blocked_phones_changed', toCompanies: [companyId], data: {} }),
})

/** Blocks a phone (E.164) in the actor's first company; an administrator without a company cannot. */
export async function blockPhone(
  server: Server,
  actor: Actor,
  typed: { phone: string; reason: string },
): Promise<{ id: number }> {
  return write(server, actor, async (tx) => {
    const companyId = await companyOfActor(tx, actor)
    if (companyId === null) throw new DomainError('company.unknown')
    await checkAll(actor, () => requireNotBlocked(tx, companyId, typed.phone))
    const { phone, reason } = typed
    const now = server.clock.now()
    const id = await insertBlockedPhone(tx, { companyId, phone, reason, createdBy: actor.userId }, now)
    if (id === null) throw alreadyBlocked()
    await recordBlockChange(tx, actor, { id, companyId, action: 'blocked', after: { phone, reason } }, now)
    return { id }
  })
}

async function requireNotBlocked(tx: Tx, companyId: CompanyId, phone: string): Promise<void> {
  if (await isBlocked(tx, companyId, phone)) throw alreadyBlocked()
}

function alreadyBlocked(): FieldErrors {
  return new FieldErrors({ phone: ['Numărul este deja blocat'] })
}

export async function unblockPhone(server: Server, actor: Actor, id: number): Promise<void> {
  await write(server, actor, async (tx) => {
    const now = server.clock.now()
    const gone = await deleteBlockedPhone(tx, actor, id, now)
    if (gone === null) throw new DomainError('blocked_phone.unknown')
    const { companyId, phone, reason } = gone
    await recordBlockChange(tx, actor, { id, companyId, action: 'unblocked', before: { phone, reason } }, now)
    return { id }
  })
}

/** Undoes an unblocking. A phone that was blocked again meanwhile keeps its newer block. */
export async function restoreBlockedPhone(server: Server, actor: Actor, id: number): Promise<void> {
  await write(server, actor, async (tx) => {
    const restored = await bringBackBlockedPhone(tx, actor.scope, id)
    if (restored === null) throw new DomainError('blocked_phone.unknown')
    if (!restored.isBack) throw new FieldErrors({ phone: ['Numărul este deja blocat'] })
    const { companyId, phone, reason } = restored
    await recordBlockChange(
      tx,
      actor,
      { id, companyId, action: 'blocked', after: { phone, reason } },
      server.clock.now(),
    )
    return { id }
  })
}
