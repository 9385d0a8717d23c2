import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { ZoneId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { emitZonesChanged } from './emit-zones-changed.ts'
import { requireSeen } from './zone-rules.ts'
import { lockZone, outlineBeforeCut, saveZone, setDeleted } from './zones.store.ts'

/**
 * Undoes a split: restores the zone's earlier outline and deletes the part. Throws `zone.changed_meanwhile` when one of both was changed
 * since.
 */
export async function rejoinZone(
  server: Server,
  actor: Actor,
  { zoneId, partId }: { zoneId: ZoneId; partId: ZoneId },
): Promise<{ zoneId: ZoneId }> {
  return write(server, actor, async (tx) => {
    const zone = requireSeen(await lockZone(tx, actor.scope, zoneId), undefined)
    const part = requireSeen(await lockZone(tx, actor.scope, partId), undefined)
    const ring = await outlineBeforeCut(tx, zone, part)
    if (!ring) throw new DomainError('zone.changed_meanwhile', { version: zone.version })
    const by = { actor, now: server.clock.now() }
    await saveZone(tx, zone, { name: zone.name, ring, color: zone.color }, by)
    await setDeleted(tx, part, { deletedAt: by.now, name: part.name }, by)
    await emitZonesChanged(server, tx, zone.companyId, by.now)
    return { zoneId: zone.zoneId }
  })
}
