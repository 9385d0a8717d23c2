import { DomainError, FieldErrors } from '@dispecerat/domain/errors'
import { recordChange } from '../audit/audit.public.ts'
import { companyOfCaller } from '../companies/companies.public.ts'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { record } from '../db/event-log.ts'
import { write } from '../db/write.ts'
import { checkAll } from '../http/check-all.ts'
import type { Server } from '../server.ts'
import { bringBackBlockedPhone, deleteBlockedPhone, insertBlockedPhone, isBlocked } from './blocked-phones.store.ts'

/** Refuses a phone (E.164) in the caller's first company; an admin without a company cannot. */
export async function blockPhone(
  server: Server,
  caller: Caller,
  typed: { phone: string; reason: string },
): Promise<{ id: number }> {
  return write(server, caller, async (tx) => {
    const companyId = await companyOfCaller(tx, caller)
    if (companyId === null) throw new DomainError('company.unknown')
    await checkAll(caller, () => requireNotBlocked(tx, companyId, typed.phone))
    const { phone, reason } = typed
    const now = server.clock.now()
    const id = await insertBlockedPhone(tx, { companyId, phone, reason, createdBy: caller.userId }, now)
    if (id === null) throw alreadyBlocked()
    await tellChanged(tx, caller, { id, companyId, action: 'blocked', after: { phone, reason } }, now)
    return { id }
  })
}

async function requireNotBlocked(tx: Tx, companyId: number, phone: string): Promise<void> {
  if (await isBlocked(tx, companyId, phone)) throw alreadyBlocked()
}

function alreadyBlocked(): FieldErrors {
  return new FieldErrors({ phone: ['Numărul este deja blocat'] })
}

export async function unblockPhone(server: Server, caller: Caller, id: number): Promise<void> {
  await write(server, caller, async (tx) => {
    const now = server.clock.now()
    const gone = await deleteBlockedPhone(tx, caller, id, now)
    if (gone === null) throw new DomainError('blocked_phone.unknown')
    const { companyId, phone, reason } = gone
    await tellChanged(tx, caller, { id, companyId, action: 'unblocked', before: { phone, reason } }, now)
    return { id }
  })
}

/** Takes an acceptance back. A phone that was refused anew meanwhile keeps its newer refusal. */
export async function restoreBlockedPhone(server: Server, caller: Caller, id: number): Promise<void> {
  await write(server, caller, async (tx) => {
    const kept = await bringBackBlockedPhone(tx, caller.scope, id)
    if (kept === null) throw new DomainError('blocked_phone.unknown')
    if (!kept.isBack) throw new FieldErrors({ phone: ['Numărul este deja blocat'] })
    const { companyId, phone, reason } = kept
    await tellChanged(tx, caller, { id, companyId, action: 'blocked', after: { phone, reason } }, server.clock.now())
    return { id }
  })
}

interface Told {
  id: number
  companyId: number
  action: 'blocked' | 'unblocked'
  before?: object
  after?: object
}

async function tellChanged(
  tx: Tx,
  caller: Caller,
  { id, companyId, action, ...sides }: Told,
  now: Date,
): Promise<void> {
  const about = { entity: 'blocked_phone', entityId: id, companyId, action }
  await recordChange(tx, caller, { ...about, before: sides.before ?? null, after: sides.after ?? null }, now)
  await record(tx, [{ event: 'blocked_phones_changed', toCompanies: [companyId], data: {} }], now)
}
