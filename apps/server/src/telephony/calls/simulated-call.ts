import { DomainError } from '@dispecerat/domain/kernel/errors'
import { companyOfActor, findCompany } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { findCall, findCallBySip } from './calls.store.ts'

/** The called company: the requested one, if it is the actor's, or the actor's first; `company.unknown` otherwise. */
export async function simulatedCompany({ db }: Server, actor: Actor, requestedId: number | undefined): Promise<number> {
  const { companies } = actor.scope
  const isMine = requestedId === undefined || companies === 'every' || companies.includes(requestedId)
  const companyId = requestedId ?? (await companyOfActor(db, actor))
  if (!isMine || companyId === null) throw new DomainError('company.unknown')
  if (!(await findCompany(db, companyId))) throw new DomainError('company.unknown')
  return companyId
}

/** A call of the actor's companies by its row id or its SIP id. */
export async function simulatedCall(
  { db }: Server,
  { scope }: Actor,
  which: { id: number } | { sipCallerId: string },
): Promise<{ id: number; sipCallerId: string }> {
  const call = await ('id' in which ? findCall(db, scope, which.id) : findCallBySip(db, scope, which.sipCallerId))
  if (!call || call.sipCallerId === null) throw new DomainError('call.unknown')
  return { id: call.id, sipCallerId: call.sipCallerId }
}
