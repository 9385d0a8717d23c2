import { expect, test } from 'vitest'
import { RoadAtlas } from './road-atlas.ts'
import { readRoadGraph, writeRoadGraph } from './road-graph.ts'
import { RoadGraphBuilder } from './road-graph-builder.ts'

/** A square of four corners with a tail to the east, and a cross street 1–3 through the middle. */
const AT: Record<number, { lat: number; long: number }> = {
  1: { lat: 45.6, long: 25.6 },
  2: { lat: 45.6, long: 25.61 },
  3: { lat: 45.61, long: 25.61 },
  4: { lat: 45.61, long: 25.6 },
  5: { lat: 45.6, long: 25.62 },
  8: { lat: 45.7, long: 25.7 },
  9: { lat: 45.7, long: 25.71 },
}
const point = (ref: number) => AT[ref] ?? { lat: 0, long: 0 }

interface Street {
  refs: number[]
  tags?: Record<string, string>
  /** Ids of nodes that are missing in the extract. */
  lost?: number[]
}

interface Sign {
  rule?: string
  members: [string, string, number][]
  except?: string
  tags?: Record<string, string>
}

const overNode = (from: number, node: number, to: number): Sign['members'] => [
  ['from', 'way', from],
  ['via', 'node', node],
  ['to', 'way', to],
]
const over = (from: number, ways: number[], to: number): Sign['members'] => [
  ['from', 'way', from],
  ...ways.map((way): [string, string, number] => ['via', 'way', way]),
  ['to', 'way', to],
]

function built(streets: Street[], bans: Sign[] = []) {
  const builder = new RoadGraphBuilder()
  streets.forEach(({ refs, tags, lost = [] }, id) => {
    const pointRefs = refs.filter((ref) => !lost.includes(ref))
    builder.way({ id, tags: { highway: 'residential', ...tags }, refs, pointRefs, points: pointRefs.map(point) })
  })
  for (const { rule, members, except, tags: besides } of bans) {
    const tags = { type: 'restriction', ...(rule && { restriction: rule }), ...(except && { except }), ...besides }
    builder.relation({ tags, members: members.map(([role, type, ref]) => ({ role, type, ref })) })
  }
  const graph = builder.finish()
  return { graph, builder, atlas: new RoadAtlas(graph) }
}

const BLOCK: Street[] = [{ refs: [1, 2] }, { refs: [2, 3] }, { refs: [3, 4] }, { refs: [4, 1] }, { refs: [2, 5] }]
const metres = (atlas: RoadAtlas, from: number, to: number) => atlas.way(point(from), point(to))?.metres ?? null
const SIDE_EAST = 778
const SIDE_NORTH = 1112

const near = (found: number | null, expected: number) => expect(Math.abs((found ?? 0) - expected)).toBeLessThan(15)

test('streets meet where they share a point, and the route passes it', () => {
  const { atlas, graph } = built(BLOCK)
  expect([graph.vertices, graph.from.length]).toEqual([5, 5])
  near(metres(atlas, 4, 5), SIDE_NORTH + 2 * SIDE_EAST)
})

test('a one-way street is driven one way, also when it is drawn in the other direction', () => {
  const { atlas } = built([{ refs: [1, 2], tags: { oneway: '-1' } }, ...BLOCK.slice(1)])
  near(metres(atlas, 2, 1), SIDE_EAST)
  near(metres(atlas, 1, 2), SIDE_EAST + 2 * SIDE_NORTH)
})

test('no left turn sends the car round the block; excepted taxis may turn', () => {
  const turn: [string, string, number][] = [
    ['from', 'way', 4],
    ['via', 'node', 2],
    ['to', 'way', 1],
  ]
  const straight = built(BLOCK)
  near(metres(straight.atlas, 5, 3), SIDE_EAST + SIDE_NORTH)
  const banned = built(BLOCK, [{ rule: 'no_right_turn', members: turn }])
  near(metres(banned.atlas, 5, 3), 3 * SIDE_EAST + SIDE_NORTH)
  const excepted = built(BLOCK, [{ rule: 'no_right_turn', members: turn, except: 'bicycle;psv' }])
  near(metres(excepted.atlas, 5, 3), SIDE_EAST + SIDE_NORTH)
})

