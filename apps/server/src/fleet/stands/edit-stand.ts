import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { StandId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { clearQueue } from '../fleet.public.ts'
import { emitStandChanged, zoneOfStand } from './stand-zone.ts'
import { lockStand, recordStandChange, type StandPlan, saveStand } from './stands.store.ts'

/** Missing fields stay unchanged. Deactivating a stand empties its queue. */
export async function editStand(
  server: Server,
  actor: Actor,
  standId: StandId,
  change: { [Field in keyof StandPlan]?: StandPlan[Field] | undefined },
): Promise<{ standId: StandId }> {
  return write(server, actor, async (tx) => {
    const stand = await lockStand(tx, actor.scope, standId)
    if (!stand || stand.deletedAt) throw new DomainError('stand.unknown')
    const [zoneId] = await checkAll(actor, () => {
      const { lat, long } = stand
      return zoneOfStand(tx, stand.companyId, { lat: change.lat ?? lat, long: change.long ?? long })
    })
    const next: StandPlan = {
      name: change.name ?? stand.name,
      lat: change.lat ?? stand.lat,
      long: change.long ?? stand.long,
      radiusMetres: change.radiusMetres ?? stand.radiusMetres,
      capacity: change.capacity === undefined ? stand.capacity : change.capacity,
      isActive: change.isActive ?? stand.isActive,
    }
    await saveStand(tx, stand.standId, { ...next, zoneId })
    if (stand.isActive && !next.isActive) await clearQueue(tx, stand.standId)
    const { companyId } = stand
    const now = server.clock.now()
    await recordStandChange(
      tx,
      actor,
      { id: stand.standId, companyId, action: 'changed', before: stand, after: next },
      now,
    )
    await emitStandChanged(tx, companyId, stand.standId, now)
    return { standId: stand.standId }
  })
}
