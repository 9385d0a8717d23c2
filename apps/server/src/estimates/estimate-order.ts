import type { BodyOf } from '@dispecerat/contract/endpoint'
import type { Estimate, estimateOrder } from '@dispecerat/contract/estimates'
import { DomainError } from '@dispecerat/domain/errors'
import type { Point } from '@dispecerat/domain/geo'
import { serviceOfPackage } from '@dispecerat/domain/goods'
import { ronFromBani } from '@dispecerat/domain/money'
import { type Fare, fareOf } from '@dispecerat/domain/tariff'
import { fromWireTime } from '@dispecerat/domain/wire-time'
import { companyOfCaller, findCompany } from '../companies/companies.public.ts'
import type { Caller } from '../db/caller.ts'
import type { Fleet } from '../fleet/fleet.public.ts'
import type { Road, Roads } from '../providers/routing/roads.ts'
import type { Server } from '../server.ts'
import { type NamedTariff, tariffOf } from '../tariffs/tariffs.public.ts'

type Asked = BodyOf<typeof estimateOrder>
type Wish = Asked & { service_id: number }
type Car = Estimate['nearest'][number]

/** More cars than are shown: the nearest by straight line is the nearest by road only two times of three. */
const ASKED = 12
const SHOWN = 5
const FARTHEST_METRES = 15_000
const NO_CAR = 'XXX'

export interface EstimateParts {
  server: Server
  fleet: Fleet
  roads: Roads
}

/** Price, road and arrival of an order nobody saved; `company.unknown` without a company. */
export async function estimateOf(parts: EstimateParts, caller: Caller, asked: Asked): Promise<Estimate> {
  const { server, roads } = parts
  const companyId = await companyOfCaller(server.db, caller)
  if (companyId === null) throw new DomainError('company.unknown')
  const wish = { ...asked, service_id: asked.service_id ?? (await usualService(server, companyId)) }
  const [tariff, road, cars] = await Promise.all([
    tariffOf(server.db, companyId, wish.service_id),
    roads.along(wish.places),
    nearestCars(parts, caller, wish),
  ])
  const at = (wish.departure_time ? fromWireTime(wish.departure_time) : null) ?? server.clock.now()
  const fare = tariff && road ? fareOf(tariff, { metres: road.metres, at }) : null
  return {
    ...priceView(tariff, road, fare),
    ...carsView(caller, cars),
    is_guess: (road?.isGuess ?? false) || cars.isGuess,
  }
}

async function usualService({ db }: Server, companyId: number): Promise<number> {
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
  busy: Car | null
  isGuess: boolean
}

/** A company's own user hears how soon, not who. */
function carsView(caller: Caller, { free, busy }: Nearest) {
  const eta = { pickup_eta_seconds: free[0]?.seconds ?? null }
  if (caller.kind === 'company') return { nearest: [], nearest_busy: null, ...eta }
  return { nearest: free.slice(0, SHOWN), nearest_busy: busy, ...eta }
}

async function nearestCars({ fleet, roads }: EstimateParts, { scope }: Caller, wish: Wish): Promise<Nearest> {
  const [pickup] = wish.places
  if (!pickup) return { free: [], busy: null, isGuess: false }
  const wanted = {
    companies: scope.companies,
    serviceId: wish.service_id,
    options: Object.keys(wish.options),
    most: ASKED,
    maxMetres: FARTHEST_METRES,
  }
  const free = await byRoad({ fleet, roads }, pickup, { ...wanted, work: 'free' })
  if (free.cars.length > 0) return { free: free.cars, busy: null, isGuess: free.isGuess }
  const busy = await byRoad({ fleet, roads }, pickup, { ...wanted, work: 'busy' })
  return { free: [], busy: busy.cars[0] ?? null, isGuess: busy.isGuess }
}

async function byRoad(
  { fleet, roads }: Pick<EstimateParts, 'fleet' | 'roads'>,
  pickup: Point,
  wish: Parameters<Fleet['nearest']>[1],
): Promise<{ cars: Car[]; isGuess: boolean }> {
  const near = fleet.nearest(pickup, wish)
  const found = await roads.to(
    near.map(({ point }) => point),
    pickup,
  )
  const cars = near.flatMap(({ driverId, indicativ }, i) => {
    const road = found[i]
    if (!road) return []
    return { driver_id: driverId, indicativ: indicativ ?? NO_CAR, metres: road.metres, seconds: road.seconds }
  })
  cars.sort((a, b) => a.seconds - b.seconds || a.metres - b.metres || a.driver_id - b.driver_id)
  return { cars, isGuess: found.some(({ isGuess }) => isGuess) }
}
