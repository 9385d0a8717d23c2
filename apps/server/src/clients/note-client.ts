import { DomainError } from '@dispecerat/domain/errors'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { firstCompanyOf } from './blocked-phones.store.ts'
import { clientOfPhone, companyThatKnows } from './clients.store.ts'

interface ClientNote {
  /** E.164. */
  phone: string
  about: string | null
}

/**
 * What a dispatcher should know when this phone rings again, kept by his company; empty notes are none, and an unknown phone
 * becomes a client (C-32).
 */
export async function noteClient(
  server: Server,
  caller: Caller,
  { phone, about }: ClientNote,
): Promise<{ clientId: number }> {
  return write(server, caller, async (tx) => {
    const companyId = (await companyThatKnows(tx, caller.scope, phone)) ?? (await companyOf(tx, caller))
    if (companyId === null) throw new DomainError('company.unknown')
    const { id } = await clientOfPhone(tx, { companyId, phone, about }, server.clock.now())
    return { clientId: id }
  })
}

async function companyOf(tx: Tx, { scope, userId }: Caller): Promise<number | null> {
  return scope.companies === 'every' ? firstCompanyOf(tx, userId) : (scope.companies[0] ?? null)
}
