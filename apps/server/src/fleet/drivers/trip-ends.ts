import { roadSecondsGuess } from '@dispecerat/domain/geography/road'
import { metresBetween, type Point, roadMetresGuess } from '@dispecerat/domain/kernel/geo'
import type { DriverId } from '@dispecerat/domain/kernel/ids'
import type { Roads } from '../../adapters/routing/roads.ts'

/** A driver on the last trip. */
export interface Trip {
  driverId: DriverId
  from: Point
  to: Point
}

interface Known {
  to: Point
  arrivesAt: number
  queriedAt: number
}

/** A moving car arrives at the predicted time; a standing one is queried again soon. */
const CACHE_MS = 60_000
/** At most this many cars are queried per round; the others, and failures of the router, are estimated. */
const MAX_QUERIED = 24

/** Predicts by road when trips end; a prediction is reused for a minute, since the car drives towards it meanwhile. */
export class TripEnds {
  readonly #roads: Pick<Roads, 'along'>
  readonly #known = new Map<number, Known>()

  constructor(roads: Pick<Roads, 'along'>) {
    this.#roads = roads
  }

  /** Milliseconds left of each trip, in the same order. */
  async left(trips: readonly Trip[], now: Date): Promise<number[]> {
    const at = now.getTime()
    this.#forget(at)
    const unknown = trips.filter((trip) => this.#of(trip) === null).slice(0, MAX_QUERIED)
    await Promise.all(unknown.map((trip) => this.#ask(trip, at)))
    return trips.map((trip) => Math.max(0, (this.#of(trip) ?? at + guessMs(trip)) - at))
  }

  #of({ driverId, to }: Trip): number | null {
    const known = this.#known.get(driverId)
    return known && known.to.lat === to.lat && known.to.long === to.long ? known.arrivesAt : null
  }

  async #ask({ driverId, from, to }: Trip, at: number): Promise<void> {
    const road = await this.#roads.along([from, to])
    // An estimate is cheap to repeat and may improve.
    if (road && !road.isGuess) this.#known.set(driverId, { to, arrivesAt: at + road.seconds * 1000, queriedAt: at })
  }

  #forget(at: number): void {
    for (const [driverId, { queriedAt }] of this.#known) if (at - queriedAt > CACHE_MS) this.#known.delete(driverId)
  }
}

function guessMs({ from, to }: Trip): number {
  return roadSecondsGuess(roadMetresGuess(metresBetween(from, to))) * 1000
}
