import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Point } from '@dispecerat/domain/geo'
import { OSMTransform } from 'osm-pbf-parser-node'

export type Tags = Readonly<Record<string, string>>

export interface OsmNode extends Point {
  tags: Tags
}

export interface OsmWay {
  tags: Tags
  /** Points that are in the extract, in order. */
  points: Point[]
  /** The way ends where it begins and no point of it is missing. */
  closed: boolean
}

export interface OsmRelation {
  tags: Tags
  ways: { way: OsmWay; role: string }[]
}

export interface OsmExtract {
  /** Only nodes that carry tags. */
  nodes: OsmNode[]
  ways: OsmWay[]
  relations: OsmRelation[]
}

/** The file is missing, is no extract, or is cut off; the message says which, in words for the person at the terminal. */
export class ExtractError extends Error {
  override readonly name = 'ExtractError'
}

type Item =
  | { type: 'node'; id: number; lat: number; lon: number; tags?: Tags }
  | { type: 'way'; id: number; refs: number[]; tags?: Tags }
  | { type: 'relation'; id: number; members: { type: string; ref: number; role: string }[]; tags?: Tags }

const NO_TAGS: Tags = {}

/** Reads a whole extract into memory: some 200 bytes a node, so a county fits in a gigabyte. Throws ExtractError. */
export async function readExtract(file: string): Promise<OsmExtract> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new ExtractError(`There is no file ${file}`)
  const reader = new ExtractReader()
  try {
    await pipeline(createReadStream(file), new CarefulTransform(), async (chunks: AsyncIterable<Item[]>) => {
      for await (const items of chunks) for (const item of items) reader.take(item)
    })
  } catch (cause) {
    throw new ExtractError(`${file} is not a readable .osm.pbf extract (damaged or cut off?)`, { cause })
  }
  return reader.extract
}

/** The parser throws out of the stream, which would end the process; here a bad block becomes an error of the pipeline. */
class CarefulTransform extends OSMTransform {
  override _transform(chunk: Buffer, encoding: BufferEncoding, next: TransformCallback): void {
    try {
      super._transform(chunk, encoding, next)
    } catch (error) {
      next(error as Error)
    }
  }

  override _flush(next: TransformCallback): void {
    try {
      super._flush(next)
    } catch (error) {
      next(error as Error)
    }
  }
}

class ExtractReader {
  readonly extract: OsmExtract = { nodes: [], ways: [], relations: [] }
  readonly #points = new Map<number, Point>()
  readonly #ways = new Map<number, OsmWay>()

  take(item: Item): void {
    if (item.type === 'node') this.#takeNode(item)
    else if (item.type === 'way') this.#takeWay(item)
    else if (item.type === 'relation') this.#takeRelation(item)
  }

  #takeNode(item: Extract<Item, { type: 'node' }>): void {
    const point = { lat: item.lat, long: item.lon }
    this.#points.set(item.id, point)
    if (item.tags) this.extract.nodes.push({ ...point, tags: item.tags })
  }

  #takeWay(item: Extract<Item, { type: 'way' }>): void {
    const points = item.refs.flatMap((ref) => this.#points.get(ref) ?? [])
    if (points.length < 2) return
    const whole = points.length === item.refs.length
    const closed = whole && points.length > 3 && item.refs[0] === item.refs.at(-1)
    const way = { tags: item.tags ?? NO_TAGS, points, closed }
    this.#ways.set(item.id, way)
    this.extract.ways.push(way)
  }

  #takeRelation(item: Extract<Item, { type: 'relation' }>): void {
    if (!item.tags) return
    const ways = item.members.flatMap(({ type, ref, role }) => {
      const way = type === 'way' ? this.#ways.get(ref) : undefined
      return way ? [{ way, role }] : []
    })
    this.extract.relations.push({ tags: item.tags, ways })
  }
}
