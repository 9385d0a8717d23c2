import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { ZoneId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { emitZonesChanged } from './emit-zones-changed.ts'
import { freeName } from './zone-rules.ts'
import { drawnZones, lockZone, setDeleted } from './zones.store.ts'

/** Undoes the deletion; a name that was taken meanwhile gets a number. */
export async function restoreZone(server: Server, actor: Actor, zoneId: ZoneId): Promise<{ zoneId: ZoneId }> {
  return write(server, actor, async (tx) => {
    const zone = await lockZone(tx, actor.scope, zoneId)
    if (!zone) throw new DomainError('zone.unknown')
    if (!zone.deletedAt) return { zoneId: zone.zoneId }
    const now = server.clock.now()
    const taken = (await drawnZones(tx, zone.companyId)).map(({ name }) => name)
    await setDeleted(tx, zone, { deletedAt: null, name: freeName(taken, zone.name) }, { actor, now })
    await emitZonesChanged(server, tx, zone.companyId, now)
    return { zoneId: zone.zoneId }
  })
}
