import { CAR_STATES, type Car, type CarState } from './cars.ts'
import { worldX, worldY } from './mercator.ts'

/** The numbers of one car as the graphics card reads them: two texels of four. */
export const FLOATS_PER_CAR = 8
const [FROM_X, FROM_Y, TO_X, TO_Y, STARTED, LASTS, MEASURED, STYLE] = [0, 1, 2, 3, 4, 5, 6, 7] as const
const NOBODY = -1

/** Places are kept as what they differ from the middle of Romania, so that 32 bits tell hands' breadths apart. */
export const ANCHOR = { x: worldX(25), y: worldY(46) } as const

/** Longer than this a car does not lag behind its last report. */
const LONGEST_GLIDE_MS = 6_000
const SHORTEST_GLIDE_MS = 250
/** Farther than this no car drives between two reports, about 2 km: it is there at once. */
const LEAP = 7.5e-5
/** The clock of the numbers starts anew, before 32 bits no longer tell its milliseconds apart. */
const EPOCH_LASTS_MS = 3_600_000

export interface WorldBox {
  west: number
  north: number
  east: number
  south: number
}

/** Where every car was, is going and since when; a car glides from report to report in as long as they lie apart. */
export class CarTracks {
  #numbers = new Float32Array(FLOATS_PER_CAR * 256)
  #epoch: number
  readonly #slots = new Map<number, number>()
  readonly #cars: (Car | undefined)[] = []
  readonly #vacant: number[] = []

  constructor(now: number) {
    this.#epoch = now
  }

  /** Eight numbers a slot; from and to relative to `ANCHOR`, times in seconds of `clock`. */
  get numbers(): Float32Array {
    return this.#numbers
  }

  /** Slots in use or vacant between those in use. */
  get slots(): number {
    return this.#cars.length
  }

  /** Seconds on the clock of the numbers. */
  clock(now: number): number {
    return (now - this.#epoch) / 1000
  }

  slotOf(id: number | null): number {
    return id === null ? NOBODY : (this.#slots.get(id) ?? NOBODY)
  }

  carAt(slot: number): Car | undefined {
    return this.#cars[slot]
  }

  /** Takes the cars over; those that moved set out from where they are drawn now. True when anything is drawn differently. */
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

  /** Where the car of a slot is drawn now, in the world. */
  placeAt(slot: number, now: number): { x: number; y: number } {
    const at = slot * FLOATS_PER_CAR
    const share = this.#share(at, now)
    const mix = (from: number, to: number) => this.#read(at + from) * (1 - share) + this.#read(at + to) * share
    return { x: ANCHOR.x + mix(FROM_X, TO_X), y: ANCHOR.y + mix(FROM_Y, TO_Y) }
  }

  /** The slot of the shown car that is drawn nearest to a place, at most so far from it; -1 for none. */
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

  /** How fast the fastest car in the box glides now, in worlds a second; 0 when all of them stand. */
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
