import fc from 'fast-check'
import type { RoadGraph } from '../road-graph.ts'
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

/** Streets over the corners of a square, some one way, and turns that may not be taken there. */
export const aTown = fc
  .record({
    streets: fc.array(aStreet, { minLength: 4, maxLength: 12 }),
    bans: fc.array(aBan, { maxLength: 30 }),
  })
  .map(({ streets, bans }): RoadGraph => {
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
    return builder.finish()
  })
  .filter(({ from }) => from.length > 0)

function cornerPoint(corner: number) {
  // A little askew, so that no two drives are equally long.
  const askew = ((corner * 7919) % 97) / 97
  return {
    lat: 45.6 + (Math.floor(corner / SIDE) + askew / 3) * STEP_DEGREES,
    long: 25.6 + ((corner % SIDE) + askew / 5) * STEP_DEGREES,
  }
}
