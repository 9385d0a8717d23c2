import { validRing } from '@dispecerat/domain/geography/zone-ring'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, ZoneId } from '@dispecerat/domain/kernel/ids'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { emitZonesChanged } from './emit-zones-changed.ts'
import { requireCapacity, requireFreeName } from './zone-rules.ts'
import { drawnZones, insertZone, lockZonesOf } from './zones.store.ts'

/** Creates a zone. */
export async function createZone(
  server: Server,
  actor: Actor,
  input: { companyId: CompanyId | undefined; name: string; paths: readonly Point[]; color: string | null },
): Promise<{ zoneId: ZoneId }> {
  return write(server, actor, async (tx) => {
    const company = () => chosenCompany(tx, actor.scope, input.companyId)
    const [companyId, ring] = await checkAll(
      actor,
      company,
      () => validRing(input.paths),
      async () => {
        const companyId = await company()
        await lockZonesOf(tx, companyId)
        const drawn = await drawnZones(tx, companyId)
        requireFreeName(drawn, input.name)
        requireCapacity(drawn, 1)
      },
    )
    const now = server.clock.now()
    const plan = { companyId, name: input.name, ring, color: input.color }
    const zoneId = await insertZone(tx, plan, { actor, now })
    await emitZonesChanged(server, tx, companyId, now)
    return { zoneId }
  })
}
