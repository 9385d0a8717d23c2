import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import { chainsOf, crossings, isClosed, isInsideRing } from './osm-rings.ts'
import type { OsmRelation } from './stream-extract.ts'

/**
 * Distance up to which the parity test is used: a line this short usually lies inside the extract, where no piece of a border is missing.
 */
const PARITY_METRES = 50_000
const CELL_DEGREES = 0.25

export interface Border {
  name: string
  level: number
  rings: Point[][]
  /** The extract cuts the border open, so only crossings with its pieces can be counted. */
  isOpen: boolean
  box: Box
}

interface Box {
  south: number
  north: number
  west: number
  east: number
}

export function borderOf({ tags, lines }: OsmRelation): Border {
  const rings = chainsOf(lines, 'outer').concat(chainsOf(lines, 'inner'))
  return {
    name: tags.name ?? '',
    level: Number(tags.admin_level),
    rings,
    isOpen: !rings.every((ring) => isClosed(ring)),
    box: boxOf(rings.flat()),
  }
}

/** Finds the border that contains a point. */
export class BorderGrid {
  readonly #cells = new Map<string, Border[]>()
  readonly #open: Border[]
  readonly #main: Point | null
  readonly #holdsMain: (name: string) => boolean

  /** The main settlement is inside the border that `holdsMain` names and outside every other. */
  constructor(borders: readonly Border[], main: Point | null, holdsMain: (name: string) => boolean) {
    // The smallest unit names a place best.
    const sorted = borders.toSorted((a, b) => b.level - a.level)
    for (const border of sorted) if (!border.isOpen) this.#place(border)
    this.#open = sorted.filter(({ isOpen }) => isOpen)
    this.#main = main
    this.#holdsMain = holdsMain
  }

  around(point: Point): Border | null {
    const near = this.#cells.get(keyOf(cellOf(point.lat), cellOf(point.long))) ?? []
    return near.find(({ rings }) => isWithin(rings, point)) ?? this.#byParity(point)
  }

  /**
   * A line that crosses a border an even number of times has both ends on the same side of it. This also works where
   * the extract cuts the border open somewhere else.
   */
  #byParity(point: Point): Border | null {
    const main = this.#main
    if (!main || this.#open.length === 0 || metresBetween(point, main) > PARITY_METRES) return null
    const way = boxOf([point, main])
    const found = this.#open.find(({ name, rings, box }) => {
      const mayCross = meet(way, box)
      const crossed = mayCross ? rings.reduce((sum, piece) => sum + crossings(point, main, piece), 0) : 0
      return (crossed % 2 === 0) === this.#holdsMain(name)
    })
    return found ?? null
  }

  #place(border: Border): void {
    const { south, north, west, east } = border.box
    for (let row = cellOf(south); row <= cellOf(north); row++) {
      for (let column = cellOf(west); column <= cellOf(east); column++) {
        const key = keyOf(row, column)
        const cell = this.#cells.get(key)
        if (cell) cell.push(border)
        else this.#cells.set(key, [border])
      }
    }
  }
}

/** Holes are separate rings, so an odd number of containing rings means inside. */
function isWithin(rings: readonly Point[][], point: Point): boolean {
  return rings.filter((ring) => isInsideRing(point, ring)).length % 2 === 1
}

function boxOf(points: readonly Point[]): Box {
  const box = { south: 90, north: -90, west: 180, east: -180 }
  for (const { lat, long } of points) {
    box.south = Math.min(box.south, lat)
    box.north = Math.max(box.north, lat)
    box.west = Math.min(box.west, long)
    box.east = Math.max(box.east, long)
  }
  return box
}

function meet(a: Box, b: Box): boolean {
  return a.south <= b.north && b.south <= a.north && a.west <= b.east && b.west <= a.east
}

function cellOf(degrees: number): number {
  return Math.floor(degrees / CELL_DEGREES)
}

function keyOf(row: number, column: number): string {
  return `${row}:${column}`
}
