import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { chosenCompany } from './chosen-company.ts'
import { savePublicMap } from './public-map.store.ts'

/** Shows or hides the company’s cars on the public map; the recorded event names the author. */
export async function changePublicMap(
  server: Server,
  actor: Actor,
  input: { companyId: CompanyId; isPublic: boolean },
): Promise<{ companyId: CompanyId }> {
  return write(server, actor, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, input.companyId)
    await savePublicMap(tx, companyId, input.isPublic)
    const changed: LogEvent = {
      event: 'company_settings_changed',
      toCompanies: [companyId],
      data: { company_id: companyId, public_live: input.isPublic, by: actor.userId },
    }
    await record(tx, [changed], server.clock.now())
    return { companyId }
  })
}
