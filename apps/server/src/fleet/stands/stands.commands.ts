import { isInRomania } from '@dispecerat/domain/geography/romania'
import { ZoneIndex } from '@dispecerat/domain/geography/zone-index'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, StandId, ZoneId } from '@dispecerat/domain/kernel/ids'
import { zonesOfCompany } from '../../geography/zones/zones.public.ts'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { checkAll, needs } from '../../platform/http/check-all.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { OfficeRecord } from '../../platform/records/office-record.ts'
import { clearQueue } from '../fleet.public.ts'
import { insertStand, lockStand, type StandPlan, saveStand, setStandDeleted } from './stands.store.ts'

/** An older queue is outdated. */
const QUEUE_RETENTION_MS = 60_000

const stands = new OfficeRecord({
  entity: 'stand',
  unknown: 'stand.unknown',
  lock: lockStand,
  setDeleted: setStandDeleted,
  auditFields: wireFields,
  // Makes every node reload the stands, and every console its list.
  events: (_tx, { id, companyId }) => [{ event: 'stands_changed', toCompanies: [companyId], data: { stand_id: id } }],
})

/** Creates a stand; drivers who are parked there join its queue. */
export function createStand(server: Server, actor: Actor, typed: StandPlan & { companyId: CompanyId | undefined }) {
  return stands.create(server, actor, async (tx, now) => {
    const company = () => chosenCompany(tx, actor.scope, typed.companyId)
    const [companyId, zoneId] = await checkAll(actor, company, async () => {
      needs(typed, 'lat', 'long')
      return zoneOfStand(tx, await company(), typed)
    })
    return { id: await insertStand(tx, { ...typed, companyId, zoneId }, now), companyId, fields: typed }
  })
}

/** Missing fields stay unchanged. Deactivating a stand empties its queue. */
export function editStand(
  server: Server,
  actor: Actor,
  id: StandId,
  change: { [Field in keyof StandPlan]?: StandPlan[Field] | undefined },
) {
  return stands.change(server, actor, id, {
    change: async (tx, stand) => {
      const [zoneId] = await checkAll(actor, () => {
        const { lat, long } = stand
        return zoneOfStand(tx, stand.companyId, { lat: change.lat ?? lat, long: change.long ?? long })
      })
      const plan: StandPlan = {
        name: change.name ?? stand.name,
        lat: change.lat ?? stand.lat,
        long: change.long ?? stand.long,
        radiusMetres: change.radiusMetres ?? stand.radiusMetres,
        capacity: change.capacity === undefined ? stand.capacity : change.capacity,
        isActive: change.isActive ?? stand.isActive,
      }
      await saveStand(tx, id, { ...plan, zoneId })
      if (stand.isActive && !plan.isActive) await clearQueue(tx, id)
      return { action: 'changed', before: wireFields(stand), after: wireFields(plan) }
    },
  })
}

/** A soft delete: `restoreStand` restores the stand and its queue. */
export function deleteStand(server: Server, actor: Actor, id: StandId) {
  return stands.delete(server, actor, id)
}

/** Undoes the deletion; shortly after it the drivers keep their places in the queue. */
export function restoreStand(server: Server, actor: Actor, id: StandId) {
  return stands.restore(server, actor, id, {
    isRepeatable: true,
    before: async (tx, { deletedAt }, now) => {
      if (deletedAt && now.getTime() - deletedAt.getTime() > QUEUE_RETENTION_MS) await clearQueue(tx, id)
    },
  })
}

/** The zone of the company in which a stand at the point lies; `FieldErrors` when that is not in Romania. */
async function zoneOfStand(tx: Tx, companyId: CompanyId, point: Point): Promise<ZoneId | null> {
  if (!isInRomania(point)) throw new FieldErrors({ lat: ['Stația trebuie să fie în România'] })
  return new ZoneIndex(await zonesOfCompany(tx, companyId)).zoneAt(point)
}

/** The audit log has the fields under their wire names. */
function wireFields({ name, lat, long, radiusMetres, capacity, isActive }: StandPlan) {
  return { name, lat, long, radius_m: radiusMetres, capacity, is_active: isActive }
}
