import type { Map as MapLibre } from 'maplibre-gl'

export interface Spot {
  lat: number
  long: number
}
export type Rings = readonly (readonly Spot[])[]

const NEAR_PIXELS = 12
/** Seven decimals of a degree are about a centimetre. */
const DECIMALS = 1e7

export function roundedSpot({ lat, long }: Spot): Spot {
  return { lat: Math.round(lat * DECIMALS) / DECIMALS, long: Math.round(long * DECIMALS) / DECIMALS }
}

/** The degrees of a dozen pixels at the centre of the map. */
export function snapReach(map: MapLibre): Spot {
  const { x, y } = map.project(map.getCenter())
  const [from, to] = [map.unproject([x, y]), map.unproject([x + NEAR_PIXELS, y - NEAR_PIXELS])]
  return { lat: Math.abs(to.lat - from.lat), long: Math.abs(to.lng - from.lng) }
}

/** The nearest corner within reach, else the nearest point on a side; null when nothing is near. */
export function snapTo(at: Spot, rings: Rings, reach: Spot): Spot | null {
  let corner: Spot | null = null
  let side: Spot | null = null
  let toCorner = 1
  let toSide = 1
  for (const ring of rings) {
    let a = ring.at(-1)
    for (const b of ring) {
      if (a && isNear(at, a, b, reach)) {
        const away = distance(at, b, reach)
        if (away <= toCorner) [corner, toCorner] = [b, away]
        const foot = nearestOn(at, a, b, reach)
        const beside = distance(at, foot, reach)
        if (beside <= toSide) [side, toSide] = [foot, beside]
      }
      a = b
    }
  }
  return corner ?? (side && roundedSpot(side))
}

function isNear(at: Spot, a: Spot, b: Spot, reach: Spot): boolean {
  return (
    at.lat >= Math.min(a.lat, b.lat) - reach.lat &&
    at.lat <= Math.max(a.lat, b.lat) + reach.lat &&
    at.long >= Math.min(a.long, b.long) - reach.long &&
    at.long <= Math.max(a.long, b.long) + reach.long
  )
}

/** Distance in units of the reach: 1 is the maximum snapping distance. */
function distance(a: Spot, b: Spot, reach: Spot): number {
  return Math.hypot((a.lat - b.lat) / reach.lat, (a.long - b.long) / reach.long)
}

function nearestOn(at: Spot, a: Spot, b: Spot, reach: Spot): Spot {
  const [north, east] = [(b.lat - a.lat) / reach.lat, (b.long - a.long) / reach.long]
  const length = north * north + east * east
  const along =
    length === 0 ? 0 : (((at.lat - a.lat) / reach.lat) * north + ((at.long - a.long) / reach.long) * east) / length
  const part = Math.min(1, Math.max(0, along))
  return { lat: a.lat + (b.lat - a.lat) * part, long: a.long + (b.long - a.long) * part }
}
