// Apart from live-map.routes.ts: a privacy rule with its own test.

import type { readLivePositions } from '@dispecerat/contract/fleet/live-map'
import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Fleet } from '../fleet.ts'

/** Older positions are misleading. */
const OLDEST_SECONDS = 120
/** About eleven metres. */
const DECIMALS = 1e4

/**
 * Cars as the public sees them, without paused and banned drivers. Sorted by position, so that no car can be followed by its index in the
 * list.
 */
export function livePositions(
  fleet: Pick<Fleet, 'positions'>,
  companyIds: readonly CompanyId[],
): ReplyOf<typeof readLivePositions> {
  return fleet
    .positions(companyIds)
    .filter(({ age_s, is_busy, is_paused, ban_until }) => {
      return age_s <= OLDEST_SECONDS && (is_busy || (!is_paused && ban_until === null))
    })
    .map(({ lat, long, is_busy }) => ({ lat: rounded(lat), long: rounded(long), is_busy }))
    .sort((a, b) => a.lat - b.lat || a.long - b.long)
}

function rounded(degrees: number): number {
  return Math.round(degrees * DECIMALS) / DECIMALS
}
