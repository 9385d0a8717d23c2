import { validRing } from '@dispecerat/domain/geography/zone-ring'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { ZoneId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { ReadVersion } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { emitZonesChanged } from './emit-zones-changed.ts'
import { requireFreeName, requireSeen } from './zone-rules.ts'
import { drawnZones, lockZone, saveZone } from './zones.store.ts'

/** Renames, recolours or redraws a zone; missing fields stay. */
export async function editZone(
  server: Server,
  actor: Actor,
  { zoneId, version }: { zoneId: ZoneId; version: ReadVersion },
  change: { name?: string | undefined; paths?: readonly Point[] | undefined; color?: string | null | undefined },
): Promise<{ zoneId: ZoneId }> {
  return write(server, actor, async (tx) => {
    const zone = requireSeen(await lockZone(tx, actor.scope, zoneId), version)
    const now = server.clock.now()
    const [ring, name] = await checkAll(
      actor,
      () => change.paths && validRing(change.paths),
      async () => {
        const name = change.name ?? zone.name
        if (name !== zone.name) requireFreeName(await drawnZones(tx, zone.companyId), name, zone.zoneId)
        return name
      },
    )
    const color = change.color === undefined ? zone.color : change.color
    await saveZone(tx, zone, { name, ring: ring ?? zone.ring, color }, { actor, now })
    await emitZonesChanged(server, tx, zone.companyId, now)
    return { zoneId: zone.zoneId }
  })
}
