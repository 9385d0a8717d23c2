import { metresBetween, type Point, roadMetresGuess } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, DriverId, UserId } from '@dispecerat/domain/kernel/ids'
import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import type { SeededRandom } from '@dispecerat/simulation/seeded-random'
import { COURIER_COMPANY, COURIERS, RIDERS, TAXI_COMPANY, TAXI_DRIVERS } from '../demo-accounts.ts'
import { numbers } from '../demo-people.ts'
import { aLandmark } from '../demo-streets.ts'

interface PastDriver {
  id: UserId
  companyId: CompanyId
  /** First and last wall-clock hour of the shift; the last may be after midnight. */
  hours: readonly [number, number]
  freeAt: number
  at: Point
}

const DAY = [6, 17] as const
const EVENING = [14, 1] as const
const NIGHT = [18, 5] as const
/** Shifts of four consecutive drivers: two by day, one in the evening, one at night. */
const SHIFTS = [DAY, EVENING, DAY, NIGHT] as const
const COURIER_HOURS = [8, 22] as const

/** First and last wall-clock hour in which this driver works; the last may be after midnight. */
export function hoursOf(driverId: DriverId): readonly [number, number] {
  return driverId >= COURIERS.first ? COURIER_HOURS : (SHIFTS[driverId % SHIFTS.length] ?? DAY)
}

function driversOf(companyId: CompanyId): { first: number; last: number } {
  if (companyId === TAXI_COMPANY) return TAXI_DRIVERS
  return companyId === COURIER_COMPANY ? COURIERS : RIDERS
}

export interface DriverForPast {
  id: UserId
  /** Straight-line distance to the pickup; `roadMetres` is the distance by road. */
  metres: number
  roadMetres: number
}

/** Positions of the drivers and when each is free again, so that no driver has two orders at once. */
export class PastFleet {
  readonly #drivers: PastDriver[]
  readonly #random: SeededRandom

  constructor(companyId: CompanyId, random: SeededRandom) {
    this.#random = random
    const ids = numbers(driversOf(companyId))
    this.#drivers = ids.map((id) => ({
      id,
      companyId,
      hours: hoursOf(id),
      freeAt: 0,
      at: aLandmark(random),
    }))
  }

  /** A random one of the three nearest free drivers on shift; null when there is none. */
  choose(pickup: Point, at: Date): DriverForPast | null {
    const nearest = this.onShift(at)
      .filter(({ freeAt }) => freeAt <= at.getTime())
      .map(({ id, at: where }) => ({ id, metres: metresBetween(where, pickup) }))
      .map(({ id, metres }) => ({ id, metres, roadMetres: roadMetresGuess(metres) }))
      .sort((a, b) => a.roadMetres - b.roadMetres || a.id - b.id)
      .slice(0, 3)
    return nearest.length === 0 ? null : this.#random.pick(nearest)
  }

  takes(driverId: DriverId, until: Date, at: Point): void {
    const driver = this.#drivers.find(({ id }) => id === driverId)
    if (!driver) throw new Error(`no driver ${driverId}`)
    driver.freeAt = until.getTime()
    driver.at = { lat: at.lat, long: at.long }
  }

  /** Ids of the drivers by their state at that moment. */
  seenAt(at: Date): { free: UserId[]; busy: number[]; offShift: number[] } {
    const working = this.onShift(at)
    const offShift = this.#drivers.filter((driver) => !working.includes(driver))
    const ids = (drivers: readonly PastDriver[]) => drivers.map(({ id }) => id)
    return {
      free: ids(working.filter(({ freeAt }) => freeAt <= at.getTime())),
      busy: ids(working.filter(({ freeAt }) => freeAt > at.getTime())),
      offShift: ids(offShift),
    }
  }

  private onShift(at: Date): PastDriver[] {
    const hour = Number(wallTime(at).time.slice(0, 2))
    return this.#drivers.filter(({ hours: [from, to] }) =>
      from <= to ? from <= hour && hour <= to : hour >= from || hour <= to,
    )
  }
}
