import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { lockCompany, saveAllowance } from './simulator.store.ts'

/** Allows or forbids offering the company's real orders to its simulated drivers. */
export async function allowSimulated(
  server: Server,
  actor: Actor,
  input: { companyId: CompanyId; isAllowed: boolean },
): Promise<{ companyId: CompanyId }> {
  return write(server, actor, async (tx) => {
    const company = await lockCompany(tx, input.companyId, actor.scope)
    if (!company) throw new DomainError('company.unknown')
    const now = server.clock.now()
    const { companyId } = company
    await saveAllowance(tx, companyId, input.isAllowed)
    const changed: LogEvent = {
      event: 'company_settings_changed',
      toCompanies: [companyId],
      data: { company_id: companyId },
    }
    await record(tx, [changed], now)
    return { companyId }
  })
}
