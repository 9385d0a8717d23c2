import { ringContains, ringSquareMetres, type Zone } from '@dispecerat/domain/geography/zone'
import { ZoneIndex } from '@dispecerat/domain/geography/zone-index'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { asId, type ZoneId } from '@dispecerat/domain/kernel/ids'
import { alternate, type Bench, median } from '../measure.ts'
import { mulberry } from '../random.ts'

const ZONES = 300
const CORNERS = 36
const POSITIONS = 10_000
const ROUNDS = 7
const CITY = { south: 45.6, west: 25.52, height: 0.1, width: 0.14 }

/** Finds the zones of 10,000 positions, one second of a large fleet: the index against testing every zone. */
export const bench: Bench = {
  name: 'point-in-zone',
  run: async () => {
    const random = mulberry(300)
    const zones = Array.from({ length: ZONES }, (_, n) => aZone(n, random))
    const positions = Array.from({ length: POSITIONS }, () => somewhere(random))
    const index = new ZoneIndex(zones)
    const smallestFirst = zones
      .map((zone) => ({ ...zone, size: ringSquareMetres(zone.ring) }))
      .sort((a, b) => a.size - b.size || a.id - b.id)
    const scan = (point: Point) => smallestFirst.find(({ ring }) => ringContains(ring, point))?.id ?? null
    const different = positions.filter((point) => index.zoneAt(point) !== scan(point)).length
    const inSome = positions.filter((point) => index.zoneAt(point) !== null).length

    const lookUp = await alternate(
      ROUNDS,
      () => milliseconds(() => positions.map((point) => index.zoneAt(point)).length),
      () => milliseconds(() => positions.map(scan).length),
    )
    const build = await alternate(
      ROUNDS,
      () => milliseconds(() => (new ZoneIndex(zones).zoneAt(CENTRE) === null ? 1 : 2)),
      () => milliseconds(() => positions.map(scan).length),
    )
    const what = `zones of ${POSITIONS.toLocaleString('en-US')} positions, ${ZONES} zones`
    const peer = { unit: 'ms', peerName: 'every zone asked in turn', better: 'lower' as const }
    return {
      title: 'Point in zone',
      growsWith: 'the positions per second and the corners of the few zones around each; not with the number of zones.',
      rows: [
        { ...peer, what, ours: median(lookUp.ours), peer: median(lookUp.peer) },
        { ...peer, what: 'making the index anew', ours: median(build.ours), peer: median(build.peer) },
      ],
      notes: [
        `${different} of ${POSITIONS} answers differ; ${inSome} positions lie in a zone, overlaps go to the smallest`,
        `at 10,000 positions a second the look-up takes ${(median(lookUp.ours) / 10).toFixed(2)} % of a core`,
      ],
    }
  },
}

const CENTRE: Point = { lat: CITY.south + CITY.height / 2, long: CITY.west + CITY.width / 2 }

/** A ragged polygon around a cell of the city; neighbours overlap a little. */
function aZone(n: number, random: () => number): Zone {
  const columns = 20
  const lat = CITY.south + ((Math.floor(n / columns) + 0.5) / (ZONES / columns)) * CITY.height
  const long = CITY.west + (((n % columns) + 0.5) / columns) * CITY.width
  const ring = Array.from({ length: CORNERS }, (_, corner) => {
    const angle = (corner / CORNERS) * 2 * Math.PI
    const reach = 0.45 + random() * 0.25
    return {
      lat: lat + (Math.sin(angle) * reach * CITY.height) / (ZONES / columns),
      long: long + (Math.cos(angle) * reach * CITY.width) / columns,
    }
  })
  return { id: asId<ZoneId>(n + 1), ring }
}

function somewhere(random: () => number): Point {
  return { lat: CITY.south + random() * CITY.height, long: CITY.west + random() * CITY.width }
}

async function milliseconds(once: () => number): Promise<number> {
  const startedAt = performance.now()
  if (once() === 0) throw new Error('a measured turn did nothing')
  return performance.now() - startedAt
}
