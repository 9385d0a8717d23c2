import { worldX, worldY } from '../mercator.ts'
import { CAR_STATES, type Car, type CarState } from './cars.ts'

/** The numbers of one car for the GPU: two texels of four. */
export const FLOATS_PER_CAR = 8
const [FROM_X, FROM_Y, TO_X, TO_Y, STARTED, LASTS, MEASURED, STYLE] = [0, 1, 2, 3, 4, 5, 6, 7] as const
const NOBODY = -1

/** Positions are stored relative to the middle of Romania, so that 32-bit floats resolve about 10 cm. */
export const ANCHOR = { x: worldX(25), y: worldY(46) } as const

/** The longest time a car lags behind its last report. */
const LONGEST_GLIDE_MS = 6_000
const SHORTEST_GLIDE_MS = 250
/** About 2 km, farther than a car drives between two reports: it jumps there without an animation. */
const LEAP = 7.5e-5
/** The clock restarts after this time, before 32-bit floats lose millisecond precision. */
const EPOCH_LASTS_MS = 3_600_000

export interface WorldBox {
  west: number
  north: number
  east: number
  south: number
}

/**
 * Start, target and start time of every car's movement; a car glides from one report to the next in the time between
 * them.
 */
export class CarTracks {
  #numbers = new Float32Array(FLOATS_PER_CAR * 256)
  #epoch: number
  readonly #slots = new Map<number, number>()
  readonly #cars: (Car | undefined)[] = []
  readonly #vacant: number[] = []

  constructor(now: number) {
    this.#epoch = now
  }

  /** Eight numbers per slot; start and target relative to `ANCHOR`, times in seconds of `clock`. */
  get numbers(): Float32Array {
    return this.#numbers
  }

  /** Number of slots, including vacant ones in between. */
  get slots(): number {
    return this.#cars.length
  }

