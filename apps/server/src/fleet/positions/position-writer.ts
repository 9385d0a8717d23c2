import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import type { DriverId } from '@dispecerat/domain/kernel/ids'
import type { Logger } from 'pino'
import type { Db } from '../../platform/db/database.ts'
import { kindOfError } from '../../platform/lifecycle/kind-of-error.ts'
import { type SavedPosition, savePositions, saveTrail, type TrailPoint } from './positions.store.ts'

export const WRITE_EVERY_MS = 1_000
/** The trail stores a point this often, or sooner when the car has moved this far. */
const TRAIL_EVERY_MS = 15_000
const TRAIL_METRES = 50
/** While the database is unreachable newer points replace the oldest. */
const MAX_TRAIL_WAITING = 20_000

/** Buffers the positions that this node received and writes them once a second: newest position of each driver, and the trail. */
export class PositionWriter {
  readonly #db: Db
  readonly #log: Logger
  #waiting = new Map<DriverId, SavedPosition>()
  #trail: TrailPoint[] = []
  /** The batch being written; pending again when that fails. */
  #underWay: readonly { at: Date }[] = []
  readonly #lastTrail = new Map<DriverId, Point & { at: Date }>()
  #writing: Promise<void> = Promise.resolve()
  #isFailing = false

  constructor(db: Db, log: Logger) {
    this.#db = db
    this.#log = log
  }

  add(position: SavedPosition, orderId: TrailPoint['orderId']): void {
    this.#waiting.set(position.driverId, position)
    const last = this.#lastTrail.get(position.driverId)
    const isDue =
      last === undefined ||
      position.at.getTime() - last.at.getTime() >= TRAIL_EVERY_MS ||
      metresBetween(last, position) >= TRAIL_METRES
    if (!isDue) return
    const { driverId, lat, long, at, judged } = position
    this.#lastTrail.set(driverId, { lat, long, at })
    this.#trail.push({ driverId, lat, long, at, orderId, isMarked: judged.implausible !== null })
    if (this.#trail.length > MAX_TRAIL_WAITING) this.#trail.splice(0, this.#trail.length - MAX_TRAIL_WAITING)
  }

  /** The clock was stepped: pending positions are moved to the new time. A stored position in the future would refuse every newer one. */
  clockStepped(seconds: number): void {
    const moved = [...this.#waiting.values(), ...this.#trail, ...this.#underWay, ...this.#lastTrail.values()]
    for (const point of moved) point.at = new Date(point.at.getTime() + seconds * 1000)
  }

  /** Writes pending positions; one write at a time. What fails stays pending. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const positions = this.#waiting
    const trail = this.#trail
    if (positions.size === 0 && trail.length === 0) return
    this.#waiting = new Map()
    this.#trail = []
    this.#underWay = [...positions.values(), ...trail]
    try {
      await savePositions(this.#db, [...positions.values()])
      positions.clear()
      await saveTrail(this.#db, trail)
      this.#isFailing = false
    } catch (error) {
      this.#waiting = new Map([...positions, ...this.#waiting])
      this.#trail = [...trail, ...this.#trail]
      if (!this.#isFailing) this.#log.warn({ reason: kindOfError(error) }, 'positions cannot be written; they wait')
      this.#isFailing = true
    } finally {
      this.#underWay = []
    }
  }
}
