import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, DriverId, UserId } from '@dispecerat/domain/kernel/ids'
import type { CancellationReason, PaymentType } from '@dispecerat/domain/orders/order'
import type { SeededRandom } from '@dispecerat/simulation/seeded-random'
import { COURIER_COMPANY, RESTAURANT_COMPANY, STAFF, TAXI_COMPANY } from '../demo-accounts.ts'
import type { DemoClient } from '../demo-clients.ts'
import type { SeedInput } from '../demo-people.ts'
import { FLORIST, PIZZERIA, TRATTORIA } from '../demo-protocol.ts'
import { anAddress, type DemoAddress, someAddress } from '../demo-streets.ts'
import { mistypeOneFare } from './demo-doubted-fare.ts'
import { PastFleet } from './demo-fleet-past.ts'
import type { PastSearch } from './demo-past-search.ts'
import { placementTimes, type Trade } from './demo-rhythm.ts'
import { endOf, live } from './demo-story.ts'

/** Goods of a delivery of the past month. */
interface PastGoods {
  note: string
  /** Cash on delivery (ramburs); null when the goods are paid already. */
  codBani: number | null
  grams: number
}

const MEALS = [
  'Pizza Diavola și o limonadă',
  'Două meniuri ale zilei',
  'Paste carbonara, tiramisu',
  'Ciorbă de burtă, pâine, ardei iute',
  'Pizza Quattro Stagioni, fără măsline',
  'Salată Caesar, apă plată',
  'Trei burgeri cu cartofi',
]
const PARCELS = [
  'Buchet mare de trandafiri, fragil',
  'Aranjament floral în cutie',
  'Plic cu acte, se predă cu semnătură',
  'Cutie cu prăjituri, nu se răstoarnă',
  'Pachet 40 × 30 × 20',
  'Cheile de la apartament',
]

export interface PastAssignment {
  driverId: DriverId
  /** Straight-line distance to the pickup when the driver accepted. */
  metres: number
  assignedAt: Date
  promisedMinutes: number
}

export interface PastCancellation {
  at: Date
  reason: CancellationReason
  text: string | null
  by: 'dispatcher' | 'driver' | 'client' | 'system'
  /** The driver waited at the pickup from then on. */
  arrivedAt?: Date
}

export interface PastTrip {
  arrivedAt: Date | null
  startedAt: Date
  finishedAt: Date
  /** Position where the client got out: the last place of the order, or a random one when the order names no destination. */
  end: Point
  costBani: number
}

/** One past order with its search, driver and trip or cancellation. */
export interface PastOrder {
  companyId: CompanyId
  createdAt: Date
  /** Null for a draft that was never placed because the caller hung up. */
  placedAt: Date | null
  client: DemoClient | null
  phone: string
  dispatcherId: UserId
  places: DemoAddress[]
  serviceId: number
  options: string[]
  paymentType: PaymentType
  /** The protocol company that pays. */
  accountId: UserId | null
  goods: PastGoods | null
  search: PastSearch | null
  assignment: PastAssignment | null
  trip: PastTrip | null
  cancellation: PastCancellation | null
  /** Driver ids by state when the search began, for the search panel. */
  driversThen: { free: UserId[]; busy: number[]; offShift: number[] }
}

/** Longer than a month, so that a demo that starts on the 31st also has some days of the month before. */
export const PAST_DAYS = 35
/** The restaurant joined recently, so it has fewer days of orders. */
const MEAL_DAYS = 6
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Orders that would end later than this before now are left out: current orders belong to the simulated fleet. */
const QUIET_SECONDS = 60

/** Orders of the last five weeks, oldest first. */
export function pastOrders(input: SeedInput, clients: readonly DemoClient[]): PastOrder[] {
  const from = new Date(Math.floor((input.now.getTime() - PAST_DAYS * DAY_MS) / HOUR_MS) * HOUR_MS)
  const fewDays = new Date(from.getTime() + (PAST_DAYS - MEAL_DAYS) * DAY_MS)
  const orders = (['taxi', 'deliveries', 'meals'] as const)
    .flatMap((trade) => ordersOf(trade, trade === 'meals' ? fewDays : from, input, clients))
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.companyId - b.companyId)
  mistypeOneFare(orders)
  return orders
}

const COMPANY_OF = { taxi: TAXI_COMPANY, deliveries: COURIER_COMPANY, meals: RESTAURANT_COMPANY } as const

