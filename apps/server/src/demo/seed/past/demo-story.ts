import { SETTINGS } from '@dispecerat/domain/identity/company-settings'
import { metresBetween, type Point, roadMetresGuess } from '@dispecerat/domain/kernel/geo'
import type { CancellationReason } from '@dispecerat/domain/orders/order'
import type { SeededRandom } from '@dispecerat/simulation/seeded-random'
import { someAddress } from '../demo-streets.ts'
import type { DriverForPast, PastFleet } from './demo-fleet-past.ts'
import type { PastOrder } from './demo-month.ts'
import { after, pastSearch } from './demo-past-search.ts'

const WHY_CALLED_OFF = [
  'Clientul a renunțat',
  'Clientul a găsit altă mașină',
  'Timp de așteptare prea mare',
  'Adresă greșită',
  'Comandă dublă',
  'Clientul nu răspunde la telefon',
  'Comandă de probă',
] as const
/** The driver waited, and the order is a no-show. */
const NOT_THERE = 'Clientul nu a venit'
const WHY_DRIVER_GAVE_UP = [
  NOT_THERE,
  'Pană de cauciuc',
  'Blocat în trafic',
  'Adresa nu a fost găsită',
  'Clientul a refuzat cursa',
  'Prea multe bagaje',
  'Urgență personală',
] as const

const NO_SHOW_WAIT_SECONDS = SETTINGS.orders.no_show_wait_min.default * 60

type Ending = 'finished' | CancellationReason

/** Percentages of the ways an order ends. */
const ENDINGS: readonly (readonly [Ending, number])[] = [
  ['finished', 90.4],
  ['client_canceled', 2.5],
  ['dispatcher_canceled', 2.9],
  ['driver_canceled', 1.9],
  ['no_drivers_found', 1.5],
  ['call_ended', 0.8],
]

/** Fills in search, driver, and trip or cancellation of an order. */
export function live(order: PastOrder, fleet: PastFleet, random: SeededRandom): void {
  const ending = random.weighted(ENDINGS)
  if (ending === 'call_ended') {
    const at = after(order.createdAt, random.whole(8, 70))
    order.cancellation = { at, reason: ending, text: 'Client finished call', by: 'dispatcher' }
    return
  }
  const placedAt = order.createdAt
  order.placedAt = placedAt
  order.driversThen = fleet.seenAt(placedAt)
  const { companyId } = order
  const [pickup] = order.places
  const driver = pickup ? fleet.choose(pickup, placedAt) : null
  if (!pickup || !driver || ending === 'no_drivers_found') {
    order.search = pastSearch({ companyId, placedAt }, 'exhausted', random)
    order.cancellation = { at: order.search.endedAt, reason: 'no_drivers_found', text: null, by: 'system' }
    return
  }
  if ((ending === 'client_canceled' || ending === 'dispatcher_canceled') && random.chance(35)) {
    order.search = pastSearch({ companyId, placedAt }, 'aborted', random)
    callOff(order, ending, order.search.endedAt, random)
    return
  }
  order.search = pastSearch({ companyId, placedAt, winnerMetres: driver.metres }, 'accepted', random)
  drive(order, ending, { driver, pickup, fleet, random })
}

interface Drive {
  driver: DriverForPast
  pickup: Point
  fleet: PastFleet
  random: SeededRandom
}

function drive(order: PastOrder, ending: Ending, { driver, pickup, fleet, random }: Drive): void {
  const assignedAt = order.search?.endedAt ?? order.createdAt
  const rideSeconds = secondsFor(driver.roadMetres, random) + random.whole(20, 120)
  const promisedMinutes = Math.min(20, Math.max(3, Math.ceil(rideSeconds / 60)))
  order.assignment = { driverId: driver.id, metres: driver.metres, assignedAt, promisedMinutes }
  const arrivedAt = after(assignedAt, rideSeconds)
  if (ending === 'driver_canceled') {
    const delaySeconds = random.whole(30, 400)
    const why = random.pick(WHY_DRIVER_GAVE_UP)
    const isAbsent = why === NOT_THERE
    const at = after(arrivedAt, isAbsent ? NO_SHOW_WAIT_SECONDS + delaySeconds : delaySeconds)
    order.cancellation = isAbsent
      ? { at, reason: 'no_show', text: why, by: 'driver', arrivedAt }
      : { at, reason: ending, text: `${driver.id}~${why}`, by: 'driver' }
    fleet.takes(driver.id, at, pickup)
    return
  }
  if (ending === 'client_canceled' || ending === 'dispatcher_canceled') {
    const at = after(assignedAt, rideSeconds * random.between(0.3, 1.2))
    callOff(order, ending, at, random)
    fleet.takes(driver.id, at, pickup)
    return
  }
  trip(order, arrivedAt, { driver, pickup, fleet, random })
}

function trip(order: PastOrder, arrivedAt: Date, { driver, pickup, fleet, random }: Drive): void {
  const [, ...namedStops] = order.places
  const stops: Point[] = namedStops.length > 0 ? namedStops : [someAddress(random, 50)]
  let metres = 0
  let from = pickup
  for (const stop of stops) {
    metres += Math.max(600, roadMetresGuess(metresBetween(from, stop)))
    from = stop
  }
  const waitSeconds = random.whole(40, 420)
  const startedAt = after(arrivedAt, waitSeconds)
  const finishedAt = after(startedAt, secondsFor(metres, random) + (stops.length - 1) * 90)
  // 6 % of drivers forget to press "am ajuns".
  order.trip = {
    arrivedAt: random.chance(94) ? arrivedAt : null,
    startedAt,
    finishedAt,
    end: { lat: from.lat, long: from.long },
    costBani: meter(metres, waitSeconds),
  }
  fleet.takes(driver.id, after(finishedAt, random.whole(30, 240)), from)
}

function callOff(order: PastOrder, reason: 'client_canceled' | 'dispatcher_canceled', at: Date, random: SeededRandom) {
  const byDispatcher = reason === 'dispatcher_canceled'
  order.cancellation = {
    at,
    reason,
    text: byDispatcher ? random.pick(WHY_CALLED_OFF) : random.chance(40) ? 'Nu mai am nevoie de mașină' : null,
    by: byDispatcher ? 'dispatcher' : 'client',
  }
}

/** Average city speed of 21 to 34 km/h, stops included. */
function secondsFor(roadMetres: number, random: SeededRandom): number {
  return roadMetres / (random.between(21, 34) / 3.6)
}

/** 3.79 RON at the start and per kilometre, 0.4 RON per minute of waiting beyond two; rounded up to half a RON, at least 10 RON. */
function meter(roadMetres: number, waitSeconds: number): number {
  const waiting = Math.max(0, waitSeconds / 60 - 2) * 40
  return Math.max(1000, Math.ceil((379 + (379 * roadMetres) / 1000 + waiting) / 50) * 50)
}

export function endOf({ trip, cancellation, createdAt }: PastOrder): Date {
  return trip?.finishedAt ?? cancellation?.at ?? createdAt
}
