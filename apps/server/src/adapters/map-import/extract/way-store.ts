import fs from 'node:fs'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { writeWhole } from '../whole-writes.ts'

const UNITS = 1e7
const ABSENT = -1

/** Lines of the ways that relations consist of, in a file: some 16 bytes in memory for each needed way. */
export class WayStore {
  readonly #fd: number
  readonly #ids: Float64Array
  readonly #offsets: Float64Array
  readonly #counts: Uint32Array
  #end = 0

  constructor(file: string, wanted: ReadonlySet<number>) {
    this.#fd = fs.openSync(file, 'w+')
    this.#ids = Float64Array.from(wanted).sort()
    this.#offsets = new Float64Array(this.#ids.length).fill(ABSENT)
    this.#counts = new Uint32Array(this.#ids.length)
  }

  /** Stores the line when a relation needs it. */
  add(id: number, points: readonly Point[]): void {
    const index = this.#indexOf(id)
    if (index < 0) return
    const line = new Int32Array(points.length * 2)
    points.forEach(({ lat, long }, i) => {
      line[2 * i] = Math.round(lat * UNITS)
      line[2 * i + 1] = Math.round(long * UNITS)
    })
    writeWhole(this.#fd, line, this.#end)
    this.#offsets[index] = this.#end
    this.#counts[index] = points.length
    this.#end += line.byteLength
  }

  /** Null when the extract contains nothing of the way. */
  line(id: number): Point[] | null {
    const index = this.#indexOf(id)
    const offset = this.#offsets[index] ?? ABSENT
    if (index < 0 || offset === ABSENT) return null
    const line = new Int32Array((this.#counts[index] ?? 0) * 2)
    fs.readSync(this.#fd, line, 0, line.byteLength, offset)
    const points: Point[] = []
    for (let i = 0; i < line.length; i += 2) {
      points.push({ lat: (line[i] ?? 0) / UNITS, long: (line[i + 1] ?? 0) / UNITS })
    }
    return points
  }

  close(): void {
    fs.closeSync(this.#fd)
  }

  #indexOf(id: number): number {
    let low = 0
    let high = this.#ids.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const found = this.#ids[middle] ?? 0
      if (found === id) return middle
      if (found < id) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
}
