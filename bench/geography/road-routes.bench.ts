import type { Point } from '@dispecerat/domain/kernel/geo'
import { coordinatesOf } from '@dispecerat/server/adapters/routing/roads/coordinates'
import { RoadAtlas } from '@dispecerat/server/adapters/routing/roads/road-atlas'
import { type RoadGraph, SHAPE_STEPS, writeRoadGraph } from '@dispecerat/server/adapters/routing/roads/road-graph'
import { RoadThreadLine } from '@dispecerat/server/adapters/routing/roads/road-thread-line'
import createGraph, { type Graph } from 'ngraph.graph'
import { nba } from 'ngraph.path'
import { alternate, type Bench, type BenchRow, percentile } from '../measure.ts'
import { mulberry } from '../random.ts'
import { tiledGraph, townWays } from './road-town.ts'

const CARS = 50
const FLEET = 1_000
const AT_ONCE = 32
const QUESTIONS = 120
const PEER_QUESTIONS = 8
/** Time that a search round waits for its distances. */
const BUDGET_MS = 300
const SIZES = [1, 9, 36]
const SOURCES = [10, 50, 200]

/** Distances by road and lines on the map, against a path finder from npm and against the time budget of a round. */
export const bench: Bench = {
  name: 'road-routes',
  run: async () => {
    const { name, ways } = await townWays()
    const graph = tiledGraph(ways, 1)
    const rows: BenchRow[] = []
    rows.push(...(await againstPeer(graph)))
    rows.push(...growth(ways))
    rows.push(...(await throughTheThread(graph)))
    const edges = graph.from.length.toLocaleString('en-US')
    return {
      title: `Roads: ${name}, ${edges} pieces of street`,
      growsWith:
        'the arcs nearer to the pickup than the farthest car; hardly with the cars asked about, not with the map around them.',
      rows,
      notes: ['The peer finds each car alone (ngraph.path NBA*), knows no forbidden turn and is given its junctions.'],
    }
  },
}

async function againstPeer(graph: RoadGraph): Promise<BenchRow[]> {
  const atlas = new RoadAtlas(graph)
  const spots = corners(graph)
  const peer = peerOf(graph)
  const distances = { ours: [] as number[], peer: [] as number[] }
  const lines = { ours: [] as number[], peer: [] as number[] }
  for (const { from, to } of questions(spots, CARS, QUESTIONS)) atlas.toOne(from.map(pointOf), to.point)
  const peerQuestions = questions(spots, CARS, PEER_QUESTIONS)
  for (const { from, to } of peerQuestions) {
    const [first = to] = from
    const one = await alternate(
      3,
      async () => timed(() => atlas.toOne(from.map(pointOf), to.point)),
      async () => timed(() => from.map((car) => peer(car.vertex, to.vertex))),
    )
    const line = await alternate(
      5,
      async () => timed(() => atlas.way(first.point, to.point)),
      async () => timed(() => peer(first.vertex, to.vertex)),
    )
    distances.ours.push(...one.ours)
    distances.peer.push(...one.peer)
    lines.ours.push(...line.ours)
    lines.peer.push(...line.peer)
  }
  return [
    ...shares(`${CARS} cars to one pickup`, distances, `${CARS} × ngraph.path NBA*`),
    ...shares('one way as a line', lines, 'ngraph.path NBA*'),
  ]
}

function shares(what: string, figures: { ours: number[]; peer: number[] }, peerName: string): BenchRow[] {
  return [0.5, 0.95].map((share) => ({
    what: `${what}, p${share * 100}`,
    unit: 'ms',
    ours: percentile(figures.ours, share),
    peer: percentile(figures.peer, share),
    peerName,
    better: 'lower',
  }))
}

