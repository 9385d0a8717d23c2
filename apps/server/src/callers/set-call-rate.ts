import { chosenCompany } from '../companies/companies.public.ts'
import type { Actor } from '../db/actor.ts'
import { record } from '../db/event-log.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { saveCallRate } from './callers.store.ts'

/** Sets how often simulated callers call the company. */
export async function setCallRate(
  server: Server,
  actor: Actor,
  input: { companyId: number; perHour: number },
): Promise<{ companyId: number }> {
  return write(server, actor, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, input.companyId)
    const now = server.clock.now()
    await saveCallRate(tx, companyId, input.perHour)
    const changed = { event: 'company_settings_changed', toCompanies: [companyId], data: { company_id: companyId } }
    await record(tx, [changed], now)
    return { companyId }
  })
}