test('"only straight on" forbids everything else, U-turns included', () => {
  const on: [string, string, number][] = [
    ['from', 'way', 4],
    ['via', 'node', 2],
    ['to', 'way', 0],
  ]
  const { graph, atlas } = built(BLOCK, [{ rule: 'only_straight_on', members: on }])
  expect(graph.forbidden.length / 2).toBe(2)
  near(metres(atlas, 5, 3), 3 * SIDE_EAST + SIDE_NORTH)
})

test('a restriction that is ambiguous, whose ways do not meet, or that has hours, is left out and counted', () => {
  const streets = [{ refs: [1, 2, 5] }, { refs: [2, 3] }, { refs: [3, 4, 1] }]
  const { builder, graph } = built(streets, [
    { rule: 'no_left_turn', members: over(0, [1], 2) },
    { rule: 'no_left_turn', members: overNode(0, 2, 1) },
    { rule: 'no_left_turn', members: [['from', 'way', 0]] },
    { rule: 'no_left_turn', members: over(1, [0], 2) },
    { rule: 'no_left_turn', members: over(1, [77], 2) },
    { rule: 'no_left_turn @ (Mo-Fr 07:00-09:00)', members: overNode(1, 3, 2) },
    { tags: { 'restriction:conditional': 'no_left_turn @ (sunset-sunrise)' }, members: overNode(1, 3, 2) },
    { rule: 'no_left_turn', tags: { hour_on: '07:00', hour_off: '09:00' }, members: overNode(1, 3, 2) },
    { rule: 'no_left_turn', except: 'taxi', members: overNode(1, 3, 2) },
    { tags: { 'restriction:hgv': 'no_left_turn' }, members: overNode(1, 3, 2) },
  ])
  expect(builder.banCounts).toEqual({ obeyed: 0, overWays: 0, conditional: 3, unclear: 3, undriven: 2 })
  expect([graph.forbidden.length, graph.forbiddenPaths.length]).toEqual([0, 0])
})

test('an island, a street without an exit, and the far side of a gap are not part of the net', () => {
  const { graph } = built([...BLOCK, { refs: [8, 9] }, { refs: [5, 8], tags: { oneway: 'yes' } }])
  expect(graph.vertices).toBe(5)
  const cut = built([...BLOCK.slice(0, 4), { refs: [2, 7, 5], lost: [7] }])
  expect(cut.graph.vertices).toBe(4)
})

test('a written graph is read unchanged; other bytes are refused', () => {
  const { graph } = built(BLOCK, [
    {
      rule: 'no_u_turn',
      members: [
        ['from', 'way', 4],
        ['via', 'node', 2],
        ['to', 'way', 4],
      ],
    },
  ])
  const bytes = writeRoadGraph(graph).slice().buffer
  expect(readRoadGraph(bytes)).toEqual(graph)
  expect(graph.forbidden).toHaveLength(2)
  for (const bad of [new ArrayBuffer(0), new ArrayBuffer(64), bytes.slice(0, -4)])
    expect(() => readRoadGraph(bad)).toThrow()
  const longer = { ...graph, forbiddenPaths: Uint32Array.from([3, 0, 2, 4]) }
  expect(readRoadGraph(writeRoadGraph(longer).slice().buffer)).toEqual(longer)
})

test('a graph of the previous release, which had no bans over a street, is read', () => {
  const { graph } = built(BLOCK, [{ rule: 'no_u_turn', members: overNode(4, 2, 4) }])
  const head = 11
  const now = new Uint32Array(
    writeRoadGraph(graph)
      .slice()
      .buffer.slice(0, head * 4),
  )
  const pathsLength = head - 3
  const before = Uint32Array.from(now)
    .map((number, i) => (i === 0 ? 1 : number))
    .filter((_, i) => i !== pathsLength)
  const rest = new Uint8Array(writeRoadGraph(graph).slice().buffer).slice(head * 4)
  const bytes = new Uint8Array(before.byteLength + rest.byteLength)
  bytes.set(new Uint8Array(before.buffer))
  bytes.set(rest, before.byteLength)
  expect(readRoadGraph(bytes.buffer)).toEqual(graph)
})

test('a point farther than half a kilometre from every street is beside no road', () => {
  const { atlas } = built(BLOCK)
  const off = (north: number) => ({ lat: 45.6 - north / 111_195, long: 25.605 })
  expect(atlas.toOne([off(450), off(550)], point(3)).map((drive) => drive !== null)).toEqual([true, false])
  expect(atlas.toOne([point(1)], off(550))).toEqual([null])
})
