import type { CompanyId, StandId } from '@dispecerat/domain/kernel/ids'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll, needs } from '../../platform/http/check-all.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { emitStandChanged, zoneOfStand } from './stand-zone.ts'
import { insertStand, recordStandChange, type StandPlan } from './stands.store.ts'

/** Creates a stand; drivers who are parked there join its queue. */
export async function createStand(
  server: Server,
  actor: Actor,
  typed: StandPlan & { companyId: CompanyId | undefined },
): Promise<{ standId: StandId }> {
  return write(server, actor, async (tx) => {
    const company = () => chosenCompany(tx, actor.scope, typed.companyId)
    const [companyId, zoneId] = await checkAll(actor, company, async () => {
      needs(typed, 'lat', 'long')
      return zoneOfStand(tx, await company(), typed)
    })
    const { companyId: _requestedId, ...plan } = typed
    const now = server.clock.now()
    const standId = await insertStand(tx, { ...plan, companyId, zoneId }, now)
    await recordStandChange(tx, actor, { id: standId, companyId, action: 'created', after: plan }, now)
    await emitStandChanged(tx, companyId, standId, now)
    return { standId }
  })
}
