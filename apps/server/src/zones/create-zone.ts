import type { Point } from '@dispecerat/domain/geo'
import type { ZoneId } from '@dispecerat/domain/ids'
import { validRing } from '@dispecerat/domain/zone-ring'
import { chosenCompany } from '../companies/companies.public.ts'
import type { Caller } from '../db/caller.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { tellZonesChanged } from './tell-zones-changed.ts'
import { requireFreeName, requireRoom } from './zone-rules.ts'
import { drawnZones, insertZone, lockZonesOf } from './zones.store.ts'

/** Draws a zone. */
export async function createZone(
  server: Server,
  caller: Caller,
  input: { companyId: number | undefined; name: string; paths: readonly Point[]; color: string | null },
): Promise<{ zoneId: ZoneId }> {
  const ring = validRing(input.paths)
  return write(server, caller, async (tx) => {
    const companyId = await chosenCompany(tx, caller.scope, input.companyId)
    await lockZonesOf(tx, companyId)
    const now = server.clock.now()
    const drawn = await drawnZones(tx, companyId)
    requireFreeName(drawn, input.name)
    requireRoom(drawn, 1)
    const plan = { companyId, name: input.name, ring, color: input.color }
    const zoneId = await insertZone(tx, plan, { caller, now })
    await tellZonesChanged(server, tx, companyId, now)
    return { zoneId }
  })
}