/** More cars and larger maps, each beside 50 cars on one copy of the town. */
function growth(ways: Parameters<typeof tiledGraph>[0]): BenchRow[] {
  const measured = SIZES.flatMap((copies) => {
    const graph = tiledGraph(ways, copies)
    const atlas = new RoadAtlas(graph)
    const inFirstTown = corners(graph).slice(0, Math.floor(graph.from.length / copies))
    for (const { from, to } of questions(inFirstTown, CARS, 40)) atlas.toOne(from.map(pointOf), to.point)
    return SOURCES.map((cars) => {
      const times = questions(inFirstTown, cars, 40).map(({ from, to }) =>
        timed(() => atlas.toOne(from.map(pointOf), to.point)),
      )
      return { cars, edges: graph.from.length, copies, ms: percentile(times, 0.5) }
    })
  })
  const base = measured.find(({ cars, copies }) => cars === CARS && copies === 1)?.ms ?? Number.NaN
  return measured
    .filter(({ cars, copies }) => cars !== CARS || copies !== 1)
    .map(({ cars, edges, ms }) => ({
      what: `${cars} cars, ${edges.toLocaleString('en-US')} pieces`,
      unit: 'ms',
      ours: ms,
      peer: base,
      peerName: `${CARS} cars, one town`,
      better: 'lower',
    }))
}

/** Waiting time of a search round: the whole fleet to one pickup, and many rounds at the same moment. */
async function throughTheThread(graph: RoadGraph): Promise<BenchRow[]> {
  const line = new RoadThreadLine(() => undefined)
  try {
    const bytes = writeRoadGraph(graph)
    await line.request({ type: 'load', bytes: bytes.slice().buffer })
    const spots = corners(graph)
    const measure = async ({ from, to }: Question) => {
      const start = performance.now()
      await line.request({ type: 'distances', from: coordinatesOf(from.map(pointOf)), to: coordinatesOf([to.point]) })
      return performance.now() - start
    }
    for (const question of questions(spots, CARS, AT_ONCE)) await measure(question)
    const fleet: number[] = []
    for (const question of questions(spots, FLEET, 40)) fleet.push(await measure(question))
    const crowd = await Promise.all(questions(spots, CARS, AT_ONCE).map(measure))
    const limit = { unit: 'ms', peer: BUDGET_MS, peerName: 'budget of a round', better: 'lower' } as const
    return [
      {
        ...limit,
        what: `${FLEET.toLocaleString('en-US')} cars to one pickup through the thread, p95`,
        ours: percentile(fleet, 0.95),
      },
      { ...limit, what: `the slowest of ${AT_ONCE} rounds at once, ${CARS} cars each`, ours: percentile(crowd, 1) },
    ]
  } finally {
    await line.end()
  }
}

interface Corner {
  vertex: number
  point: Point
}

interface Question {
  from: Corner[]
  to: Corner
}

function corners({ from, shape, shapeStart }: RoadGraph): Corner[] {
  return Array.from(from, (vertex, e) => {
    const at = (shapeStart[e] ?? 0) * 2
    return { vertex, point: { lat: (shape[at] ?? 0) / SHAPE_STEPS, long: (shape[at + 1] ?? 0) / SHAPE_STEPS } }
  })
}

function questions(spots: readonly Corner[], cars: number, count: number): Question[] {
  const random = mulberry(3)
  const [first] = spots
  if (!first) throw new Error('the town has no streets')
  const any = () => spots[Math.floor(random() * spots.length)] ?? first
  return Array.from({ length: count }, () => ({ to: any(), from: Array.from({ length: cars }, any) }))
}

const pointOf = ({ point }: Corner) => point

function peerOf({ from, to, open, metres, kmPerHour }: RoadGraph): (a: number, b: number) => unknown {
  const graph: Graph<undefined, number> = createGraph()
  for (let e = 0; e < from.length; e++) {
    const seconds = ((metres[e] ?? 0) * 3.6) / (kmPerHour[e] ?? 1)
    const way = open[e] ?? 0
    if (way & 1) graph.addLink(from[e] ?? 0, to[e] ?? 0, seconds)
    if (way & 2) graph.addLink(to[e] ?? 0, from[e] ?? 0, seconds)
  }
  const finder = nba(graph, { oriented: true, distance: (_a, _b, { data }) => data })
  return (a, b) => finder.find(a, b)
}

function timed(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}