function ordersOf(trade: Trade, from: Date, input: SeedInput, clients: readonly DemoClient[]): PastOrder[] {
  const random = input.random.fork(trade)
  const companyId = COMPANY_OF[trade]
  const fleet = new PastFleet(companyId, random.fork('fleet'))
  const callers = clients.map((client) => [client, client.weight] as const)
  const orders: PastOrder[] = []
  for (const time of placementTimes(trade, from, input.now, random.fork('times'))) {
    const order = { taxi: taxiCall, deliveries: delivery, meals: meal }[trade](time, random, callers)
    live(order, fleet, random)
    if (endOf(order).getTime() < input.now.getTime() - QUIET_SECONDS * 1000) orders.push(order)
  }
  return orders
}

function taxiCall(
  createdAt: Date,
  random: SeededRandom,
  callers: readonly (readonly [DemoClient, number])[],
): PastOrder {
  const client = random.chance(64) ? random.weighted(callers) : null
  const pickup = client ? savedAddress(client, random) : someAddress(random, 35)
  const accountId = client?.accountId && random.chance(80) ? client.accountId : null
  return {
    ...orderTemplate(createdAt),
    companyId: TAXI_COMPANY,
    client,
    phone: client?.phone ?? unknownPhone(random),
    dispatcherId: random.chance(58) ? STAFF.dispatcher : STAFF.secondDispatcher,
    places: [pickup, ...destinations(client, pickup, random)],
    options: random.weighted([
      [[], 84],
      [['luggage'], 5],
      [['pet'], 4],
      [['air_condition'], 4],
      [['non_smoking'], 3],
    ]),
    accountId,
    paymentType: accountId ? 'protocol' : random.chance(18) ? 'card' : 'cash',
  }
}

function delivery(createdAt: Date, random: SeededRandom): PastOrder {
  const isMeal = random.chance(60)
  const accountId = random.chance(45) ? (isMeal ? STAFF.pizzeria : STAFF.flowers) : null
  const shop = isMeal ? PIZZERIA : FLORIST
  const goods = isMeal ? mealGoods(random) : parcelGoods(random)
  return {
    ...orderTemplate(createdAt),
    companyId: COURIER_COMPANY,
    phone: unknownPhone(random),
    dispatcherId: STAFF.deliveries,
    places: [accountId ? shop : someAddress(random, 60), anAddress(random)],
    serviceId: isMeal ? 3 : 2,
    options: goods.codBani === null ? (isMeal ? ['door_delivery'] : []) : ['cash_on_delivery'],
    accountId,
    paymentType: accountId ? 'protocol' : random.chance(35) ? 'card' : 'cash',
    goods,
  }
}

function meal(createdAt: Date, random: SeededRandom): PastOrder {
  return {
    ...orderTemplate(createdAt),
    companyId: RESTAURANT_COMPANY,
    phone: unknownPhone(random),
    dispatcherId: STAFF.kitchen,
    places: [TRATTORIA, anAddress(random)],
    serviceId: 3,
    options: ['door_delivery'],
    accountId: STAFF.trattoria,
    paymentType: 'protocol',
    goods: mealGoods(random),
  }
}

function orderTemplate(createdAt: Date) {
  return {
    createdAt,
    placedAt: null,
    client: null,
    serviceId: 1,
    accountId: null,
    goods: null,
    search: null,
    assignment: null,
    trip: null,
    cancellation: null,
    driversThen: { free: [], busy: [], offShift: [] },
  }
}

function unknownPhone(random: SeededRandom): string {
  return `+40700${random.whole(500, 599)}${String(random.whole(0, 999)).padStart(3, '0')}`
}

function savedAddress({ addresses }: DemoClient, random: SeededRandom): DemoAddress {
  return random.weighted(addresses.map((address, index) => [address, 1 / (index + 1) ** 2] as const))
}

/** 38 % of callers without a second place name the destination only in the car. */
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

function mealGoods(random: SeededRandom): PastGoods {
  const codBani = random.chance(55) ? random.whole(70, 360) * 50 : null
  return { note: random.pick(MEALS), codBani, grams: random.whole(8, 40) * 50 }
}

function parcelGoods(random: SeededRandom): PastGoods {
  const codBani = random.chance(40) ? random.whole(60, 700) * 50 : null
  return { note: random.pick(PARCELS), codBani, grams: random.whole(2, 160) * 50 }
}