  /** Seconds since the epoch of the numbers. */
  clock(now: number): number {
    return (now - this.#epoch) / 1000
  }

  slotOf(id: number | null): number {
    return id === null ? NOBODY : (this.#slots.get(id) ?? NOBODY)
  }

  carAt(slot: number): Car | undefined {
    return this.#cars[slot]
  }

  /** Applies the cars; one that moved starts from where it is drawn now. True when anything has to be drawn again. */
  take(cars: ReadonlyMap<number, Car>, now: number, glides: boolean): boolean {
    if (now - this.#epoch > EPOCH_LASTS_MS) this.#startAnew(now)
    let changed = false
    for (const [id, slot] of this.#slots) {
      if (cars.has(id)) continue
      this.#leave(id, slot)
      changed = true
    }
    for (const car of cars.values()) {
      const slot = this.#slots.get(car.id)
      const known = slot === undefined ? undefined : this.#cars[slot]
      if (slot !== undefined && known === car) continue
      changed = true
      if (slot === undefined || known === undefined) this.#enter(car)
      else this.#move(slot, known, car, now, glides)
    }
    return changed
  }

  /** Current position of a slot's car, in world coordinates. */
  placeAt(slot: number, now: number): { x: number; y: number } {
    const at = slot * FLOATS_PER_CAR
    const share = this.#share(at, now)
    const mix = (from: number, to: number) => this.#read(at + from) * (1 - share) + this.#read(at + to) * share
    return { x: ANCHOR.x + mix(FROM_X, TO_X), y: ANCHOR.y + mix(FROM_Y, TO_Y) }
  }

  /** The slot of the shown car nearest to a point, within a distance; -1 for none. */
  nearest(to: { x: number; y: number }, within: number, shown: ReadonlySet<CarState>, now: number): number {
    let best = NOBODY
    let bestSquare = within * within
    for (let slot = 0; slot < this.#cars.length; slot++) {
      const car = this.#cars[slot]
      if (!car || !shown.has(car.state)) continue
      const { x, y } = this.placeAt(slot, now)
      const square = (x - to.x) ** 2 + (y - to.y) ** 2
      if (square > bestSquare) continue
      best = slot
      bestSquare = square
    }
    return best
  }

  /** Speed of the fastest car in the box, in world widths per second; 0 when none moves. */
  fastest(box: WorldBox, now: number): number {
    let fastest = 0
    const clock = this.clock(now)
    for (let slot = 0; slot < this.#cars.length; slot++) {
      const at = slot * FLOATS_PER_CAR
      const lasts = this.#read(at + LASTS)
      if (lasts <= 0 || clock >= this.#read(at + STARTED) + lasts) continue
      const [x, y] = [this.#read(at + TO_X), this.#read(at + TO_Y)]
      const way = Math.hypot(x - this.#read(at + FROM_X), y - this.#read(at + FROM_Y))
      if (way / lasts <= fastest || !isIn(box, x + ANCHOR.x, y + ANCHOR.y)) continue
      fastest = way / lasts
    }
    return fastest
  }

  #enter(car: Car): void {
    const slot = this.#vacant.pop() ?? this.#cars.length
    this.#freeSpace(slot)
    this.#slots.set(car.id, slot)
    this.#write(slot, car, { x: worldX(car.long) - ANCHOR.x, y: worldY(car.lat) - ANCHOR.y }, 0, 0)
  }

  #move(slot: number, known: Car, car: Car, now: number, glides: boolean): void {
    const to = { x: worldX(car.long) - ANCHOR.x, y: worldY(car.lat) - ANCHOR.y }
    const isSame = known.lat === car.lat && known.long === car.long
    const at = slot * FLOATS_PER_CAR
    if (isSame && glides) {
      const from = { x: this.#read(at + FROM_X), y: this.#read(at + FROM_Y) }
      this.#write(slot, car, from, this.#read(at + STARTED), this.#read(at + LASTS))
      return
    }
    const drawn = this.placeAt(slot, now)
    const from = { x: drawn.x - ANCHOR.x, y: drawn.y - ANCHOR.y }
    const mayGlide = glides && Math.hypot(to.x - from.x, to.y - from.y) < LEAP
    const lastsMs = Math.min(LONGEST_GLIDE_MS, Math.max(SHORTEST_GLIDE_MS, car.measuredAt - known.measuredAt))
    this.#write(slot, car, mayGlide ? from : to, this.clock(now), mayGlide ? lastsMs / 1000 : 0)
  }

  #write(slot: number, car: Car, from: { x: number; y: number }, started: number, lasts: number): void {
    this.#cars[slot] = car
    const heading = car.heading === null ? 0 : 1 + (Math.round(car.heading) % 360)
    const style = CAR_STATES.indexOf(car.state) + CAR_STATES.length * heading
    const to = [worldX(car.long) - ANCHOR.x, worldY(car.lat) - ANCHOR.y] as const
    const numbers = [from.x, from.y, ...to, started, lasts, this.clock(car.measuredAt), style]
    this.#numbers.set(numbers, slot * FLOATS_PER_CAR)
  }

  #leave(id: number, slot: number): void {
    this.#slots.delete(id)
    this.#cars[slot] = undefined
    this.#vacant.push(slot)
    this.#numbers[slot * FLOATS_PER_CAR + STYLE] = NOBODY
    this.#numbers[slot * FLOATS_PER_CAR + LASTS] = 0
  }

  #freeSpace(slot: number): void {
    if ((slot + 1) * FLOATS_PER_CAR <= this.#numbers.length) return
    const larger = new Float32Array(this.#numbers.length * 2)
    larger.set(this.#numbers)
    this.#numbers = larger
  }

  #startAnew(now: number): void {
    const seconds = this.clock(now)
    this.#epoch = now
    for (let slot = 0; slot < this.#cars.length; slot++) {
      for (const number of [STARTED, MEASURED]) {
        const at = slot * FLOATS_PER_CAR + number
        this.#numbers[at] = this.#read(at) - seconds
      }
    }
  }

  #share(at: number, now: number): number {
    const lasts = this.#read(at + LASTS)
    if (lasts <= 0) return 1
    return Math.min(1, Math.max(0, (this.clock(now) - this.#read(at + STARTED)) / lasts))
  }

  #read(index: number): number {
    return this.#numbers[index] ?? 0
  }
}

function isIn(box: WorldBox, x: number, y: number): boolean {
  return x >= box.west && x <= box.east && y >= box.north && y <= box.south
}
