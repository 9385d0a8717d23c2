import type { Point } from '../../kernel/geo.ts'
import type { CompanyId, DriverId } from '../../kernel/ids.ts'
import type { Ground } from './ground.ts'
import { ReplayDriver } from './replay-driver.ts'
import { Trail } from './trail.ts'
import type { PastOrder } from './world.ts'

/** A driver whose shift has ended stays visible to the engine until every offer they had is over: longer than the longest step. */
const IN_SIGHT_MS = 15 * 60_000

/** The drivers of the day, with their recorded shifts. */
export class ReplayFleet {
  readonly #drivers = new Map<DriverId, ReplayDriver>()
  readonly #inSight = new Map<CompanyId, readonly ReplayDriver[]>()
  readonly #lastShiftEnd = new Map<DriverId, number>()
  readonly #ground: Ground

  constructor(ground: Ground) {
    this.#ground = ground
    for (const past of ground.world.drivers) this.#drivers.set(past.driverId, new ReplayDriver(past, ground))
  }

  driver(driverId: DriverId): ReplayDriver | undefined {
    return this.#drivers.get(driverId)
  }

  /** Drivers of these companies who may be offered an order; drivers off duty are left out for speed. */
  inSight(companyId: CompanyId, partnerIds: readonly CompanyId[]): readonly ReplayDriver[] {
    const own = this.#inSight.get(companyId) ?? []
    const partners = partnerIds.flatMap((partnerId) => this.#inSight.get(partnerId) ?? [])
    return partners.length === 0 ? own : [...own, ...partners]
  }

  /** Schedules the shifts and the trips that no search led to; `isFree` is called when a driver may be free again. */
  begin(isFree: (driver: ReplayDriver) => void): void {
    const { world, clock } = this.#ground
    for (const past of world.drivers) {
      const driver = this.#drivers.get(past.driverId)
      if (!driver) continue
      for (const pause of past.pauses) clock.at(pause.to, () => isFree(driver))
      // The last instant of a ban is part of it.
      for (const ban of past.bans) clock.at(ban.to + 1, () => isFree(driver))
      for (const shift of past.shifts) {
        clock.at(shift.from, () => {
          driver.beginShift(shift)
          this.#comesInSight(driver)
          isFree(driver)
        })
        clock.at(shift.to, () => {
          driver.endShift()
          this.#lastShiftEnd.set(driver.driverId, clock.now)
          clock.at(clock.now + IN_SIGHT_MS, () => this.#goesOutOfSight(driver))
        })
      }
    }
    for (const trip of world.givenTrips) {
      const driver = this.#drivers.get(trip.driverId)
      clock.at(trip.from, () => {
        if (!driver?.beginGiven(trip)) return
        clock.at(trip.to, () => {
          driver.endGiven()
          isFree(driver)
        })
      })
    }
  }

  /** Actual end of a trip without a written destination: the driver's recorded position. */
  endOf({ destination, past }: PastOrder): Point | null {
    const { world } = this.#ground
    if (destination !== null || past.driverId === null || past.finishedAt === null) return destination
    const whose = world.drivers.find(({ driverId }) => driverId === past.driverId)
    if (!whose) return null
    const trail = new Trail(world.trails, world.from, whose.trail)
    const row = trail.rowAt(past.finishedAt)
    return row === null ? null : trail.pointOf(row)
  }

  #comesInSight(driver: ReplayDriver): void {
    const colleagues = this.#inSight.get(driver.companyId) ?? []
    if (!colleagues.includes(driver)) this.#inSight.set(driver.companyId, [...colleagues, driver])
  }

  #goesOutOfSight(driver: ReplayDriver): void {
    const since = this.#lastShiftEnd.get(driver.driverId) ?? 0
    if (driver.onShift || this.#ground.clock.now - since < IN_SIGHT_MS) return
    const colleagues = this.#inSight.get(driver.companyId) ?? []
    this.#inSight.set(
      driver.companyId,
      colleagues.filter((colleague) => colleague !== driver),
    )
  }
}
