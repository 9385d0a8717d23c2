import { metresBetween, type Point } from '../kernel/geo.ts'
import { asId, type DriverId } from '../kernel/ids.ts'

/** Degrees. About 1.1 km by 0.8 km in Romania: a city block of cells covers a usual search radius. */
const CELL = 0.01
const EARTH_METRES = 6_371_008.8
const RADIANS = Math.PI / 180
const METRES_PER_DEGREE = EARTH_METRES * RADIANS
const NONE = -1
const FIRST_CAPACITY = 1024

/** A driver found by the grid; whole metres, straight line. */
export interface Found {
  driverId: DriverId
  metres: number
}

interface Search {
  /** Resets the search: everything is visited again. */
  begin(): void
  visit(driverId: DriverId, metres: number): void
  /** All within `seenMetres` has been visited; true ends the search. */
  isEnough(seenMetres: number): boolean
}

/**
 * Last position of every driver, in memory: a hash of cells, each cell a linked list through typed arrays, so that a position frame
 * allocates nothing. Answers are those of a full scan, sorted by metres and then by driver id.
 */
export class PositionGrid {
  readonly #slotOf = new Map<DriverId, number>()
  readonly #free: number[] = []
  #capacity = FIRST_CAPACITY
  #lat = new Float64Array(FIRST_CAPACITY)
  #long = new Float64Array(FIRST_CAPACITY)
  #row = new Int32Array(FIRST_CAPACITY)
  #column = new Int32Array(FIRST_CAPACITY)
  #driver = new Float64Array(FIRST_CAPACITY)
  #next = new Int32Array(FIRST_CAPACITY)
  #before = new Int32Array(FIRST_CAPACITY)
  /** First slot of each bucket; twice as many buckets as slots keep the lists short. */
  #heads = new Int32Array(FIRST_CAPACITY * 2).fill(NONE)

  /** Keeps as many upper bits of the cell's hash as there are buckets. */
  #shift = 32 - Math.log2(FIRST_CAPACITY * 2)

  get size(): number {
    return this.#slotOf.size
  }

  /** Inserts or moves the driver. */
  upsert(driverId: DriverId, { lat, long }: Point): void {
    const row = Math.floor(lat / CELL)
    const column = Math.floor(long / CELL)
    let slot = this.#slotOf.get(driverId)
    if (slot === undefined) {
      slot = this.#takeSlot(driverId)
      this.#link(slot, row, column)
    } else if (this.#row[slot] !== row || this.#column[slot] !== column) {
      this.#unlink(slot)
      this.#link(slot, row, column)
    }
    this.#lat[slot] = lat
    this.#long[slot] = long
  }

  /** Removes the driver; false when it was not known. */
  remove(driverId: DriverId): boolean {
    const slot = this.#slotOf.get(driverId)
    if (slot === undefined) return false
    this.#unlink(slot)
    this.#slotOf.delete(driverId)
    this.#free.push(slot)
    return true
  }

  positionOf(driverId: DriverId): Point | null {
    const slot = this.#slotOf.get(driverId)
    return slot === undefined ? null : this.#pointAt(slot)
  }

