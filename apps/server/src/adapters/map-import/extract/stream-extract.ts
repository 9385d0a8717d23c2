import path from 'node:path'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { type ImportProgress, QUIETLY } from '../import-progress.ts'
import { ExtractError } from './extract-error.ts'
import { NodeStore, unsorted } from './node-store.ts'
import { OsmFile, type OsmItem, type OsmKind, type Survey, type Tags } from './osm-blocks.ts'
import { WayStore } from './way-store.ts'

export interface OsmNode extends Point {
  id: number
  tags: Tags
}

export interface OsmWay {
  id: number
  tags: Tags
  /** Ids of all its nodes, also of those that are not in the extract. */
  refs: readonly number[]
  /** Points that are in the extract, in order, and the id of each. */
  points: Point[]
  pointRefs: readonly number[]
  /** The way ends where it begins and no point of it is missing. */
  closed: boolean
}

export interface OsmMember {
  type: OsmKind
  ref: number
  role: string
}

export interface OsmRelation {
  id: number
  tags: Tags
  members: readonly OsmMember[]
  /** Lines of its member ways that are in the extract, when a consumer needs them. */
  lines: { points: Point[]; role: string }[]
}

/** Processes the items of an extract. Nodes come first, then ways, then relations. */
export interface ExtractConsumer {
  /** Gets only nodes that have tags. */
  node?(node: OsmNode): void
  /** Gets only ways with at least two points in the extract. */
  way?(way: OsmWay): void
  /** True when the consumer needs the lines of such a relation. */
  wantsLines?(tags: Tags): boolean
  relation?(relation: OsmRelation): void
}

export interface StreamedExtract {
  digest: string
  nodes: number
  ways: number
  relations: number
  /** Number of nodes left out for impossible coordinates. */
  impossible: number
}

const NO_TAGS: Tags = {}

/**
 * Reads an extract of any size: in memory are one block, a cache of nodes and what the consumers store. `folder` gets two
 * files, some 12 bytes a node, and has to be removed afterwards. Throws ExtractError.
 */
export async function streamExtract(
  file: string,
  consumers: readonly ExtractConsumer[],
  { folder, progress = QUIETLY }: { folder: string; progress?: ImportProgress },
): Promise<StreamedExtract> {
  const source = await OsmFile.open(file)
  try {
    progress.phase('looking the file over')
    const survey = await source.survey((share) => progress.step(share, 0))
    return await new ExtractStream(source, survey, consumers, { folder, progress }).run()
  } finally {
    await source.close()
  }
}

class ExtractStream {
  readonly #source: OsmFile
  readonly #survey: Survey
  readonly #consumers: readonly ExtractConsumer[]
  readonly #progress: ImportProgress
  readonly #folder: string
  readonly #counts = { nodes: 0, ways: 0, relations: 0, impossible: 0 }

  constructor(
    source: OsmFile,
    survey: Survey,
    consumers: readonly ExtractConsumer[],
    { folder, progress }: { folder: string; progress: ImportProgress },
  ) {
    this.#source = source
    this.#survey = survey
    this.#consumers = consumers
    this.#folder = folder
    this.#progress = progress
  }

  async run(): Promise<StreamedExtract> {
    const wanted = await this.#wantedWays()
    const nodes = new NodeStore(path.join(this.#folder, 'nodes'))
    const lines = new WayStore(path.join(this.#folder, 'lines'), wanted)
    try {
      await this.#readNodes(nodes)
      await this.#readWays(nodes, lines)
      await this.#readRelations(lines)
    } finally {
      nodes.close()
      lines.close()
    }
    return { digest: this.#survey.digest, ...this.#counts }
  }

  /** Relations come last in the file but decide which ways are stored. */
  async #wantedWays(): Promise<Set<number>> {
    const wanted = new Set<number>()
    await this.#each('relation', 'looking for areas', (item) => {
      if (item.type !== 'relation' || !this.#wantsLines(item.tags ?? NO_TAGS)) return
      for (const { type, ref } of item.members) if (type === 'way') wanted.add(ref)
    })
    return wanted
  }

  async #readNodes(store: NodeStore): Promise<void> {
    const takers = this.#consumers.filter(({ node }) => node)
    await this.#each('node', 'reading points', (item) => {
      if (item.type !== 'node') return
      if (!isOnTheGlobe(item.lat, item.lon)) {
        this.#counts.impossible += 1
        return
      }
      store.add(item.id, item.lat, item.lon)
      this.#counts.nodes += 1
      if (!item.tags) return
      const node = { id: item.id, lat: item.lat, long: item.lon, tags: item.tags }
      for (const taker of takers) taker.node?.(node)
    })
    store.seal()
    if (this.#counts.nodes === 0) throw new ExtractError(`${this.#source.file} holds no points`)
  }

  async #readWays(nodes: NodeStore, lines: WayStore): Promise<void> {
    const takers = this.#consumers.filter(({ way }) => way)
    let lastId = Number.NEGATIVE_INFINITY
    await this.#each('way', 'reading streets and buildings', (item) => {
      if (item.type !== 'way') return
      if (item.id <= lastId) throw new ExtractError(unsorted('ways'))
      lastId = item.id
      this.#counts.ways += 1
      const { refs } = item
      const { points, pointRefs } = pointsOf(refs, nodes)
      if (points.length < 2) return
      lines.add(item.id, points)
      const closed = points.length === refs.length && points.length > 3 && refs[0] === refs.at(-1)
      const way = { id: item.id, tags: item.tags ?? NO_TAGS, refs, points, pointRefs, closed }
      for (const taker of takers) taker.way?.(way)
    })
  }

  async #readRelations(store: WayStore): Promise<void> {
    const takers = this.#consumers.filter(({ relation }) => relation)
    await this.#each('relation', 'reading areas and borders', (item) => {
      if (item.type !== 'relation' || !item.tags) return
      this.#counts.relations += 1
      const { id, tags, members } = item
      const lines = this.#wantsLines(tags) ? linesOf(members, store) : []
      for (const taker of takers) taker.relation?.({ id, tags, members, lines })
    })
  }

  #wantsLines(tags: Tags): boolean {
    return this.#consumers.some((consumer) => consumer.wantsLines?.(tags))
  }

  /** Without a promise per item: there are fifty million of them. */
  async #each(kind: OsmKind, phase: string, take: (item: OsmItem) => void): Promise<void> {
    const blocks = this.#survey.blocks.filter(({ kinds }) => kinds.has(kind))
    const total = blocks.reduce((sum, { bytes }) => sum + bytes, 0)
    let read = 0
    let items = 0
    this.#progress.phase(phase)
    for (const block of blocks) {
      const found = await this.#source.read(block)
      for (const item of found) take(item)
      read += block.bytes
      items += found.length
      this.#progress.step(read / total, items)
    }
  }
}

function isOnTheGlobe(lat: number, long: number): boolean {
  return Math.abs(lat) <= 90 && Math.abs(long) <= 180
}

function pointsOf(refs: readonly number[], nodes: NodeStore): Pick<OsmWay, 'points' | 'pointRefs'> {
  const points: Point[] = []
  for (const ref of refs) {
    const point = nodes.at(ref)
    if (point) points.push(point)
  }
  const isWhole = points.length === refs.length
  return { points, pointRefs: isWhole ? refs : refs.filter((ref) => nodes.at(ref) !== null) }
}

function linesOf(members: readonly OsmMember[], store: WayStore): OsmRelation['lines'] {
  return members.flatMap(({ type, ref, role }) => {
    const points = type === 'way' ? store.line(ref) : null
    return points ? [{ points, role }] : []
  })
}
