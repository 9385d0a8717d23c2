import fs from 'node:fs'
import { deflateSync } from 'node:zlib'
import { protobuf } from './protobuf.ts'

const ITEMS_A_BLOCK = 8000

export type Tags = Record<string, string>
export interface WrittenMember {
  type: 'node' | 'way' | 'relation'
  ref: number
  role: string
}

/** Encodes numbers as protobuf varints, without a buffer for each. */
class Varints {
  #bytes = new Uint8Array(1024)
  #length = 0

  /** Takes integers that are not negative. */
  add(value: number): void {
    if (this.#length + 8 > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    let rest = value
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#bytes[this.#length++] = (rest % 128) | 128
    this.#bytes[this.#length++] = rest
  }

  addSigned(value: number): void {
    this.add(value >= 0 ? value * 2 : -value * 2 - 1)
  }

  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length))
    this.#length = 0
    return taken
  }
}

class Strings {
  readonly #ids = new Map<string, number>([['', 0]])

  idOf(text: string): number {
    const known = this.#ids.get(text)
    if (known !== undefined) return known
    this.#ids.set(text, this.#ids.size)
    return this.#ids.size - 1
  }

  table(): Buffer {
    return protobuf(...[...this.#ids.keys()].map((text): [number, string] => [1, text]))
  }
}

/** Writes an .osm.pbf of any size block by block: nodes with growing ids first, then ways, then relations. */
export class ExtractWriter {
  readonly #fd: number
  #strings = new Strings()
  readonly #numbers = new Varints()
  readonly #dense = { ids: new Varints(), lats: new Varints(), longs: new Varints(), tags: new Varints() }
  #last = { id: 0, lat: 0, long: 0 }
  #messages: [field: number, message: Buffer][] = []
  #nodes = 0

  constructor(file: string) {
    this.#fd = fs.openSync(file, 'w')
    fs.writeSync(this.#fd, blob('OSMHeader', protobuf([4, 'OsmSchema-V0.6'], [4, 'DenseNodes'])))
  }

  node(id: number, lat: number, long: number, tags: Tags = {}): void {
    const at = { id, lat: Math.round(lat * 1e7), long: Math.round(long * 1e7) }
    this.#dense.ids.addSigned(at.id - this.#last.id)
    this.#dense.lats.addSigned(at.lat - this.#last.lat)
    this.#dense.longs.addSigned(at.long - this.#last.long)
    this.#last = at
    for (const text of Object.entries(tags).flat()) this.#dense.tags.add(this.#strings.idOf(text))
    this.#dense.tags.add(0)
    this.#nodes += 1
    if (this.#nodes === ITEMS_A_BLOCK) this.#flush()
  }

  way(id: number, refs: readonly number[], tags: Tags): void {
    this.#begin(3)
    this.#add(3, protobuf([1, id], ...this.#tags(tags), [8, this.#deltas(refs)]))
  }

  relation(id: number, members: readonly WrittenMember[], tags: Tags): void {
    this.#begin(4)
    const types = ['node', 'way', 'relation']
    const refs = this.#deltas(members.map(({ ref }) => ref))
    for (const { role } of members) this.#numbers.add(this.#strings.idOf(role))
    const roles = this.#numbers.take()
    for (const { type } of members) this.#numbers.add(types.indexOf(type))
    const kinds = this.#numbers.take()
    this.#add(4, protobuf([1, id], ...this.#tags(tags), [8, roles], [9, refs], [10, kinds]))
  }

  close(): void {
    this.#flush()
    fs.closeSync(this.#fd)
  }

  #deltas(values: readonly number[]): Buffer {
    let last = 0
    for (const value of values) {
      this.#numbers.addSigned(value - last)
      last = value
    }
    return this.#numbers.take()
  }

  #tags(tags: Tags): [number, Buffer][] {
    for (const key of Object.keys(tags)) this.#numbers.add(this.#strings.idOf(key))
    const keys = this.#numbers.take()
    for (const value of Object.values(tags)) this.#numbers.add(this.#strings.idOf(value))
    return [
      [2, keys],
      [3, this.#numbers.take()],
    ]
  }

  /** A block has its own string table and holds one kind of element, so pending elements of another kind are flushed first. */
  #begin(field: number): void {
    const isOther = this.#messages[0] !== undefined && this.#messages[0][0] !== field
    if (this.#nodes > 0 || isOther) this.#flush()
  }

  #add(field: number, message: Buffer): void {
    this.#messages.push([field, message])
    if (this.#messages.length === ITEMS_A_BLOCK) this.#flush()
  }

  #flush(): void {
    if (this.#nodes === 0 && this.#messages.length === 0) return
    const { ids, lats, longs, tags } = this.#dense
    const dense = protobuf([1, ids.take()], [8, lats.take()], [9, longs.take()], [10, tags.take()])
    const group = this.#nodes > 0 ? protobuf([2, dense]) : protobuf(...this.#messages)
    fs.writeSync(this.#fd, blob('OSMData', protobuf([1, this.#strings.table()], [2, group])))
    this.#strings = new Strings()
    this.#last = { id: 0, lat: 0, long: 0 }
    this.#messages = []
    this.#nodes = 0
  }
}

/** One compressed blob of the file with its header. */
export function blob(type: string, data: Buffer): Buffer {
  const body = protobuf([2, data.length], [3, deflateSync(data)])
  const head = protobuf([1, type], [3, body.length])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, body])
}
