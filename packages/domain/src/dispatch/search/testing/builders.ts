import type { Point } from '../../../kernel/geo.ts'
import { asId, type CompanyId, type DriverId, type OrderId, type StandId, type ZoneId } from '../../../kernel/ids.ts'
import { STEP_DEFAULTS } from '../../search-rules.ts'
import type { DriverFacts, SearchRequest, StandFacts, WalkStep } from '../walk.ts'

/** Start instant of the tests' evening. */
export const START = new Date('2026-03-01T18:00:00.000Z')
export const PICKUP: Point = { lat: 45.65, long: 25.6 }
export const OUR_COMPANY = asId<CompanyId>(1)
export const PARTNER = asId<CompanyId>(2)
export const CENTRE_ZONE = asId<ZoneId>(7)
export const OTHER_ZONE = asId<ZoneId>(8)
export const FAR_ZONE = asId<ZoneId>(9)
const METRES_PER_DEGREE_LAT = (Math.PI / 180) * 6_371_008.8

export function at(seconds: number): Date {
  return new Date(START.getTime() + Math.round(seconds * 1000))
}

export function driverId(id: number): DriverId {
  return asId<DriverId>(id)
}

/** A place so many metres north of the pickup. */
export function northOfPickup(metres: number): Point {
  return { lat: PICKUP.lat + metres / METRES_PER_DEGREE_LAT, long: PICKUP.long }
}

/** A trip whose destination is not known: the driver counts where the car is. */
export const UNKNOWN_END = { destination: null, zoneId: null }

export function aSearchRequest(facts: Partial<SearchRequest> = {}): SearchRequest {
  return {
    orderId: asId<OrderId>(500),
    pickup: PICKUP,
    pickupZoneId: CENTRE_ZONE,
    nearZoneIds: [],
    stands: [],
    serviceId: 1,
    options: [],
    ownCompanyId: OUR_COMPANY,
    namedDriverIds: [],
    canceledByDriverIds: [],
    excludedDriverIds: [],
    ...facts,
  }
}

export function standId(id: number): StandId {
  return asId<StandId>(id)
}

/** A stand of our company so many metres north of the pickup, in its zone. */
export function aStand(id: number, { metres = 100, ...facts }: Partial<StandFacts> & { metres?: number } = {}) {
  return { standId: standId(id), companyId: OUR_COMPANY, point: northOfPickup(metres), zoneId: CENTRE_ZONE, ...facts }
}

/** A driver who fits every step: on duty, free, in the pickup's zone; `metres` north of the pickup. */
export function aDriver(
  id: number,
  { metres = 100, ...facts }: Partial<DriverFacts> & { metres?: number } = {},
): DriverFacts {
  return {
    driverId: driverId(id),
    companyId: OUR_COMPANY,
    isActive: true,
    isBarredSimulation: false,
    onShift: true,
    isOnline: true,
    point: northOfPickup(metres),
    positionAt: at(3600),
    isPositionImplausible: false,
    zoneId: CENTRE_ZONE,
    standId: null,
    standSince: null,
    bannedUntil: null,
    isPaused: false,
    isBusy: false,
    finishing: null,
    idleFrom: at(-600),
    highPriority: false,
    serviceIds: [1],
    carOptions: [],
    documentsExpired: false,
    balanceTooLow: false,
    holdsOfferOf: null,
    ...facts,
  }
}

export function aStep(rules: Partial<WalkStep> = {}): WalkStep {
  return { ...STEP_DEFAULTS, ...rules }
}
