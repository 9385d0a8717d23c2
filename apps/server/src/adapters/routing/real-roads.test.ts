import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import { beforeAll, describe, expect, test } from 'vitest'
import { streamExtract } from '../map-import/extract/stream-extract.ts'
import { RoadAtlas } from './roads/road-atlas.ts'
import { FORWARD, type RoadGraph } from './roads/road-graph.ts'
import { RoadGraphBuilder } from './roads/road-graph-builder.ts'
import { RoadNet } from './roads/road-net.ts'
import { RoadSearch } from './roads/road-search.ts'
import { forbiddenRuns, runsDriven } from './roads/testing/plain-drive.ts'

const EXTRACT = process.env.MAP_EXTRACT
/** Facts are checked at every so many-th street, so that they come from all over the map. */
const SAMPLES = 150

/** Facts that hold on any real map, found in its own data by rule. */
describe.skipIf(!EXTRACT)('the roads of a real city', () => {
  let graph: RoadGraph
  let net: RoadNet
  let atlas: RoadAtlas

  beforeAll(async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'dispecerat-roads-'))
    const builder = new RoadGraphBuilder()
    await streamExtract(EXTRACT ?? '', [builder], { folder })
    await fs.rm(folder, { recursive: true })
    graph = builder.finish()
    net = new RoadNet(graph)
    atlas = new RoadAtlas(graph)
  }, 120_000)

  const every = <Item>(all: Item[]) => all.filter((_, i) => i % Math.max(1, Math.floor(all.length / SAMPLES)) === 0)
  const edges = () => Array.from(graph.from, (_, e) => e)
  /** A point on the middle piece of an edge, towards its first point or its last. */
  const on = (edge: number, share: number): Point => {
    const first = graph.shapeStart[edge] ?? 0
    const middle = Math.floor((first + (graph.shapeStart[edge + 1] ?? 0) - 2) / 2)
    const [a, b] = [net.pointAt(middle), net.pointAt(middle + 1)]
    return { lat: a.lat + (b.lat - a.lat) * share, long: a.long + (b.long - a.long) * share }
  }
  const keyOf = ({ lat, long }: Point) => `${lat} ${long}`
  const lengthOf = (line: readonly Point[]) =>
    line.reduce((sum, point, i) => sum + metresBetween(line[i - 1] ?? point, point), 0)

  test('a one-way street is driven straight on in its direction, and against it only round the block', () => {
    const oneWay = every(edges().filter((e) => graph.open[e] === FORWARD && (graph.metres[e] ?? 0) > 40))
    expect(oneWay.length).toBeGreaterThan(50)
    let round = 0
    for (const edge of oneWay) {
      const [a, b] = [on(edge, 0.2), on(edge, 0.8)]
      const straight = metresBetween(a, b)
      if (straight < 10) continue
      expect(Math.abs((atlas.way(a, b)?.metres ?? 0) - straight)).toBeLessThan(3)
      expect(atlas.way(b, a)?.metres).toBeGreaterThan((graph.metres[edge] ?? 0) - 2)
      round += 1
    }
    expect(round).toBeGreaterThan(30)
  })

  test('no route takes a turn that a sign forbids', () => {
    const search = new RoadSearch(net)
    const runs = forbiddenRuns(graph)
    const spotOn = (edge: number) => ({ edge, share: 0.5, after: graph.shapeStart[edge] ?? 0, point: on(edge, 0.5) })
    const limits = { seconds: 7200, arcs: net.arcs }
    const longer = runs.filter(({ length }) => length > 2)
    const restrictions = [...every(runs.filter(({ length }) => length === 2)), ...longer]
    expect(restrictions.length).toBeGreaterThan(longer.length)
    for (const run of restrictions) {
      const found = search.way(spotOn((run[0] ?? 0) >> 1), spotOn((run.at(-1) ?? 0) >> 1), limits)
      expect(runsDriven(runs, found ? [found.reach.arc, ...found.ahead] : [])).toEqual([])
    }
  })

  test('routes lie on streets, are as long as their lines, and mostly half as long again as the straight line', () => {
    const ends = every(edges())
    const streets = new Set(Array.from({ length: graph.shape.length / 2 }, (_, i) => keyOf(net.pointAt(i))))
    const factors: number[] = []
    ends.forEach((edge, i) => {
      const [a, b] = [on(edge, 0.5), on(ends[(i * 7 + 3) % ends.length] ?? 0, 0.5)]
      const way = atlas.way(a, b)
      expect(way).not.toBeNull()
      const straight = metresBetween(a, b)
      expect(way?.metres).toBeGreaterThanOrEqual(straight - 5)
      expect(Math.abs(lengthOf(way?.line ?? []) - (way?.metres ?? 0))).toBeLessThan(5 + (way?.line.length ?? 0))
      expect(way?.line.slice(1, -1).filter((point) => !streets.has(keyOf(point)))).toEqual([])
      if (straight > 500) factors.push((way?.metres ?? 0) / straight)
    })
    factors.sort((x, y) => x - y)
    expect(factors[factors.length >> 1]).toBeGreaterThan(1.15)
    expect(factors[factors.length >> 1]).toBeLessThan(2)
  })
})
