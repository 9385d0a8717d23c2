import { isInRomania } from '@dispecerat/domain/geography/romania'
import { ZoneIndex } from '@dispecerat/domain/geography/zone-index'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, StandId, ZoneId } from '@dispecerat/domain/kernel/ids'
import { zonesOfCompany } from '../../geography/zones/zones.public.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'

/** The zone of the company in which a stand at the point lies; `FieldErrors` when that is not in Romania. */
export async function zoneOfStand(tx: Tx, companyId: CompanyId, point: Point): Promise<ZoneId | null> {
  if (!isInRomania(point)) throw new FieldErrors({ lat: ['Stația trebuie să fie în România'] })
  return new ZoneIndex(await zonesOfCompany(tx, companyId)).zoneAt(point)
}

/** Makes every node reload the stands, and every console its list. */
export function emitStandChanged(tx: Tx, companyId: CompanyId, standId: StandId, now: Date): Promise<void> {
  return record(tx, [{ event: 'stands_changed', toCompanies: [companyId], data: { stand_id: standId } }], now)
}
