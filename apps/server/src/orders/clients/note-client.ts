import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { companyOfActor } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { clientOfPhone, companyThatKnows } from './clients.store.ts'

interface ClientNote {
  /** E.164. */
  phone: string
  about: string | null
}

/** Saves a company's notes about a phone, shown at its next call; empty notes are removed, and an unknown phone becomes a client. */
export async function noteClient(
  server: Server,
  actor: Actor,
  { phone, about }: ClientNote,
): Promise<{ clientId: UserId }> {
  return write(server, actor, async (tx) => {
    const companyId = (await companyThatKnows(tx, actor.scope, phone)) ?? (await companyOfActor(tx, actor))
    if (companyId === null) throw new DomainError('company.unknown')
    const { id } = await clientOfPhone(tx, { companyId, phone, about }, server.clock.now())
    return { clientId: id }
  })
}
