import { SPLIT_FAULT_TEXTS, splitRing } from '@dispecerat/domain/geography/zone-split'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { ZoneId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { ReadVersion } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { emitZonesChanged } from './emit-zones-changed.ts'
import { freeName, requireCapacity, requireFreeName, requireSeen } from './zone-rules.ts'
import { drawnZones, insertZone, lockZone, saveZone } from './zones.store.ts'

/** Splits a zone: the larger part stays the zone, the other becomes a new one with the same colour. */
export async function splitZone(
  server: Server,
  actor: Actor,
  { zoneId, version }: { zoneId: ZoneId; version: ReadVersion },
  cut: { line: readonly Point[]; name?: string | undefined },
): Promise<{ zoneIds: [ZoneId, ZoneId] }> {
  return write(server, actor, async (tx) => {
    const zone = requireSeen(await lockZone(tx, actor.scope, zoneId), version)
    const now = server.clock.now()
    const drawn = await drawnZones(tx, zone.companyId)
    const [parts] = await checkAll(
      actor,
      () => partsOf(zone.ring, cut.line),
      () => {
        if (cut.name !== undefined) requireFreeName(drawn, cut.name)
        requireCapacity(drawn, 1)
      },
    )
    const { name } = cut
    const taken = drawn.map((each) => each.name)
    const [larger, smaller] = parts
    await saveZone(tx, zone, { name: zone.name, ring: larger, color: zone.color }, { actor, now })
    const { companyId, color } = zone
    const plan = { companyId, name: name ?? freeName(taken, zone.name), ring: smaller, color }
    const newId = await insertZone(tx, plan, { actor, now })
    await emitZonesChanged(server, tx, companyId, now)
    return { zoneIds: [zone.zoneId, newId] }
  })
}

function partsOf(ring: readonly Point[], line: readonly Point[]) {
  const parts = splitRing(ring, line)
  if (typeof parts === 'string') throw new FieldErrors({ line: [SPLIT_FAULT_TEXTS[parts]] })
  return parts
}
