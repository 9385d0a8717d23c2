import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { queueRegister, type WantedRegister } from './queue-register.ts'

/** Files the register of a chosen day. Throws `company.unknown`, `filing.day_not_over`. */
export async function fileRegister(
  server: Server,
  actor: Actor,
  { companyId: requestedId, day, format }: WantedRegister,
): Promise<{ filingId: number; isNew: boolean }> {
  return write(server, actor, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, requestedId)
    const now = server.clock.now()
    if (day >= bucharestDay(now)) throw new DomainError('filing.day_not_over')
    return queueRegister(tx, actor, { companyId, day, format }, now)
  })
}
