import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { saveCallRate } from './pretend-callers.store.ts'

/** Sets how often simulated callers call the company. */
export async function setCallRate(
  server: Server,
  actor: Actor,
  input: { companyId: CompanyId; perHour: number },
): Promise<{ companyId: CompanyId }> {
  return write(server, actor, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, input.companyId)
    const now = server.clock.now()
    await saveCallRate(tx, companyId, input.perHour)
    const changed: LogEvent = {
      event: 'company_settings_changed',
      toCompanies: [companyId],
      data: { company_id: companyId },
    }
    await record(tx, [changed], now)
    return { companyId }
  })
}
