import type { Clock } from '../../platform/lifecycle/clock.ts'
import { TILE_ZOOMS } from '../map-import/tiles/cut-tiles.ts'
import { PictureCache } from '../map-providers/picture-cache.ts'
import { escaped, renderSvg } from '../static-map/render-svg.ts'
import { DRAWN, readTile, tileSvg } from '../static-map/tile-svg.ts'
import { MAP_COLOURS, type MapColours, type Scheme } from './map-colours.ts'
import { placeWords, type Word } from './tile-labels.ts'
import type { TileSource } from './tiles.ts'

/** Width and height of a picture in pixels, as the map library draws a vector tile, so that zooms are the same. */
export const RASTER_PIXELS = 512
export const RASTER_ZOOMS = { from: TILE_ZOOMS.from, to: 18 } as const

const CACHE_BYTES = 48 * 1024 * 1024
const DAY_MS = 86_400_000
/** One is rendered in the thread while the next is read; more would take CPU time from calls and searches. */
const AT_ONCE = 2
const MAX_WAITING = 200

export interface TileAddress {
  z: number
  x: number
  y: number
}

/** More pictures are requested than can be drawn. */
export class TooManyPictures extends Error {
  override readonly name = 'TooManyPictures'
}

/** Pictures of our own map, drawn from its vector tiles at the first request. */
export class RasterTiles {
  readonly #tiles: TileSource
  readonly #clock: Clock
  readonly #cache = new PictureCache(CACHE_BYTES)
  readonly #drawing = new Map<string, Promise<Buffer | null>>()
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(tiles: TileSource, clock: Clock) {
    this.#tiles = tiles
    this.#clock = clock
  }

  /** `version` is the map's: a new import draws anew. Null where there is nothing to draw. Throws TooManyPictures. */
  async picture(at: TileAddress, scheme: Scheme, version: string): Promise<Buffer | null> {
    const key = `${version}/${scheme}/${at.z}/${at.x}/${at.y}`
    const now = this.#clock.now().getTime()
    const cached = this.#cache.get(key, now)
    if (cached) return cached
    const drawn = this.#drawing.get(key) ?? this.#inTurn(() => drawTile(this.#tiles, at, scheme))
    this.#drawing.set(key, drawn)
    try {
      const picture = await drawn
      if (picture) this.#cache.set(key, picture, now + DAY_MS)
      return picture
    } finally {
      this.#drawing.delete(key)
    }
  }

  async #inTurn<T>(draw: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= MAX_WAITING) throw new TooManyPictures('too many map pictures at once')
    if (this.#running >= AT_ONCE) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    else this.#running += 1
    try {
      return await draw()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}

async function drawTile(tiles: TileSource, { z, x, y }: TileAddress, scheme: Scheme): Promise<Buffer | null> {
  const closer = Math.max(0, z - TILE_ZOOMS.to)
  const [column, row] = [x >> closer, y >> closer]
  const packed = await tiles.tile(z - closer, column, row)
  if (packed === null) return null
  const colours = MAP_COLOURS[scheme]
  const layers = readTile(packed)
  const tilePixels = RASTER_PIXELS * 2 ** closer
  const left = -(x - column * 2 ** closer) * RASTER_PIXELS
  const top = -(y - row * 2 ** closer) * RASTER_PIXELS
  const size = { width: RASTER_PIXELS, height: RASTER_PIXELS }
  // In tiles of 256 pixels, for which the widths are defined, it would be one zoom more.
  const drawn = tileSvg(layers, { left, top, tilePixels, zoom: z + 1, ...size }, colours)
  const scale = tilePixels / (layers[0]?.extent ?? 4096)
  const words = placeWords(layers, { zoom: z, size: RASTER_PIXELS, scale, left, top }, colours)
  return renderSvg(`<svg xmlns="http://www.w3.org/2000/svg" width="${RASTER_PIXELS}" height="${RASTER_PIXELS}">
    <rect width="100%" height="100%" fill="${colours.ground}"/>
    <g stroke-linecap="round" stroke-linejoin="round">${DRAWN.map((layer) => drawn.get(layer) ?? '').join('')}</g>
    <g font-family="Noto Sans" text-anchor="middle" stroke-linejoin="round">${words.map((word) => wordSvg(word, colours)).join('')}</g></svg>`)
}

function wordSvg({ text, x, y, slope, pixels, colour, isBold }: Word, { halo }: MapColours): string {
  const turned = slope === 0 ? '' : ` rotate(${slope.toFixed(1)})`
  const attributes = `transform="translate(${x.toFixed(1)} ${y.toFixed(1)})${turned}" y="${(pixels * 0.35).toFixed(1)}" font-size="${pixels}"${isBold ? ' font-weight="700"' : ''}`
  return `<text ${attributes} fill="none" stroke="${halo}" stroke-width="2.6">${escaped(text)}</text><text ${attributes} fill="${colour}">${escaped(text)}</text>`
}
