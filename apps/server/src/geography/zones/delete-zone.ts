import type { ZoneId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { ReadVersion } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { emitZonesChanged } from './emit-zones-changed.ts'
import { requireSeen } from './zone-rules.ts'
import { lockZone, setDeleted } from './zones.store.ts'

/**
 * Soft delete; `restoreZone` undoes it. No row refers to a zone by id, because a search looks up the zone of a point, so no reference is
 * left dangling.
 */
export async function deleteZone(
  server: Server,
  actor: Actor,
  { zoneId, version }: { zoneId: ZoneId; version: ReadVersion },
): Promise<void> {
  await write(server, actor, async (tx) => {
    const zone = requireSeen(await lockZone(tx, actor.scope, zoneId), version)
    const now = server.clock.now()
    await setDeleted(tx, zone, { deletedAt: now, name: zone.name }, { actor, now })
    await emitZonesChanged(server, tx, zone.companyId, now)
    return { zoneId: zone.zoneId }
  })
}
