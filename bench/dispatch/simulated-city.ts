import type { PastOrder, PastStand, ReplayRules, Span } from '@dispecerat/domain/dispatch/replay/world'
import type { SearchRequest } from '@dispecerat/domain/dispatch/search/walk'
import { STAND_RADIUS_METRES } from '@dispecerat/domain/fleet/stand'
import { StandIndex } from '@dispecerat/domain/fleet/stand-index'
import { ZoneIndex } from '@dispecerat/domain/geography/zone-index'
import { ZoneNeighbours } from '@dispecerat/domain/geography/zone-neighbours'
import { asId, type DriverId } from '@dispecerat/domain/kernel/ids'
import { nextWaypoint } from '@dispecerat/simulation/drive'
import type { SeededRandom } from '@dispecerat/simulation/seeded-random'
import { TAXI_COMPANY } from '../../apps/server/src/demo/seed/demo-accounts.ts'
import { rulesAt } from '../../apps/server/src/demo/seed/demo-search-rules.ts'
import { DEMO_STANDS, DEMO_ZONES } from '../../apps/server/src/demo/seed/demo-zones.ts'
import { hoursOf } from '../../apps/server/src/demo/seed/past/demo-fleet-past.ts'
import { placementTimes } from '../../apps/server/src/demo/seed/past/demo-rhythm.ts'

export const HOUR_MS = 3_600_000
const CALLED_OFF_PERCENT = 3
const SERVICE = 1

export const STANDS: PastStand[] = DEMO_STANDS.map(({ lat, long, zone }, i) => ({
  standId: asId(i + 1),
  companyId: TAXI_COMPANY,
  point: { lat, long },
  radiusMetres: STAND_RADIUS_METRES.usual,
  zoneId: DEMO_ZONES.find(({ name }) => name === zone)?.id ?? null,
}))
export const ZONES = DEMO_ZONES.map(({ id, ring }) => ({ id, ring }))
export const GROUND = { companyId: TAXI_COMPANY, zones: new ZoneIndex(ZONES), stands: new StandIndex(STANDS) }
const NEIGHBOURS = new ZoneNeighbours(ZONES)

export function requestOf({ orderId, pickup }: PastOrder): SearchRequest {
  const pickupZoneId = GROUND.zones.zoneAt(pickup)
  const nearest = pickupZoneId === null ? NEIGHBOURS.nearestTo(pickup) : null
  return {
    orderId,
    pickup,
    pickupZoneId,
    nearZoneIds: pickupZoneId === null ? (nearest === null ? [] : [nearest]) : NEIGHBOURS.of(pickupZoneId),
    stands: STANDS,
    serviceId: SERVICE,
    options: [],
    ownCompanyId: TAXI_COMPANY,
    namedDriverIds: [],
    canceledByDriverIds: [],
    excludedDriverIds: [],
  }
}

/** Each hour's rules of the demo as an interval, with the steps of that hour. */
export function rulesOfDay(midnight: Date): ReplayRules {
  const two = (n: number) => String(n).padStart(2, '0')
  const intervals = Array.from({ length: 24 }, (_, hour) => ({
    id: hour + 1,
    searchMethodId: hour + 1,
    type: 'weekdays' as const,
    timeFrom: `${two(hour)}:00:00`,
    timeTo: `${two(hour)}:59:59`,
    selectedDay: null,
    customDay: null,
    steps: rulesAt(TAXI_COMPANY, new Date(midnight.getTime() + (hour + 0.5) * HOUR_MS)).steps,
  }))
  return { intervals }
}

export function shiftsOf(driverId: DriverId, from: number): Span[] {
  const [first, last] = hoursOf(driverId)
  const hours = ((last - first + 24) % 24) + 1
  return [-1, 0]
    .map((day) => from + day * 24 * HOUR_MS + first * HOUR_MS)
    .map((begins) => ({ from: Math.max(begins, from), to: Math.min(begins + hours * HOUR_MS, from + 24 * HOUR_MS) }))
    .filter((span) => span.to > span.from)
}

export function ordersOf(from: Date, to: Date, random: SeededRandom): PastOrder[] {
  return placementTimes('taxi', from, to, random).map((at, i): PastOrder => {
    const searchAt = at.getTime()
    return {
      orderId: asId(i + 1),
      searchAt,
      pickup: nextWaypoint(random),
      destination: random.chance(70) ? nextWaypoint(random) : null,
      serviceId: SERVICE,
      options: [],
      namedDriverIds: [],
      onlyNamed: false,
      partnerIds: [],
      calledOffAt: random.chance(CALLED_OFF_PERCENT) ? searchAt + random.whole(15, 90) * 1000 : null,
      past: {
        driverId: null,
        assignedAt: null,
        pickupMetres: null,
        arrivedAt: null,
        startedAt: null,
        finishedAt: null,
        wasUnserved: false,
      },
    }
  })
}
