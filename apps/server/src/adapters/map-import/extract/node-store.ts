import fs from 'node:fs'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { writeWhole } from '../whole-writes.ts'
import { ExtractError } from './extract-error.ts'

const NODES_A_BLOCK = 1024
const BYTES_A_BLOCK = NODES_A_BLOCK * 12
const MAX_STEP = 2 ** 32
/** OpenStreetMap counts in ten-millionths of a degree. */
const UNITS = 1e7

interface Block {
  bytes: Buffer
  /** Differences to the block's first id, ascending. */
  steps: Uint32Array
  lats: Int32Array
  longs: Int32Array
}

/**
 * Coordinates of all nodes of an extract in a file, 12 bytes a node. In memory are the first id of every 1024 nodes and
 * a cache of the blocks used last, so that 50 million nodes need some 30 MB.
 */
export class NodeStore {
  readonly #fd: number
  readonly #maxKept: number
  readonly #firstIds: number[] = []
  readonly #counts: number[] = []
  readonly #kept = new Map<number, Block>()
  #filling = emptyBlock()
  #filled = 0
  #lastId = Number.NEGATIVE_INFINITY
  #latest = -1
  #latestBlock: Block | null = null
  #size = 0

  /** `cacheBytes` is the size of the cache in memory. */
  constructor(file: string, cacheBytes = 24 * 1024 * 1024) {
    this.#fd = fs.openSync(file, 'w+')
    this.#maxKept = Math.max(2, Math.floor(cacheBytes / BYTES_A_BLOCK))
  }

  get size(): number {
    return this.#size
  }

  /** Ids must come in ascending order, as in extracts. Throws ExtractError otherwise. */
  add(id: number, lat: number, long: number): void {
    if (id <= this.#lastId) throw new ExtractError(unsorted('nodes'))
    this.#lastId = id
    const first = this.#firstIds.at(-1) ?? id
    if (this.#filled === NODES_A_BLOCK || (this.#filled > 0 && id - first >= MAX_STEP)) this.#flush()
    if (this.#filled === 0) this.#firstIds.push(id)
    this.#filling.steps[this.#filled] = id - (this.#firstIds.at(-1) ?? id)
    this.#filling.lats[this.#filled] = Math.round(lat * UNITS)
    this.#filling.longs[this.#filled] = Math.round(long * UNITS)
    this.#filled += 1
    this.#size += 1
  }

  /** Ends the writing; afterwards nodes are only read. */
  seal(): void {
    if (this.#filled > 0) this.#flush()
  }

  /** Null when the extract does not contain the node. */
  at(id: number): Point | null {
    this.#turnTo(id)
    const first = this.#firstIds[this.#latest]
    if (first === undefined || !this.#latestBlock) return null
    const { steps, lats, longs } = this.#latestBlock
    const place = indexOf(steps, id - first, this.#counts[this.#latest] ?? 0)
    if (place < 0) return null
    return { lat: (lats[place] ?? 0) / UNITS, long: (longs[place] ?? 0) / UNITS }
  }

  close(): void {
    fs.closeSync(this.#fd)
  }

  #flush(): void {
    const index = this.#counts.length
    writeWhole(this.#fd, this.#filling.bytes, index * BYTES_A_BLOCK)
    this.#counts.push(this.#filled)
    this.#filled = 0
  }

  /** Neighbours of a way are mostly in one block, so the latest one is tried first. */
  #turnTo(id: number): void {
    const latest = this.#firstIds[this.#latest]
    const next = this.#firstIds[this.#latest + 1] ?? Number.POSITIVE_INFINITY
    if (latest !== undefined && latest <= id && id < next) return
    let low = 0
    let high = this.#firstIds.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#firstIds[middle] ?? 0) <= id) low = middle + 1
      else high = middle
    }
    this.#latest = low - 1
    this.#latestBlock = low > 0 ? this.#block(low - 1) : null
  }

  #block(index: number): Block {
    const cached = this.#kept.get(index)
    if (cached) {
      this.#kept.delete(index)
      this.#kept.set(index, cached)
      return cached
    }
    const block = this.#oldest() ?? emptyBlock()
    fs.readSync(this.#fd, block.bytes, 0, BYTES_A_BLOCK, index * BYTES_A_BLOCK)
    this.#kept.set(index, block)
    return block
  }

  /** Reuses the memory of the least recently used block. */
  #oldest(): Block | null {
    if (this.#kept.size < this.#maxKept) return null
    const [oldest] = this.#kept
    if (!oldest) return null
    this.#kept.delete(oldest[0])
    return oldest[1]
  }
}

/** Error message for an extract whose items are not in ascending order of their ids. */
export function unsorted(what: string): string {
  return `The ${what} of the extract are not in the order of their ids; sort it first: osmium sort in.osm.pbf -o out.osm.pbf`
}

function emptyBlock(): Block {
  const bytes = Buffer.alloc(BYTES_A_BLOCK)
  const column = NODES_A_BLOCK * 4
  return {
    bytes,
    steps: new Uint32Array(bytes.buffer, bytes.byteOffset, NODES_A_BLOCK),
    lats: new Int32Array(bytes.buffer, bytes.byteOffset + column, NODES_A_BLOCK),
    longs: new Int32Array(bytes.buffer, bytes.byteOffset + 2 * column, NODES_A_BLOCK),
  }
}

function indexOf(sorted: Uint32Array, wanted: number, count: number): number {
  let low = 0
  let high = count - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = sorted[middle] ?? 0
    if (found === wanted) return middle
    if (found < wanted) low = middle + 1
    else high = middle - 1
  }
  return -1
}
