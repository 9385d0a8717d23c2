/** A shape of a vector tile: its kind, its name and its lines in tile units (0…extent, and a little over the edge). */
export interface TileShape {
  kind: string
  /** Empty where it has none. */
  name: string
  type: 'point' | 'line' | 'area'
  lines: readonly (readonly [number, number])[][]
}

export interface TileLayer {
  name: string
  extent: number
  shapes: TileShape[]
}

const TYPES = [null, 'point', 'line', 'area'] as const

/** Reads the parts of a Mapbox vector tile (version 2) that a picture needs: the layers, each shape's `kind`, `name` and geometry. */
export function readVectorTile(tile: Uint8Array): TileLayer[] {
  return fields(tile).flatMap(({ number, bytes }) => (number === 3 && bytes ? [readLayer(bytes)] : []))
}

function readLayer(bytes: Uint8Array): TileLayer {
  const layer = { name: '', extent: 4096 }
  const keys: string[] = []
  const values: string[] = []
  const features: Uint8Array[] = []
  for (const { number, value, bytes: inside } of fields(bytes)) {
    if (number === 1 && inside) layer.name = textOf(inside)
    else if (number === 2 && inside) features.push(inside)
    else if (number === 3 && inside) keys.push(textOf(inside))
    else if (number === 4 && inside) values.push(textValue(inside))
    else if (number === 5) layer.extent = value
  }
  const tagged = { kind: keys.indexOf('kind'), name: keys.indexOf('name') }
  const shapes = features.flatMap((feature) => readShape(feature, tagged, values))
  return { ...layer, shapes }
}

function readShape(feature: Uint8Array, keys: { kind: number; name: number }, values: readonly string[]): TileShape[] {
  let [kind, name] = ['', '']
  let type: TileShape['type'] | null = null
  let lines: [number, number][][] = []
  for (const { number, value, bytes } of fields(feature)) {
    if (number === 2 && bytes) {
      const tags = varints(bytes)
      kind = tagOf(tags, keys.kind, values)
      name = tagOf(tags, keys.name, values)
    } else if (number === 3) type = TYPES[value] ?? null
    else if (number === 4 && bytes) lines = readLines(varints(bytes))
  }
  return type === null ? [] : [{ kind, name, type, lines }]
}

/** Tags are pairs: key index, value index. */
function tagOf(tags: readonly number[], key: number, values: readonly string[]): string {
  for (let at = 0; at + 1 < tags.length; at += 2) if (tags[at] === key) return values[tags[at + 1] ?? -1] ?? ''
  return ''
}

/** Geometry commands: 1 begins a line, 2 continues it, 7 closes it; steps are zigzag differences. */
function readLines(commands: readonly number[]): [number, number][][] {
  const lines: [number, number][][] = []
  let [x, y, at] = [0, 0, 0]
  while (at < commands.length) {
    const command = commands[at++] ?? 0
    const [what, times] = [command & 7, command >> 3]
    if (what === 7) {
      const line = lines.at(-1)
      const first = line?.[0]
      if (line && first) line.push(first)
      continue
    }
    for (let time = 0; time < times; time++) {
      x += unzigzag(commands[at++] ?? 0)
      y += unzigzag(commands[at++] ?? 0)
      if (what === 1) lines.push([[x, y]])
      else lines.at(-1)?.push([x, y])
    }
  }
  return lines
}

function unzigzag(n: number): number {
  return (n >> 1) ^ -(n & 1)
}

interface Field {
  number: number
  /** Value of a varint; 0 otherwise. */
  value: number
  /** Bytes of a text, a message or packed numbers. */
  bytes: Uint8Array | null
}

function fields(message: Uint8Array): Field[] {
  const found: Field[] = []
  const reader = new Reader(message)
  while (!reader.isDone) {
    const tag = reader.varint()
    const [number, wire] = [tag >>> 3, tag & 7]
    if (wire === 0) found.push({ number, value: reader.varint(), bytes: null })
    else if (wire === 2) found.push({ number, value: 0, bytes: reader.take(reader.varint()) })
    else reader.take(wire === 1 ? 8 : 4)
  }
  return found
}

function varints(bytes: Uint8Array): number[] {
  const found: number[] = []
  const reader = new Reader(bytes)
  while (!reader.isDone) found.push(reader.varint())
  return found
}

/** A value message; only texts are needed. */
function textValue(bytes: Uint8Array): string {
  const text = fields(bytes).find(({ number }) => number === 1)?.bytes
  return text ? textOf(text) : ''
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
}

class Reader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isDone(): boolean {
    return this.#at >= this.#bytes.length
  }

  varint(): number {
    let value = 0
    for (let weight = 1; ; weight *= 128) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new Error('the tile is cut off')
      value += (byte & 127) * weight
      if (byte < 128) return value
    }
  }

  take(length: number): Uint8Array {
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
}
