import type { ZoneSupply } from '@dispecerat/contract/orders/supply'
import { STALE_POSITION_MS } from '@dispecerat/domain/dispatch/search/eligibility'
import type { CompanyId, ZoneId } from '@dispecerat/domain/kernel/ids'
import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import { middleOf } from '@dispecerat/domain/orders/heat-cell'
import { SUPPLY_MINUTES, shortageOf, USUAL_WEEKS } from '@dispecerat/domain/orders/supply'
import type { Roads } from '../../adapters/routing/roads.ts'
import { type Fleet, type Trip, TripEnds } from '../../fleet/fleet.public.ts'
import { zoneNames } from '../../geography/zones/zones.public.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import { type CellOrders, ordersOfHour } from './heat.views.ts'
import { waitingPickups } from './supply.views.ts'

const AHEAD_MS = SUPPLY_MINUTES * 60_000
const WEEK_MS = 7 * 86_400_000

type Named = { id: ZoneId; name: string }[]
/** Orders of an average hour like this per map cell; null without a past. Uses cells, because zones change. */
type Usual = { cells: readonly CellOrders[]; daysOfPast: number } | null
type PerZone = Map<ZoneId, number>

/**
 * Supply of companies' zones in ten minutes. Cars are counted in memory; one query reads waiting orders. Names are cached until zones
 * change, average hours until the hour is over.
 */
export class SupplyBoard {
  readonly #db: Db
  readonly #clock: Clock
  readonly #fleet: Fleet
  readonly #tripEnds: TripEnds
  readonly #names = new Map<CompanyId, Promise<Named>>()
  readonly #usual = new Map<CompanyId, { hour: string; asked: Promise<Usual> }>()

  constructor({ db, clock }: { db: Db; clock: Clock }, fleet: Fleet, roads: Pick<Roads, 'along'>) {
    this.#db = db
    this.#clock = clock
    this.#fleet = fleet
    this.#tripEnds = new TripEnds(roads)
  }

  /** Called when zones have changed. */
  forgetZones(): void {
    this.#names.clear()
  }

  async of(companies: readonly CompanyId[]): Promise<Map<CompanyId, ZoneSupply[]>> {
    const now = this.#clock.now()
    const waiting = await this.#waiting(companies, now)
    const supplies = await Promise.all(
      companies.map(async (companyId): Promise<[CompanyId, ZoneSupply[]]> => {
        const [names, usual, soon] = await Promise.all([
          this.#namesOf(companyId),
          this.#usualOf(companyId, now),
          this.#freeSoon(companyId, now),
        ])
        return [companyId, this.#zones(companyId, { names, waiting, usual: this.#ofZones(companyId, usual), soon })]
      }),
    )
    return new Map(supplies)
  }

  #zones(
    companyId: CompanyId,
    { names, waiting, usual, soon }: { names: Named; waiting: PerZone; usual: PerZone | null; soon: PerZone },
  ): ZoneSupply[] {
    const free = this.#fleet.driversByZone([companyId])
    return names.map(({ id, name }) => {
      const supply = {
        freeNow: free.get(id)?.free ?? 0,
        freeSoon: soon.get(id) ?? 0,
        waiting: waiting.get(id) ?? 0,
        usualOrders: usual && (usual.get(id) ?? 0),
      }
      return {
        polygonId: id,
        company_id: companyId,
        name,
        free_now: supply.freeNow,
        free_soon: supply.freeSoon,
        waiting: supply.waiting,
        usual_orders: supply.usualOrders,
        shortage: shortageOf(supply),
      }
    })
  }

  async #waiting(companies: readonly CompanyId[], now: Date): Promise<PerZone> {
    const counts: PerZone = new Map()
    const pickups = await waitingPickups(this.#db, companies, new Date(now.getTime() + AHEAD_MS))
    for (const { companyId, ...at } of pickups) addOne(counts, this.#fleet.zoneAt(companyId, at))
    return counts
  }

  /** Drivers whose last trip ends within ten minutes, counted by the zone it ends in. */
  async #freeSoon(companyId: CompanyId, now: Date): Promise<PerZone> {
    const trips = this.#fleet.factsOf([companyId], companyId).flatMap((driver): Trip[] => {
      const { driverId, isOnline, point: from, positionAt, isPositionImplausible, finishing } = driver
      const to = finishing?.destination
      if (isPositionImplausible || !isOnline || !to || !from || !positionAt) return []
      return now.getTime() - positionAt.getTime() > STALE_POSITION_MS ? [] : [{ driverId, from, to }]
    })
    const left = await this.#tripEnds.left(trips, now)
    const counts: PerZone = new Map()
    for (const [index, { to }] of trips.entries())
      if ((left[index] ?? AHEAD_MS + 1) <= AHEAD_MS) addOne(counts, this.#fleet.zoneAt(companyId, to))
    return counts
  }

  #namesOf(companyId: CompanyId): Promise<Named> {
    const known = this.#names.get(companyId)
    if (known) return known
    const names = zoneNames(this.#db, { companies: [companyId], ownUserId: null })
    this.#names.set(companyId, names)
    names.catch(() => this.#names.delete(companyId))
    return names
  }

  #usualOf(companyId: CompanyId, now: Date): Promise<Usual> {
    const { date, time } = wallTime(now)
    const hour = `${date} ${time.slice(0, 2)}`
    const known = this.#usual.get(companyId)
    if (known?.hour === hour) return known.asked
    const usual = this.#readUsual(companyId, now)
    this.#usual.set(companyId, { hour, asked: usual })
    usual.catch(() => this.#usual.delete(companyId))
    return usual
  }

  async #readUsual(companyId: CompanyId, now: Date): Promise<Usual> {
    const weeks = Array.from({ length: USUAL_WEEKS }, (_, week) => new Date(now.getTime() - (week + 1) * WEEK_MS))
    const days = weeks.map((at) => wallTime(at).date)
    const hour = Number(wallTime(now).time.slice(0, 2))
    const read = await ordersOfHour(this.#db, { companyId, hour, days })
    return read.daysOfPast === 0 ? null : read
  }

  #ofZones(companyId: CompanyId, usual: Usual): PerZone | null {
    if (usual === null) return null
    const orders: PerZone = new Map()
    for (const cell of usual.cells) addOne(orders, this.#fleet.zoneAt(companyId, middleOf(cell)), cell.orders)
    // One decimal: the mean of eight days is not more precise.
    for (const [zoneId, sum] of orders) orders.set(zoneId, Math.round((sum / usual.daysOfPast) * 10) / 10)
    return orders
  }
}

function addOne(counts: PerZone, zoneId: ZoneId | null, more = 1): void {
  if (zoneId !== null) counts.set(zoneId, (counts.get(zoneId) ?? 0) + more)
}
