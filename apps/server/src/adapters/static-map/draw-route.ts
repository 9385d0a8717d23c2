import type { Point } from '@dispecerat/domain/kernel/geo'
import { MAP_COLOURS, type MapColours, type Scheme } from '../tiles/map-colours.ts'
import type { TileSource } from '../tiles/tiles.ts'
import { type Frame, frameOf, onPicture, type Size, tilesOf } from './frame.ts'
import { escaped, renderSvg } from './render-svg.ts'
import { DRAWN, type Drawn, readTile, tileSvg } from './tile-svg.ts'

export interface Picture {
  pickup: Point
  /** The destination; without it only A is shown. */
  dest: Point | null
  /** The route by road; null: a dashed straight line. */
  way: readonly Point[] | null
  size: Size
  scheme: Scheme
}

/** A PNG of the route over our own tiles; without tiles, of the two markers and the line on plain ground. */
export async function drawRoute(tiles: TileSource, picture: Picture): Promise<Buffer> {
  const { pickup, dest, way, size, scheme } = picture
  const frame = frameOf([pickup, ...(dest ? [dest] : []), ...(way ?? [])], size)
  const colours = MAP_COLOURS[scheme]
  const [info, ...drawn] = await Promise.all([
    tiles.info(),
    ...tilesOf(frame).map(async ({ z, x, y, left, top }) => {
      const packed = await tiles.tile(z, x, y)
      const view = { left, top, tilePixels: frame.tilePixels, zoom: frame.zoom, ...size }
      return packed ? tileSvg(readTile(packed), view, colours) : new Map<Drawn, string>()
    }),
  ])
  const layers = DRAWN.map((layer) => drawn.map((tile) => tile.get(layer) ?? '').join(''))
  const isDrawn = drawn.some((tile) => tile.size > 0)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <rect width="100%" height="100%" fill="${colours.ground}"/>
    <g stroke-linecap="round" stroke-linejoin="round">${layers.join('')}</g>${routeSvg(frame, picture)}
    ${info && isDrawn ? attributionSvg(info.attribution, size, colours) : ''}</svg>`
  return renderSvg(svg, { hasText: isDrawn })
}

const NOTE_PIXELS = 10
/** Average width of Noto Sans letters, relative to the font size. */
const EM = 0.56

/** The map's attribution in the lower right corner; smaller in a small picture. */
function attributionSvg(text: string, { width, height }: Size, colours: MapColours): string {
  const pixels = Math.min(NOTE_PIXELS, width / (text.length * EM + 1))
  const long = text.length * EM * pixels + 6
  return `<rect x="${width - long}" y="${height - pixels - 6}" width="${long}" height="${pixels + 6}" fill="${colours.halo}" opacity="0.8"/>
    <text x="${width - 3}" y="${height - 4}" text-anchor="end" font-size="${pixels.toFixed(1)}" fill="${colours.placeName}">${escaped(text)}</text>`
}

const ROUTE = '#1864ab'
const ENDS = { a: '#2b8a3e', b: '#c92a2a' } as const
/** The letters as outlines in a box of 10 by 10, so that no font of the machine is needed. */
const LETTERS = {
  a: 'M0 10L4 0L6 0L10 10L7.9 10L7 7.5L3 7.5L2.1 10ZM3.7 5.7L6.3 5.7L5 2.1Z',
  b: 'M1 0L6 0Q9 0 9 2.6Q9 4.2 7.6 4.8Q9.4 5.3 9.4 7.3Q9.4 10 6.3 10L1 10ZM3 1.7L3 4.1L5.7 4.1Q7 4.1 7 2.9Q7 1.7 5.7 1.7ZM3 5.7L3 8.3L6 8.3Q7.3 8.3 7.3 7Q7.3 5.7 6 5.7Z',
} as const

function routeSvg(frame: Frame, { pickup, dest, way }: Picture): string {
  const a = onPicture(frame, pickup)
  if (dest === null) return marker('a', a)
  const b = onPicture(frame, dest)
  const points = (way ?? [pickup, dest]).map((point) => onPicture(frame, point))
  const line = `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`
  const dashes = way ? 'stroke-linejoin="round" stroke-linecap="round"' : 'stroke-dasharray="8 5"'
  const stroke = `<path fill="none" d="${line}" stroke="#ffffff" stroke-width="7" opacity="0.8"/><path fill="none" d="${line}" stroke="${ROUTE}" stroke-width="${way ? 4 : 3}" ${dashes}/>`
  return stroke + marker('b', b) + marker('a', a)
}

/** A drop-shaped marker whose tip is on the place. */
function marker(letter: 'a' | 'b', { x, y }: { x: number; y: number }): string {
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">
    <path d="M0 0C-4 -9 -13 -13 -13 -24A13 13 0 1 1 13 -24C13 -13 4 -9 0 0Z" fill="${ENDS[letter]}" stroke="#ffffff" stroke-width="2"/>
    <path transform="translate(-6 -30) scale(1.2)" fill="#ffffff" fill-rule="evenodd" d="${LETTERS[letter]}"/></g>`
}
