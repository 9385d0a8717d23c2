import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { type ScheduleRuleChange, saveScheduleRules } from './schedule-rules.store.ts'

/** Saves a company's lead and reminder; orders already placed keep their times. */
export async function changeScheduleRules(
  server: Server,
  actor: Actor,
  change: ScheduleRuleChange & { companyId: CompanyId },
): Promise<{ companyId: CompanyId }> {
  return write(server, actor, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, change.companyId)
    await saveScheduleRules(tx, companyId, change)
    const changed: LogEvent = {
      event: 'company_settings_changed',
      toCompanies: [companyId],
      data: { company_id: companyId },
    }
    await record(tx, [changed], server.clock.now())
    return { companyId }
  })
}
