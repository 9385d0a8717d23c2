import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FORWARD, type RoadGraph } from './road-graph.ts'
import { RoadNet, TURN_ROUND_SECONDS } from './road-net.ts'
import { RoadSearch } from './road-search.ts'
import type { Spot } from './snap.ts'
import { forbiddenRuns, type Place, plainDrive, runsDriven } from './testing/plain-drive.ts'
import { aTown } from './testing/random-town.ts'

const NO_LIMITS = { seconds: Number.POSITIVE_INFINITY, arcs: Number.POSITIVE_INFINITY }
const aPlace = fc.record({ at: fc.nat(), share: fc.constantFrom(0, 0.25, 0.4, 0.9, 1) })

function spotOn(net: RoadNet, { at, share }: { at: number; share: number }): Spot & Place {
  const edge = at % net.graph.from.length
  return { edge, share, after: net.graph.shapeStart[edge] ?? 0, point: net.startPointOf(2 * edge) }
}

test('from many places to one the quickest drive equals the plain reference', () => {
  const isExact = fc.property(aTown, fc.array(aPlace, { minLength: 1, maxLength: 6 }), aPlace, (graph, from, to) => {
    const net = new RoadNet(graph)
    const target = spotOn(net, to)
    const spots = from.map((place) => spotOn(net, place))
    const reached = new RoadSearch(net).toOne(target, spots, NO_LIMITS)
    spots.forEach((spot, i) => {
      const plain = plainDrive(graph, spot, target)
      if (plain === null) expect(reached[i]).toBeNull()
      else expect(reached[i]?.seconds).toBeCloseTo(plain, 2)
    })
  })
  fc.assert(isExact, { numRuns: 300 })
})

test('a route is as quick as the reference, and its arcs are consecutive, open, and joined by allowed turns', () => {
  const isLegal = fc.property(aTown, aPlace, aPlace, (graph, from, to) => {
    const net = new RoadNet(graph)
    const [start, target] = [spotOn(net, from), spotOn(net, to)]
    // The A* bound aims at the spot's real position, so only spots at the first point of their edge are comparable here.
    start.share = 0
    const found = new RoadSearch(net).way(start, target, NO_LIMITS)
    const plain = plainDrive(graph, start, target)
    if (plain === null || !found) {
      expect([plain, found]).toEqual([null, null])
      return
    }
    expect(found.reach.seconds).toBeCloseTo(plain, 2)
    const arcs = [found.reach.arc, ...found.ahead]
    arcs.forEach((arc, i) => {
      expect(net.isOpen[arc]).toBe(1)
      const next = arcs[i + 1]
      if (next === undefined) return
      expect(net.startOf[next]).toBe(net.startOf[arc ^ 1])
    })
    expect(runsDriven(forbiddenRuns(graph), arcs)).toEqual([])
    expect((arcs.at(-1) ?? 0) >> 1).toBe(target.edge)
    expect(secondsAlong(net, arcs, [start, target])).toBeCloseTo(plain, 2)
  })
  fc.assert(isLegal, { numRuns: 300 })
})

function secondsAlong(net: RoadNet, arcs: number[], [start, target]: [Spot, Spot]): number {
  const part = (arc: number, spot: Spot) => (net.seconds[arc >> 1] ?? 0) * (arc & 1 ? 1 - spot.share : spot.share)
  const [first = 0] = arcs
  const last = arcs.at(-1) ?? 0
  const turns = arcs.filter((arc, i) => i > 0 && arc === ((arcs[i - 1] ?? 0) ^ 1)).length * TURN_ROUND_SECONDS
  const whole = arcs.slice(0, -1).reduce((sum, arc) => sum + (net.seconds[arc >> 1] ?? 0), 0)
  return turns + whole - part(first, start) + part(last, target)
}

test('over a place on a one-way street no drive is quicker than straight on', () => {
  // A drive that begins in the middle has no history, so only turns after one street are the same for both.
  const isTriangle = fc.property(aTown, aPlace, aPlace, aPlace, (town, a, via, b) => {
    const graph = { ...town, forbiddenPaths: new Uint32Array(0) }
    const net = new RoadNet(graph)
    const middle = oneWayFrom(graph, via.at)
    fc.pre(middle !== null)
    const [from, over, to] = [spotOn(net, a), spotOn(net, { at: middle ?? 0, share: 0.5 }), spotOn(net, b)]
    const search = new RoadSearch(net)
    const drive = (x: Spot, y: Spot) => search.toOne(y, [x], NO_LIMITS)[0]?.seconds ?? Number.POSITIVE_INFINITY
    expect(drive(from, to)).toBeLessThanOrEqual(drive(from, over) + drive(over, to) + 0.01)
    expect(drive(from, from)).toBe(0)
  })
  fc.assert(isTriangle, { numRuns: 200 })
})

function oneWayFrom({ open }: RoadGraph, at: number): number | null {
  for (let i = 0; i < open.length; i++) {
    const edge = (at + i) % open.length
    if (open[edge] === FORWARD) return edge
  }
  return null
}

test('limits end a search that would visit everything', () => {
  const [graph] = fc.sample(aTown, { numRuns: 1, seed: 4 })
  if (!graph) throw new Error('no town')
  const net = new RoadNet(graph)
  const search = new RoadSearch(net)
  const last = graph.from.length - 1
  const [from, to] = [spotOn(net, { at: 0, share: 0.4 }), spotOn(net, { at: last, share: 0.4 })]
  expect(search.toOne(to, [from], { seconds: Number.POSITIVE_INFINITY, arcs: 1 })).toEqual([null])
  expect(search.settled).toBeLessThan(8)
})
