import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import type { CityStreet } from './city-map.ts'
import type { Localities } from './extract/osm-localities.ts'
import { PointGrid } from './point-grid.ts'
import { middleOf, samplesOf } from './street-grid.ts'

/** Pieces of one name further apart than this are two streets. */
const SAME_STREET_METRES = 1000
const SAMPLE_METRES = 60

/** One way of a street, as in the extract. */
export interface StreetPiece {
  name: string
  aliases: string[]
  weight: number
  line: Point[]
}

/** Groups pieces that are near each other into streets; the order is that of the first piece of each. */
export function clustersOf(pieces: readonly StreetPiece[]): StreetPiece[][] {
  const parents = pieces.map((_, i) => i)
  const rootOf = (i: number): number => {
    let root = i
    for (let up = parents[root]; up !== undefined && up !== root; up = parents[root]) root = up
    parents[i] = root
    return root
  }
  const ends = new PointGrid<number>(SAME_STREET_METRES)
  pieces.forEach(({ line }, i) => {
    for (const end of endsOf(line)) {
      for (const { at, thing } of ends.around(end)) {
        const [mine, other] = [rootOf(i), rootOf(thing)]
        if (mine !== other && metresBetween(at, end) <= SAME_STREET_METRES) {
          parents[Math.max(mine, other)] = Math.min(mine, other)
        }
      }
    }
    for (const end of endsOf(line)) ends.add(end, i)
  })
  const clusters = new Map<number, StreetPiece[]>()
  pieces.forEach((piece, i) => {
    const root = rootOf(i)
    const cluster = clusters.get(root)
    if (cluster) cluster.push(piece)
    else clusters.set(root, [piece])
  })
  return [...clusters.values()]
}

export function streetOf(pieces: readonly StreetPiece[], localities: Localities): CityStreet {
  const line = pieces.flatMap((piece) => samplesOf(piece.line, SAMPLE_METRES))
  const middle = middleOf(line)
  return {
    name: commonest(pieces.map(({ name }) => name)),
    aliases: [...new Set(pieces.flatMap(({ aliases }) => aliases))],
    locality: localities.at(middle),
    weight: Math.max(...pieces.map(({ weight }) => weight)),
    lat: middle.lat,
    long: middle.long,
    houses: [],
    line,
  }
}

function endsOf(line: readonly Point[]): Point[] {
  return [line[0], line[line.length >> 1], line.at(-1)].filter((end) => end !== undefined)
}

/** The ways of one street sometimes differ by an accent, so the most common name is used. */
function commonest(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const [first] = [...counts].sort(([, a], [, b]) => b - a)
  return first?.[0] ?? ''
}
