import { metresBetween, type Point } from '../../../kernel/geo.ts'
import { asId, type CompanyId, type DriverId, type OrderId, type ZoneId } from '../../../kernel/ids.ts'
import { roll } from '../dice.ts'
import { learnAnswers, type PastOffer } from '../learn-answers.ts'
import { learnTrips } from '../trip-model.ts'
import type { PastDriver, PastOrder, ReplayWorld } from '../world.ts'

export const TOWN: Point = { lat: 45.65, long: 25.6 }
export const OUR_COMPANY = asId<CompanyId>(1)
/** A Monday, 00:00 in Bucharest. */
export const DAY_FROM = Date.parse('2026-03-01T22:00:00Z')
const HOUR = 3_600_000
const SHIFT_HOURS = 10
/** Degrees on each side of the middle: some 9 km across. */
const HALF_TOWN = 0.04
const METRES_PER_SECOND = 7

export interface PretendDay {
  seed: number
  drivers: number
  orders: number
  hours: number
  /** Seconds between two positions of a driver. */
  positionEvery: number
}

/** A synthetic day: drivers roam a town in shifts, orders come from all over it, and the past has answers to learn from. */
export function pretendDay(day: PretendDay): ReplayWorld {
  const to = DAY_FROM + day.hours * HOUR
  const shifts = Array.from({ length: day.drivers }, (_, i) => {
    const from = DAY_FROM - SHIFT_HOURS * HOUR * 0.5 + Math.floor(roll(day.seed, 1, i) * day.hours) * HOUR
    return { from: Math.max(from, DAY_FROM), to: Math.min(from + SHIFT_HOURS * HOUR, to) }
  })
  const rows = shifts.map(({ from, to: end }) => Math.max(0, Math.ceil((end - from) / 1000 / day.positionEvery)))
  const total = rows.reduce((sum, count) => sum + count, 0)
  const column = () => new Int32Array(new SharedArrayBuffer(Math.max(1, total) * 4))
  const trails = { at: column(), lat: column(), long: column() }
  let first = 0
  const drivers = shifts.map((shift, i): PastDriver => {
    const end = first + (rows[i] ?? 0)
    roam(trails, { first, end, seed: day.seed, who: i, from: shift.from, every: day.positionEvery })
    const driver: PastDriver = {
      driverId: asId<DriverId>(i + 1),
      companyId: OUR_COMPANY,
      serviceIds: [1],
      documentsExpired: false,
      isBarredSimulation: false,
      shifts: shift.to > shift.from ? [{ ...shift, carOptions: i % 3 === 0 ? ['pet'] : [] }] : [],
      pauses: [],
      priority: i % 20 === 0 ? [{ from: DAY_FROM + 8 * HOUR, to: DAY_FROM + 10 * HOUR }] : [],
      bans: [],
      trips: [],
      trail: { first, end },
    }
    first = end
    return driver
  })
  const orders = Array.from({ length: day.orders }, (_, i) => anOrder(day, i)).sort((a, b) => a.searchAt - b.searchAt)
  return {
    companyId: OUR_COMPANY,
    from: DAY_FROM,
    to,
    skipEmptySteps: false,
    pendingTimeoutMinutes: 15,
    zones: quarters(),
    stands: [],
    drivers,
    orders,
    givenTrips: [],
    trails,
    answers: learnAnswers(pastOffers(day)),
    trips: learnTrips(orders),
  }
}

/** Drives from one random place to the next at city speed. */
function roam(
  trails: ReplayWorld['trails'],
  {
    first,
    end,
    seed,
    who,
    from,
    every,
  }: { first: number; end: number; seed: number; who: number; from: number; every: number },
): void {
  let here = somewhere(seed, 2, who, 0)
  let leg = 1
  let there = somewhere(seed, 2, who, leg)
  for (let row = first; row < end; row++) {
    trails.at[row] = from - DAY_FROM + (row - first) * every * 1000
    trails.lat[row] = Math.round(here.lat * 1e6)
    trails.long[row] = Math.round(here.long * 1e6)
    const left = metresBetween(here, there)
    const share = Math.min(1, (METRES_PER_SECOND * every) / Math.max(1, left))
    here = { lat: here.lat + (there.lat - here.lat) * share, long: here.long + (there.long - here.long) * share }
    if (share === 1) there = somewhere(seed, 2, who, ++leg)
  }
}

function anOrder({ seed, hours }: PretendDay, i: number): PastOrder {
  const searchAt = DAY_FROM + Math.floor(roll(seed, 3, i) * hours * 3600) * 1000
  const destination = roll(seed, 4, i) < 0.6 ? somewhere(seed, 5, i, 1) : null
  return {
    orderId: asId<OrderId>(i + 1),
    searchAt,
    pickup: somewhere(seed, 5, i, 0),
    destination,
    serviceId: 1,
    options: roll(seed, 6, i) < 0.05 ? ['pet'] : [],
    namedDriverIds: [],
    onlyNamed: false,
    partnerIds: [],
    calledOffAt: roll(seed, 7, i) < 0.03 ? searchAt + 20_000 : null,
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
}

function pastOffers({ seed, drivers }: PretendDay): PastOffer[] {
  return Array.from({ length: drivers * 20 }, (_, i) => {
    const luck = roll(seed, 8, i)
    const answer = luck < 0.35 ? ('yes' as const) : luck < 0.5 ? ('no' as const) : null
    return {
      driverId: asId<DriverId>((i % drivers) + 1),
      metres: Math.floor(roll(seed, 9, i) * 5000),
      hour: i % 24,
      isRinging: true,
      isDelivered: luck < 0.97,
      isSeen: luck < 0.92,
      answer,
      seconds: answer === null ? 10 : 2 + roll(seed, 10, i) * 7,
    }
  })
}

function somewhere(seed: number, kind: number, who: number, nth: number): Point {
  return {
    lat: TOWN.lat + (roll(seed, kind, who, nth, 1) * 2 - 1) * HALF_TOWN,
    long: TOWN.long + (roll(seed, kind, who, nth, 2) * 2 - 1) * HALF_TOWN * 1.4,
  }
}

/** The town in nine zones. */
function quarters(): ReplayWorld['zones'] {
  const third = (HALF_TOWN * 2) / 3
  return Array.from({ length: 9 }, (_, i) => {
    const south = TOWN.lat - HALF_TOWN + Math.floor(i / 3) * third
    const west = TOWN.long + (-HALF_TOWN + (i % 3) * third) * 1.4
    return {
      id: asId<ZoneId>(i + 1),
      ring: [
        { lat: south, long: west },
        { lat: south + third, long: west },
        { lat: south + third, long: west + third * 1.4 },
        { lat: south, long: west + third * 1.4 },
      ],
    }
  })
}
