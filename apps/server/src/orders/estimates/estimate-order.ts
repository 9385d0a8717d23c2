import type { BodyOf } from '@dispecerat/contract/kernel/endpoint'
import type { Estimate, estimateOrder } from '@dispecerat/contract/orders/estimates'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import { serviceOfPackage } from '@dispecerat/domain/orders/goods'
import { SUPPLY_MINUTES } from '@dispecerat/domain/orders/supply'
import { type Fare, fareOf } from '@dispecerat/domain/orders/tariff'
import type { Road, Roads } from '../../adapters/routing/roads.ts'
import type { Fleet, TripEnds } from '../../fleet/fleet.public.ts'
import { companyOfActor, findCompany } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { type NamedTariff, tariffOf } from '../tariffs/tariffs.public.ts'

type EstimateInput = BodyOf<typeof estimateOrder>
type Input = EstimateInput & { service_id: number }
type Car = Estimate['nearest'][number]

/** More cars than are shown are routed, because the nearest by straight line is the nearest by road in only two of three cases. */
const MAX_ROUTED = 12
const SHOWN = 5
const FARTHEST_METRES = 15_000
/** Finishing cars are measured from the end of their trips; more of them would cost too many route requests. */
const MAX_FINISHING_ROUTED = 6
const NO_CAR = 'XXX'

export interface EstimateParts {
  server: Server
  fleet: Fleet
  roads: Roads
  tripEnds: TripEnds
}

/** Price, road and pickup time of an unsaved order; throws `company.unknown` without a company. */
export async function estimateOf(parts: EstimateParts, actor: Actor, request: EstimateInput): Promise<Estimate> {
  const { server, roads } = parts
  const companyId = await companyOfActor(server.db, actor)
  if (companyId === null) throw new DomainError('company.unknown')
  const input = { ...request, service_id: request.service_id ?? (await usualService(server, companyId)) }
  const [tariff, road, cars] = await Promise.all([
    tariffOf(server.db, companyId, input.service_id),
    roads.along(input.places),
    nearestCars(parts, actor, input),
  ])
  const at = (input.departure_time ? fromWireTime(input.departure_time) : null) ?? server.clock.now()
  const fare = tariff && road ? fareOf(tariff, { metres: road.metres, at }) : null
  return {
    ...priceView(tariff, road, fare),
    ...carsView(actor, cars),
    is_guess: (road?.isGuess ?? false) || cars.isGuess,
  }
}

async function usualService({ db }: Server, companyId: CompanyId): Promise<number> {
  return serviceOfPackage((await findCompany(db, companyId))?.packageId ?? 1)
}

function priceView(tariff: NamedTariff | null, road: Road | null, fare: Fare | null) {
  return {
    cost: fare && ronFromBani(fare.costBani),
    metres: road?.metres ?? null,
    seconds: road?.seconds ?? null,
    is_night: fare?.isNight ?? false,
    tariff_name: tariff?.name ?? null,
    explanation: (fare?.lines ?? []).map(({ part, bani, quantity }) => ({ part, amount: ronFromBani(bani), quantity })),
  }
}

interface Nearest {
  free: Car[]
  /** Only when it arrives before every free car. */
  finishing: Car | null
  busy: Car | null
  isGuess: boolean
}

/** A company's own account gets the time only, without the car. */
function carsView(actor: Actor, { free, finishing, busy }: Nearest) {
  const first = finishing ?? free[0] ?? null
  const by = finishing ? 'finishing' : 'free'
  const eta = { pickup_eta_seconds: first?.seconds ?? null, pickup_eta_by: first && (by as 'finishing' | 'free') }
  if (actor.kind === 'company') return { nearest: [], nearest_finishing: null, nearest_busy: null, ...eta }
  return { nearest: free.slice(0, SHOWN), nearest_finishing: finishing, nearest_busy: busy, ...eta }
}

async function nearestCars(parts: EstimateParts, { scope }: Actor, input: Input): Promise<Nearest> {
  const [pickup] = input.places
  if (!pickup) return { free: [], finishing: null, busy: null, isGuess: false }
  const wanted = {
    companies: scope.companies,
    serviceId: input.service_id,
    options: Object.keys(input.options),
    max: MAX_ROUTED,
    maxMetres: FARTHEST_METRES,
  }
  const [free, soon] = await Promise.all([
    byRoad(parts, pickup, { ...wanted, work: 'free' }),
    firstToFinish(parts, pickup, { ...wanted, max: MAX_FINISHING_ROUTED }),
  ])
  const [nearest] = free.cars
  const finishing = soon.car && (!nearest || soon.car.seconds < nearest.seconds) ? soon.car : null
  const isGuess = free.isGuess || (finishing !== null && soon.isGuess)
  if (nearest || finishing) return { free: free.cars, finishing, busy: null, isGuess }
  const busy = await byRoad(parts, pickup, { ...wanted, work: 'busy' })
  return { free: [], finishing: null, busy: busy.cars[0] ?? null, isGuess: busy.isGuess }
}

/** The car that reaches the pickup first among those whose last trip ends within ten minutes, measured from that end. */
async function firstToFinish(
  { server, fleet, roads, tripEnds }: EstimateParts,
  pickup: Point,
  input: Parameters<Fleet['finishingNear']>[1],
): Promise<{ car: Car | null; isGuess: boolean }> {
  const near = fleet.finishingNear(pickup, input)
  const trips = near.map(({ driverId, point, destination }) => ({ driverId, from: point, to: destination }))
  const [left, ways] = await Promise.all([
    tripEnds.left(trips, server.clock.now()),
    roads.to(
      near.map(({ destination }) => destination),
      pickup,
    ),
  ])
  const cars = near.flatMap(({ driverId, indicativ }, i) => {
    const [leftMs, way] = [left[i], ways[i]]
    if (!way || leftMs === undefined || leftMs > SUPPLY_MINUTES * 60_000) return []
    const seconds = Math.round(leftMs / 1000) + way.seconds
    return { driver_id: driverId, indicativ: indicativ ?? NO_CAR, metres: way.metres, seconds }
  })
  cars.sort(soonest)
  return { car: cars[0] ?? null, isGuess: ways.some(({ isGuess }) => isGuess) }
}

function soonest(a: Car, b: Car): number {
  return a.seconds - b.seconds || a.metres - b.metres || a.driver_id - b.driver_id
}

async function byRoad(
  { fleet, roads }: Pick<EstimateParts, 'fleet' | 'roads'>,
  pickup: Point,
  input: Parameters<Fleet['nearest']>[1],
): Promise<{ cars: Car[]; isGuess: boolean }> {
  const near = fleet.nearest(pickup, input)
  const found = await roads.to(
    near.map(({ point }) => point),
    pickup,
  )
  const cars = near.flatMap(({ driverId, indicativ }, i) => {
    const road = found[i]
    if (!road) return []
    return { driver_id: driverId, indicativ: indicativ ?? NO_CAR, metres: road.metres, seconds: road.seconds }
  })
  cars.sort(soonest)
  return { cars, isGuess: found.some(({ isGuess }) => isGuess) }
}
