import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { streamExtract } from '@dispecerat/server/adapters/map-import/extract/stream-extract'
import type { RoadGraph } from '@dispecerat/server/adapters/routing/roads/road-graph'
import { RoadGraphBuilder, type RoadWay } from '@dispecerat/server/adapters/routing/roads/road-graph-builder'
import { roadOf } from '@dispecerat/server/adapters/routing/roads/road-tags'
import { mulberry } from '../random.ts'

const SIDE = 100
const STEP_DEGREES = 0.0012
/** Number of roads from one copy of the town to the next. */
const LINKS = 40
const IDS_A_COPY = 2 ** 42

/** The ways of the extract in MAP_EXTRACT; without one, a town of 100 × 100 streets, a third of them one way. */
export async function townWays(): Promise<{ name: string; ways: RoadWay[] }> {
  const extract = process.env.MAP_EXTRACT
  if (!extract) return { name: 'a made-up town', ways: madeUpWays() }
  const ways: RoadWay[] = []
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'dispecerat-bench-'))
  const keep = (way: RoadWay) => {
    if (roadOf(way.tags)) ways.push(way)
  }
  try {
    await streamExtract(extract, [{ way: keep }], { folder })
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
  return { name: path.basename(extract), ways }
}

/** So many copies side by side, joined by some roads. */
export function tiledGraph(ways: readonly RoadWay[], copies: number): RoadGraph {
  const builder = new RoadGraphBuilder()
  const random = mulberry(11)
  const longs = ways.flatMap(({ points }) => points.map(({ long }) => long))
  const width = longs.reduce((max, long) => Math.max(max, long), -180) - longs.reduce((l, o) => Math.min(l, o), 180)
  for (let copy = 0; copy < copies; copy++) {
    const moved = (ref: number) => ref + copy * IDS_A_COPY
    const east = copy * width
    for (const { id, tags, refs, points, pointRefs } of ways) {
      const there = points.map(({ lat, long }) => ({ lat, long: long + east }))
      builder.way({ id: moved(id), tags, refs: refs.map(moved), points: there, pointRefs: pointRefs.map(moved) })
    }
    if (copy > 0) for (let link = 0; link < LINKS; link++) builder.way(linkBetween(ways, random, { copy, width, link }))
  }
  return builder.finish()
}

function linkBetween(
  ways: readonly RoadWay[],
  random: () => number,
  { copy, width, link }: { copy: number; width: number; link: number },
): RoadWay {
  const end = (of: number) => {
    const way = ways[Math.floor(random() * ways.length)]
    const [ref = 0] = way?.pointRefs ?? []
    const [point = { lat: 0, long: 0 }] = way?.points ?? []
    return { ref: ref + of * IDS_A_COPY, point: { lat: point.lat, long: point.long + of * width } }
  }
  const [a, b] = [end(copy - 1), end(copy)]
  const refs = [a.ref, b.ref]
  return {
    id: -1 - copy * LINKS - link,
    tags: { highway: 'primary' },
    refs,
    pointRefs: refs,
    points: [a.point, b.point],
  }
}

function madeUpWays(): RoadWay[] {
  const random = mulberry(5)
  const kinds = ['residential', 'residential', 'tertiary', 'primary']
  const ways: RoadWay[] = []
  for (let line = 0; line < SIDE; line++) {
    for (const isEast of [true, false]) {
      const corners = Array.from({ length: SIDE }, (_, at) => (isEast ? [line, at] : [at, line]))
      const refs = corners.map(([row = 0, column = 0]) => row * SIDE + column)
      const points = corners.map(([row = 0, column = 0]) => ({
        lat: 45.6 + (row + ((row * 31 + column * 17) % 10) / 25) * STEP_DEGREES,
        long: 25.55 + (column + ((row * 13 + column * 29) % 10) / 25) * STEP_DEGREES,
      }))
      const tags = {
        highway: kinds[Math.floor(random() * kinds.length)] ?? 'residential',
        oneway: random() < 1 / 3 ? 'yes' : 'no',
      }
      ways.push({ id: ways.length, tags, refs, pointRefs: refs, points })
    }
  }
  return ways
}
