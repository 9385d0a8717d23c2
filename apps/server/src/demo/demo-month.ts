import type { CancellationReason, PaymentType } from '@dispecerat/domain/order'
import type { SeededRandom } from '@dispecerat/simulation/seeded-random'
import { COURIER_COMPANY, STAFF, TAXI_COMPANY } from './demo-accounts.ts'
import type { DemoClient } from './demo-clients.ts'
import { PastFleet } from './demo-fleet-past.ts'
import type { PastSearch } from './demo-past-search.ts'
import type { SeedInput } from './demo-people.ts'
import { placementTimes, type Trade } from './demo-rhythm.ts'
import { endOf, live } from './demo-story.ts'
import { anAddress, type DemoAddress, someAddress } from './demo-streets.ts'

export interface PastAssignment {
  driverId: number
  assignedAt: Date
  promisedMinutes: number
}

export interface PastCancellation {
  at: Date
  reason: CancellationReason
  text: string | null
  by: 'dispatcher' | 'driver' | 'client' | 'system'
}

export interface PastTrip {
  arrivedAt: Date | null
  startedAt: Date
  finishedAt: Date
  costBani: number
}

/** One order of the month with its whole story. */
export interface PastOrder {
  companyId: number
  createdAt: Date
  /** Null for a draft that never was an order: the caller hung up. */
  placedAt: Date | null
  client: DemoClient | null
  phone: string
  dispatcherId: number
  places: DemoAddress[]
  serviceId: number
  options: string[]
  paymentType: PaymentType
  search: PastSearch | null
  assignment: PastAssignment | null
  trip: PastTrip | null
  cancellation: PastCancellation | null
  /** What the drivers were doing when the search began, for the search panel. */
  driversThen: { free: number[]; busy: number[]; offShift: number[] }
}

const DAYS = 30
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** An order whose story ends later than this is left out: the present belongs to the living. */
const QUIET_SECONDS = 60

/** Thirty days of orders up to now, oldest first. */
export function pastOrders(input: SeedInput, clients: readonly DemoClient[]): PastOrder[] {
  const from = new Date(Math.floor((input.now.getTime() - DAYS * DAY_MS) / HOUR_MS) * HOUR_MS)
  return (['taxi', 'deliveries'] as const)
    .flatMap((trade) => ordersOf(trade, from, input, clients))
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.companyId - b.companyId)
}

function ordersOf(trade: Trade, from: Date, input: SeedInput, clients: readonly DemoClient[]): PastOrder[] {
  const random = input.random.fork(trade)
  const companyId = trade === 'taxi' ? TAXI_COMPANY : COURIER_COMPANY
  const fleet = new PastFleet(companyId, random.fork('fleet'))
  const callers = clients.map((client) => [client, client.weight] as const)
  const orders: PastOrder[] = []
  for (const time of placementTimes(trade, from, input.now, random.fork('times'))) {
    const order = trade === 'taxi' ? taxiCall(time, callers, random) : delivery(time, random)
    live(order, fleet, random)
    if (endOf(order).getTime() < input.now.getTime() - QUIET_SECONDS * 1000) orders.push(order)
  }
  return orders
}

function taxiCall(
  createdAt: Date,
  callers: readonly (readonly [DemoClient, number])[],
  random: SeededRandom,
): PastOrder {
  const client = random.chance(64) ? random.weighted(callers) : null
  const pickup = client ? savedAddress(client, random) : someAddress(random, 35)
  const paysByContract = client?.isProtocol === true && random.chance(80)
  return {
    ...untold(createdAt),
    companyId: TAXI_COMPANY,
    client,
    phone: client?.phone ?? strangersPhone(random),
    dispatcherId: random.chance(58) ? STAFF.dispatcher : STAFF.secondDispatcher,
    places: [pickup, ...destinations(client, pickup, random)],
    options: random.weighted([
      [[], 84],
      [['luggage'], 5],
      [['pet'], 4],
      [['air_condition'], 4],
      [['non_smoking'], 3],
    ]),
    paymentType: paysByContract ? 'protocol' : random.chance(18) ? 'card' : 'cash',
  }
}

function delivery(createdAt: Date, random: SeededRandom): PastOrder {
  const isMeal = random.chance(60)
  return {
    ...untold(createdAt),
    companyId: COURIER_COMPANY,
    phone: strangersPhone(random),
    dispatcherId: STAFF.deliveries,
    places: [someAddress(random, 60), anAddress(random)],
    serviceId: isMeal ? 3 : 2,
    options: isMeal ? ['door_delivery'] : random.chance(40) ? ['cash_on_delivery'] : [],
    paymentType: random.chance(35) ? 'card' : 'cash',
  }
}

function untold(createdAt: Date) {
  return {
    createdAt,
    placedAt: null,
    client: null,
    serviceId: 1,
    search: null,
    assignment: null,
    trip: null,
    cancellation: null,
    driversThen: { free: [], busy: [], offShift: [] },
  }
}

function strangersPhone(random: SeededRandom): string {
  return `+40700${random.whole(500, 599)}${String(random.whole(0, 999)).padStart(3, '0')}`
}

function savedAddress({ addresses }: DemoClient, random: SeededRandom): DemoAddress {
  return random.weighted(addresses.map((address, index) => [address, 1 / (index + 1) ** 2] as const))
}

/** Many callers tell the destination only in the car. */
function destinations(client: DemoClient | null, pickup: DemoAddress, random: SeededRandom): DemoAddress[] {
  const count = random.weighted([
    [0, 38],
    [1, 57],
    [2, 5],
  ] as const)
  const others = client?.addresses.filter(({ name }) => name !== pickup.name) ?? []
  return Array.from({ length: count }, () =>
    others.length > 0 && random.chance(45) ? random.pick(others) : someAddress(random, 55),
  )
}