  /** The `max` nearest within `maxMetres` that `accept` lets through, nearest first. */
  nearest(point: Point, max: number, maxMetres: number, accept?: (driverId: DriverId) => boolean): Found[] {
    if (max < 1) return []
    let found = new NearestList(max)
    this.#spread(point, {
      begin: () => {
        found = new NearestList(max)
      },
      visit: (driverId, metres) => {
        const isWanted = metres <= maxMetres && found.wants(metres, driverId)
        if (isWanted && (accept?.(driverId) ?? true)) found.add(metres, driverId)
      },
      isEnough: (seenMetres) => seenMetres > maxMetres || seenMetres > found.worstMetres(),
    })
    return found.all()
  }

  /** All drivers within this many metres, nearest first. */
  within(point: Point, maxMetres: number): Found[] {
    let found: Found[] = []
    this.#spread(point, {
      begin: () => {
        found = []
      },
      visit: (driverId, metres) => {
        if (metres <= maxMetres) found.push({ driverId, metres })
      },
      isEnough: (seenMetres) => seenMetres > maxMetres,
    })
    return found.sort((a, b) => a.metres - b.metres || a.driverId - b.driverId)
  }

  /** Visits cells in growing rings until everything nearer than `isEnough` requires has been visited. */
  #spread(point: Point, search: Search): void {
    const row = Math.floor(point.lat / CELL)
    const column = Math.floor(point.long / CELL)
    const visit = (slot: number) => search.visit(this.#driverAt(slot), metresBetween(point, this.#pointAt(slot)))
    search.begin()
    // A wide ring over few drivers costs more than a scan of all of them.
    for (let ring = 0; ring * 8 <= this.size; ring++) {
      this.#visitRing(row, column, ring, visit)
      // Distances are rounded, so the last metre before the edge is not certain.
      if (search.isEnough(metresToEdge(point, row, column, ring) - 1)) return
    }
    search.begin()
    for (const slot of this.#slotOf.values()) visit(slot)
  }

  #visitRing(row: number, column: number, ring: number, visit: (slot: number) => void): void {
    if (ring === 0) this.#visitCell(row, column, visit)
    for (let c = column - ring; ring > 0 && c <= column + ring; c++) {
      this.#visitCell(row - ring, c, visit)
      this.#visitCell(row + ring, c, visit)
    }
    for (let r = row - ring + 1; r < row + ring; r++) {
      this.#visitCell(r, column - ring, visit)
      this.#visitCell(r, column + ring, visit)
    }
  }

  #visitCell(row: number, column: number, visit: (slot: number) => void): void {
    let slot = this.#heads[this.#bucket(row, column)] ?? NONE
    while (slot !== NONE) {
      if (this.#row[slot] === row && this.#column[slot] === column) visit(slot)
      slot = this.#next[slot] ?? NONE
    }
  }

  #pointAt(slot: number): Point {
    return { lat: this.#lat[slot] ?? Number.NaN, long: this.#long[slot] ?? Number.NaN }
  }

  #driverAt(slot: number): DriverId {
    return asId(this.#driver[slot] ?? 0)
  }

  #bucket(row: number, column: number): number {
    return (Math.imul(row, 0x9e3779b1) ^ Math.imul(column, 0x85ebca6b)) >>> this.#shift
  }

  #takeSlot(driverId: DriverId): number {
    if (this.#slotOf.size === this.#capacity) this.#grow()
    const slot = this.#free.pop() ?? this.#slotOf.size
    this.#slotOf.set(driverId, slot)
    this.#driver[slot] = driverId
    return slot
  }

  #link(slot: number, row: number, column: number): void {
    const bucket = this.#bucket(row, column)
    const head = this.#heads[bucket] ?? NONE
    this.#row[slot] = row
    this.#column[slot] = column
    this.#next[slot] = head
    this.#before[slot] = NONE
    if (head !== NONE) this.#before[head] = slot
    this.#heads[bucket] = slot
  }

  #unlink(slot: number): void {
    const next = this.#next[slot] ?? NONE
    const before = this.#before[slot] ?? NONE
    if (next !== NONE) this.#before[next] = before
    if (before !== NONE) this.#next[before] = next
    else this.#heads[this.#bucket(this.#row[slot] ?? 0, this.#column[slot] ?? 0)] = next
  }

  /** Doubles every array and rehashes all drivers. */
  #grow(): void {
    this.#capacity *= 2
    this.#lat = copied(new Float64Array(this.#capacity), this.#lat)
    this.#long = copied(new Float64Array(this.#capacity), this.#long)
    this.#driver = copied(new Float64Array(this.#capacity), this.#driver)
    this.#row = copied(new Int32Array(this.#capacity), this.#row)
    this.#column = copied(new Int32Array(this.#capacity), this.#column)
    this.#next = new Int32Array(this.#capacity)
    this.#before = new Int32Array(this.#capacity)
    this.#heads = new Int32Array(this.#capacity * 2).fill(NONE)
    this.#shift -= 1
    for (const slot of this.#slotOf.values()) this.#link(slot, this.#row[slot] ?? 0, this.#column[slot] ?? 0)
  }
}

/** The best so far, sorted; short, so a shift of the tail is cheaper than a heap. */
class NearestList {
  readonly #found: Found[] = []
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  /** Distance beyond which no candidate can enter the list. */
  worstMetres(): number {
    return this.#found.length < this.#max ? Number.POSITIVE_INFINITY : (this.#found.at(-1)?.metres ?? 0)
  }

  wants(metres: number, driverId: DriverId): boolean {
    const worst = this.#found.length < this.#max ? undefined : this.#found.at(-1)
    return worst === undefined || isNearer(metres, driverId, worst)
  }

  add(metres: number, driverId: DriverId): void {
    let low = 0
    let high = this.#found.length
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.#found[middle]
      if (other !== undefined && isNearer(metres, driverId, other)) high = middle
      else low = middle + 1
    }
    this.#found.splice(low, 0, { driverId, metres })
    if (this.#found.length > this.#max) this.#found.pop()
  }

  all(): Found[] {
    return this.#found
  }
}

function isNearer(metres: number, driverId: DriverId, than: Found): boolean {
  return metres < than.metres || (metres === than.metres && driverId < than.driverId)
}

/** Minimum distance of the point from anything outside the block of `ring` rings around its cell. */
function metresToEdge({ lat, long }: Point, row: number, column: number, ring: number): number {
  const toRow = Math.min(lat - (row - ring) * CELL, (row + ring + 1) * CELL - lat) * METRES_PER_DEGREE
  const degrees = Math.min(long - (column - ring) * CELL, (column + ring + 1) * CELL - long)
  const toColumn = EARTH_METRES * Math.asin(Math.cos(lat * RADIANS) * Math.sin(Math.min(degrees, 90) * RADIANS))
  return Math.min(toRow, toColumn)
}

function copied<Numbers extends Float64Array | Int32Array>(into: Numbers, from: Numbers): Numbers {
  into.set(from)
  return into
}
