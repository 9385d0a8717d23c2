import { ZoneIndex } from '@dispecerat/domain/geography/zone-index'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { zonesOfCompany } from '../../geography/zones/zones.public.ts'
import type { Tx } from '../../platform/db/database.ts'
import { setZone, standZones } from './stands.store.ts'

/** Recomputes the stored zone of each stand after the company's zones were redrawn. */
export async function findZonesAgain(tx: Tx, companyId: CompanyId): Promise<void> {
  const stands = await standZones(tx, companyId)
  const zones = new ZoneIndex(await zonesOfCompany(tx, companyId))
  for (const { standId, zoneId, ...point } of stands) {
    const now = zones.zoneAt(point)
    if (now !== zoneId) await setZone(tx, standId, now)
  }
}
