import { gunzipSync } from 'node:zlib'
import type { MapColours } from '../tiles/map-colours.ts'
import { readVectorTile, type TileLayer, type TileShape } from './vector-tile.ts'

/** The position of a tile on a picture, in pixels, and the zoom (tiles of 256 pixels) that decides the width of its lines. */
export interface TileView {
  left: number
  top: number
  tilePixels: number
  zoom: number
  width: number
  height: number
}

/** From the lowest to the highest. */
export const DRAWN = ['land', 'water', 'buildings', 'casing', 'roads'] as const
export type Drawn = (typeof DRAWN)[number]

export function readTile(packed: Buffer): TileLayer[] {
  return readVectorTile(gunzipSync(packed))
}

/** SVG of a tile's shapes, by drawing order. */
export function tileSvg(layers: readonly TileLayer[], view: TileView, colours: MapColours): Map<Drawn, string> {
  const found = new Map<Drawn, string>()
  for (const layer of layers) {
    const scale = view.tilePixels / layer.extent
    const at = `translate(${view.left.toFixed(2)} ${view.top.toFixed(2)}) scale(${scale})`
    const seen = { ...layer, shapes: layer.shapes.filter((shape) => isSeen(shape, view, scale)) }
    for (const [name, paths] of pathsOf(seen, view.zoom, colours, scale)) {
      found.set(name, `${found.get(name) ?? ''}<g transform="${at}">${paths}</g>`)
    }
  }
  return found
}

/** A tile drawn larger than the picture lies mostly outside of it. */
function isSeen({ lines }: TileShape, { left, top, width, height }: TileView, scale: number): boolean {
  const margin = 16 / scale
  const [west, north] = [-left / scale - margin, -top / scale - margin]
  const [east, south] = [west + width / scale + 2 * margin, north + height / scale + 2 * margin]
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const line of lines) {
    for (const [x, y] of line) {
      if (x < minX) minX = x
      if (x > maxX) maxX = x
      if (y < minY) minY = y
      if (y > maxY) maxY = y
    }
  }
  return maxX >= west && minX <= east && maxY >= north && minY <= south
}

function pathsOf(layer: TileLayer, zoom: number, colours: MapColours, scale: number): [Drawn, string][] {
  if (layer.name === 'land') return [['land', areas(layer, (kind) => landColour(kind, colours))]]
  if (layer.name === 'buildings') return zoom < 14 ? [] : [['buildings', areas(layer, () => colours.building)]]
  if (layer.name === 'water') {
    const river = (kind: string) => ({ colour: colours.water, width: kind === 'river' ? 2.4 : 1 })
    return [['water', areas(layer, () => colours.water) + strokes(layer, scale, river)]]
  }
  if (layer.name !== 'roads') return []
  const road = (isCasing: boolean) => (kind: string) => roadOf(kind, isCasing, zoom, colours)
  return [
    ['casing', strokes(layer, scale, road(true))],
    ['roads', strokes(layer, scale, road(false))],
  ]
}

function landColour(kind: string, c: MapColours): string | null {
  if (kind === 'public') return c.industrial
  return kind === 'residential' || kind === 'industrial' || kind === 'field' || kind === 'forest' || kind === 'park'
    ? c[kind]
    : null
}

function areas({ shapes }: TileLayer, colourOf: (kind: string) => string | null): string {
  return shapes
    .filter(({ type }) => type === 'area')
    .map(({ kind, lines }) => {
      const fill = colourOf(kind)
      return fill === null ? '' : `<path fill="${fill}" fill-rule="evenodd" d="${pathOf(lines)}"/>`
    })
    .join('')
}

interface Stroke {
  colour: string
  /** Pixels of the picture. */
  width: number
}

function strokes({ shapes }: TileLayer, scale: number, strokeOf: (kind: string) => Stroke | null): string {
  return shapes
    .filter(({ type }) => type === 'line')
    .map(({ kind, lines }) => {
      const stroke = strokeOf(kind)
      if (stroke === null) return ''
      return `<path fill="none" stroke="${stroke.colour}" stroke-width="${(stroke.width / scale).toFixed(1)}" d="${pathOf(lines)}"/>`
    })
    .join('')
}

const MAJOR = ['motorway', 'trunk', 'primary']
const MIDDLE = ['secondary', 'tertiary']

/** Widths of the map's style at zooms 12 and 16, interpolated exponentially. */
function roadOf(kind: string, isCasing: boolean, zoom: number, c: MapColours): Stroke | null {
  const grown = (at12: number, at16: number) => at12 * (at16 / at12) ** ((zoom - 12) / 4)
  const edge = isCasing ? 1.5 : 0
  const of = (colour: string, at12: number, at16: number, casing = c.casing): Stroke => ({
    colour: isCasing ? casing : colour,
    width: grown(at12, at16) + edge,
  })
  if (MAJOR.includes(kind)) return of(c.major, 2.4, 9, c.majorCasing)
  if (MIDDLE.includes(kind)) return of(c.middle, 1.6, 7)
  if (kind === 'minor') return zoom < 12.5 ? null : of(c.minor, 0.8, 5)
  if (isCasing) return null
  if (kind === 'rail') return { colour: c.rail, width: grown(1.2, 2.4) }
  return kind === 'service' && zoom > 14 ? { colour: c.minor, width: grown(0.5, 3) } : null
}

function pathOf(lines: TileShape['lines']): string {
  return lines.map((line) => `M${line.map(([x, y]) => `${x} ${y}`).join('L')}`).join('')
}
