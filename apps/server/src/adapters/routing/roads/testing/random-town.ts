import fc from 'fast-check'
import { BACKWARD, FORWARD, type RoadGraph } from '../road-graph.ts'
import { RoadGraphBuilder } from '../road-graph-builder.ts'

const SIDE = 5
const STEP_DEGREES = 0.002
const DIRECTIONS = ['no', 'no', 'yes', '-1'] as const
const KINDS = ['residential', 'primary', 'service'] as const

const aCorner = fc.integer({ min: 0, max: SIDE * SIDE - 1 })
const aStreet = fc.record({
  corners: fc.array(aCorner, { minLength: 2, maxLength: 6 }),
  direction: fc.constantFrom(...DIRECTIONS),
  kind: fc.constantFrom(...KINDS),
})
const aBan = fc.record({
  rule: fc.constantFrom('no_left_turn', 'only_straight_on', 'no_u_turn'),
  from: fc.nat(11),
  via: aCorner,
  to: fc.nat(11),
})

/** A drive from some arc on: the index of the arc taken at each corner. There are few starts, so that many drives share one. */
const aDrive = fc.record({
  start: fc.nat(6),
  turns: fc.array(fc.nat(3), { minLength: 2, maxLength: 5 }),
})

/**
 * Streets over the corners of a square, some one-way, forbidden turns, and drives over several corners
 * that may not be completed.
 */
export const aTown = fc
  .record({
    streets: fc.array(aStreet, { minLength: 4, maxLength: 12 }),
    bans: fc.array(aBan, { maxLength: 30 }),
    drives: fc.array(aDrive, { maxLength: 12 }),
  })
  .map(({ streets, bans, drives }): RoadGraph => {
    const builder = new RoadGraphBuilder()
    streets.forEach(({ corners, direction, kind }, i) => {
      const refs = corners.filter((corner, at) => corner !== corners[at - 1])
      const points = refs.map(cornerPoint)
      builder.way({ id: i, tags: { highway: kind, oneway: direction }, refs, pointRefs: refs, points })
    })
    for (const { rule, from, via, to } of bans) {
      const members = [
        { type: 'way', ref: from, role: 'from' },
        { type: 'node', ref: via, role: 'via' },
        { type: 'way', ref: to, role: 'to' },
      ]
      builder.relation({ tags: { type: 'restriction', restriction: rule }, members })
    }
    const graph = builder.finish()
    const paths = drives.map((drive) => drivenArcs(graph, drive)).filter(({ length }) => length > 2)
    return { ...graph, forbiddenPaths: Uint32Array.from(paths.flatMap((path) => [path.length, ...path])) }
  })
  .filter(({ from }) => from.length > 0)

function drivenArcs({ from, to, open }: RoadGraph, { start, turns }: { start: number; turns: number[] }): number[] {
  const arcs = Array.from({ length: from.length * 2 }, (_, arc) => arc).filter(
    (arc) => (open[arc >> 1] ?? 0) & (arc & 1 ? BACKWARD : FORWARD),
  )
  const startOf = (arc: number) => (arc & 1 ? to : from)[arc >> 1]
  const first = arcs[start % arcs.length]
  if (first === undefined) return []
  const driven = [first]
  for (const turn of turns) {
    const goOn = arcs.filter((arc) => startOf(arc) === startOf((driven.at(-1) ?? 0) ^ 1))
    const next = goOn[turn % goOn.length]
    if (next !== undefined) driven.push(next)
  }
  return driven
}

function cornerPoint(corner: number) {
  // A little irregular, so that no two drives are equally long.
  const askew = ((corner * 7919) % 97) / 97
  return {
    lat: 45.6 + (Math.floor(corner / SIDE) + askew / 3) * STEP_DEGREES,
    long: 25.6 + ((corner % SIDE) + askew / 5) * STEP_DEGREES,
  }
}
