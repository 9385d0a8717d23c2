import { StandIndex } from '../../fleet/stand-index.ts'
import { ZoneIndex } from '../../geography/zone-index.ts'
import { ZoneNeighbours } from '../../geography/zone-neighbours.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import type { VirtualClock } from './virtual-clock.ts'
import type { PastStand, ReplayWorld } from './world.ts'

/** Shared context of a replay: the world, its clock and its map. */
export interface Ground {
  world: ReplayWorld
  clock: VirtualClock
  zones: ZoneIndex
  neighbours: ZoneNeighbours
  standsOf: (companyId: CompanyId) => StandIndex<PastStand>
}

export function layGround(world: ReplayWorld, clock: VirtualClock): Ground {
  const byCompany = new Map<CompanyId, StandIndex<PastStand>>()
  return {
    world,
    clock,
    zones: new ZoneIndex(world.zones),
    neighbours: new ZoneNeighbours(world.zones),
    standsOf: (companyId) => {
      const known = byCompany.get(companyId)
      if (known) return known
      const index = new StandIndex(world.stands.filter((stand) => stand.companyId === companyId))
      byCompany.set(companyId, index)
      return index
    },
  }
}
