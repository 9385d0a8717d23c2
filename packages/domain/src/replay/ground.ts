import type { CompanyId } from '../ids.ts'
import { StandIndex } from '../stand-index.ts'
import { ZoneIndex } from '../zone-index.ts'
import { ZoneNeighbours } from '../zone-neighbours.ts'
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
