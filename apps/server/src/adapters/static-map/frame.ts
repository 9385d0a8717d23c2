import type { Point } from '@dispecerat/domain/kernel/geo'
import { TILE_ZOOMS } from '../map-import/tiles/cut-tiles.ts'

export interface Size {
  width: number
  height: number
}

/** The view of a picture: its position in world pixels at `zoom`, and the drawn size of a tile. */
export interface Frame {
  size: Size
  zoom: number
  tileZoom: number
  tilePixels: number
  /** World pixels of the picture's top left corner. */
  left: number
  top: number
}

export interface TilePlace {
  z: number
  x: number
  y: number
  /** Pixels of the picture. */
  left: number
  top: number
}

const TILE = 256
/** Markers are drawn above their place and need room there. */
const MARGIN = { x: 40, top: 60, bottom: 30 }
const NEAREST = 15.5
const FARTHEST = 6

/** The closest view that shows every point, no closer than a street. */
export function frameOf(points: readonly Point[], size: Size): Frame {
  const world = points.map((point) => worldOf(point))
  const [xs, ys] = [world.map(({ x }) => x), world.map(({ y }) => y)]
  const [wide, high] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)]
  const available = {
    x: Math.max(20, size.width - 2 * MARGIN.x),
    y: Math.max(20, size.height - MARGIN.top - MARGIN.bottom),
  }
  const fits = Math.min(wide > 0 ? available.x / wide : Infinity, high > 0 ? available.y / high : Infinity)
  const zoom = Math.max(FARTHEST, Math.min(NEAREST, Math.log2(fits / TILE)))
  const pixels = TILE * 2 ** zoom
  const tileZoom = Math.max(TILE_ZOOMS.from, Math.min(TILE_ZOOMS.to, Math.floor(zoom)))
  return {
    size,
    zoom,
    tileZoom,
    tilePixels: pixels / 2 ** tileZoom,
    left: ((Math.max(...xs) + Math.min(...xs)) / 2) * pixels - size.width / 2,
    top: ((Math.max(...ys) + Math.min(...ys)) / 2) * pixels - size.height / 2 - (MARGIN.top - MARGIN.bottom) / 2,
  }
}

/** The tiles under the picture; none when it is so far away that there would be hundreds. */
export function tilesOf({ size, tileZoom, tilePixels, left, top }: Frame): TilePlace[] {
  const max = 2 ** tileZoom
  const places: TilePlace[] = []
  if ((size.width / tilePixels + 1) * (size.height / tilePixels + 1) > 64) return places
  for (let x = Math.floor(left / tilePixels); x * tilePixels < left + size.width; x++) {
    for (let y = Math.floor(top / tilePixels); y * tilePixels < top + size.height; y++) {
      if (x < 0 || y < 0 || x >= max || y >= max) continue
      places.push({ z: tileZoom, x, y, left: x * tilePixels - left, top: y * tilePixels - top })
    }
  }
  return places
}

export function onPicture(frame: Frame, point: Point): { x: number; y: number } {
  const { x, y } = worldOf(point)
  const pixels = TILE * 2 ** frame.zoom
  return { x: x * pixels - frame.left, y: y * pixels - frame.top }
}

/** Web Mercator, 0…1 from the north-west. */
function worldOf({ lat, long }: Point): { x: number; y: number } {
  const sin = Math.sin((lat * Math.PI) / 180)
  return { x: long / 360 + 0.5, y: 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI) }
}
