import { DomainError, FieldErrors } from '@dispecerat/domain/errors'
import { companyOfCaller } from '../companies/companies.public.ts'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { record } from '../db/event-log.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { bringBackBlockedPhone, deleteBlockedPhone, insertBlockedPhone } from './blocked-phones.store.ts'

/** Refuses a phone (E.164) in the caller's first company; an admin without a company cannot. */
export async function blockPhone(
  server: Server,
  caller: Caller,
  { phone, reason }: { phone: string; reason: string },
): Promise<{ id: number }> {
  return write(server, caller, async (tx) => {
    const companyId = await companyOfCaller(tx, caller)
    if (companyId === null) throw new DomainError('company.unknown')
    const now = server.clock.now()
    const id = await insertBlockedPhone(tx, { companyId, phone, reason, createdBy: caller.userId }, now)
    if (id === null) throw new FieldErrors({ phone: ['Numărul este deja blocat'] })
    await tellChanged(tx, companyId, now)
    return { id }
  })
}

export async function unblockPhone(server: Server, caller: Caller, id: number): Promise<void> {
  await write(server, caller, async (tx) => {
    const now = server.clock.now()
    const companyId = await deleteBlockedPhone(tx, caller, id, now)
    if (companyId === null) throw new DomainError('blocked_phone.unknown')
    await tellChanged(tx, companyId, now)
    return { id }
  })
}

/** Takes an acceptance back. A phone that was refused anew meanwhile keeps its newer refusal. */
export async function restoreBlockedPhone(server: Server, caller: Caller, id: number): Promise<void> {
  await write(server, caller, async (tx) => {
    const kept = await bringBackBlockedPhone(tx, caller.scope, id)
    if (kept === null) throw new DomainError('blocked_phone.unknown')
    if (!kept.isBack) throw new FieldErrors({ phone: ['Numărul este deja blocat'] })
    await tellChanged(tx, kept.companyId, server.clock.now())
    return { id }
  })
}

function tellChanged(tx: Tx, companyId: number, now: Date): Promise<void> {
  return record(tx, [{ event: 'blocked_phones_changed', toCompanies: [companyId], data: {} }], now)
}
