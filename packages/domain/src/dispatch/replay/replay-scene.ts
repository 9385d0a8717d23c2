// Apart from run-replay.ts, which would pass 300 lines.

import { usesStands } from '../search/stand-search.ts'
import type { SearchRequest, StandFacts, WalkStep } from '../search/walk.ts'
import type { Ground } from './ground.ts'
import type { PastOrder } from './world.ts'

/** Builds the engine's request for a past order; facts that no step uses are not looked up. */
export function searchRequestOf(order: PastOrder, steps: readonly WalkStep[], ground: Ground): SearchRequest {
  const { orderId, pickup, serviceId, options, namedDriverIds } = order
  const pickupZoneId = ground.zones.zoneAt(pickup)
  const usesNearZones = steps.some(({ searchType }) => searchType === 'by_near_zone')
  return {
    orderId,
    pickup,
    pickupZoneId,
    serviceId,
    options,
    namedDriverIds,
    nearZoneIds: usesNearZones ? nearZones(order, pickupZoneId, ground) : [],
    stands: steps.some(usesStands) ? standsOf(order, ground) : [],
    ownCompanyId: ground.world.companyId,
    canceledByDriverIds: [],
    excludedDriverIds: [],
  }
}

function nearZones({ pickup }: PastOrder, pickupZoneId: SearchRequest['pickupZoneId'], { neighbours }: Ground) {
  if (pickupZoneId !== null) return neighbours.of(pickupZoneId)
  const nearest = neighbours.nearestTo(pickup)
  return nearest === null ? [] : [nearest]
}

function standsOf({ partnerIds }: PastOrder, { world }: Ground): StandFacts[] {
  const companies = [world.companyId, ...partnerIds]
  return world.stands.filter(({ companyId }) => companies.includes(companyId))
}
