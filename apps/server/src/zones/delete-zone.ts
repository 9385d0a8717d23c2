import type { Actor } from '../db/actor.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { emitZonesChanged } from './emit-zones-changed.ts'
import { type ReadVersion, requireSeen } from './zone-rules.ts'
import { lockZone, setDeleted } from './zones.store.ts'

/**
 * Soft: the zone comes back with `restoreZone`. No search rule, priority window or setting names a zone: searches ask which
 * zone a point lies in, so that nothing is left behind that points nowhere.
 */
export async function deleteZone(
  server: Server,
  actor: Actor,
  { zoneId, version }: { zoneId: number; version: ReadVersion },
): Promise<void> {
  await write(server, actor, async (tx) => {
    const zone = requireSeen(await lockZone(tx, actor.scope, zoneId), version)
    const now = server.clock.now()
    await setDeleted(tx, zone, { deletedAt: now, name: zone.name }, { actor, now })
    await emitZonesChanged(server, tx, zone.companyId, now)
    return { zoneId: zone.zoneId }
  })
}
