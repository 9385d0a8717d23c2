import type { TileLayer, TileShape } from '../static-map/vector-tile.ts'
import type { MapColours } from './map-colours.ts'

/** A label on a picture: its middle in pixels, its slope in degrees. */
export interface Word {
  text: string
  x: number
  y: number
  slope: number
  pixels: number
  colour: string
  isBold: boolean
}

/** Transformation of a vector tile's layers to a tile of `size` pixels: pixels of a place = place × scale + shift. */
export interface LabelView {
  zoom: number
  size: number
  scale: number
  left: number
  top: number
}

interface Kind {
  layer: string
  kinds: readonly string[]
  from: number
  pixels: number
  colour: keyof MapColours
  isBold?: boolean
}

/** Labels in order of priority; zooms and sizes as in the map's style. */
const KINDS: readonly Kind[] = [
  { layer: 'places', kinds: ['city'], from: 8, pixels: 17, colour: 'placeName', isBold: true },
  { layer: 'places', kinds: ['town', 'village'], from: 9, pixels: 13, colour: 'placeName' },
  { layer: 'places', kinds: ['suburb'], from: 11, pixels: 13, colour: 'suburbName', isBold: true },
  { layer: 'places', kinds: ['peak'], from: 11, pixels: 12, colour: 'peakName' },
  { layer: 'places', kinds: ['station'], from: 13, pixels: 12, colour: 'landmarkName', isBold: true },
  { layer: 'roads', kinds: ['trunk', 'primary', 'secondary', 'tertiary'], from: 13, pixels: 11, colour: 'roadName' },
  { layer: 'places', kinds: ['landmark', 'neighbourhood'], from: 14, pixels: 11, colour: 'landmarkName' },
  { layer: 'roads', kinds: ['minor', 'service', 'path'], from: 15, pixels: 11, colour: 'roadName' },
  { layer: 'water', kinds: ['river'], from: 13, pixels: 11, colour: 'waterName' },
  { layer: 'addresses', kinds: ['address'], from: 17, pixels: 10, colour: 'number' },
]
const EM = { plain: 0.56, bold: 0.62 }
const EDGE = 3
/** Minimum distance between two labels of the same name. */
const MIN_REPEAT_DISTANCE_PX = 240
const STRAIGHT = 0.97

/** The labels of one tile: each wholly inside it, so that no neighbour has to draw its other half, and none over another. */
export function placeWords(layers: readonly TileLayer[], view: LabelView, colours: MapColours): Word[] {
  const space = new LabelSpace()
  const words: Word[] = []
  for (const kind of KINDS) {
    if (view.zoom < kind.from) continue
    const shapes = layers
      .filter(({ name }) => name === kind.layer)
      .flatMap((layer) => layer.shapes)
      .filter((shape) => shape.name !== '' && kind.kinds.includes(shape.kind))
    for (const word of [...atPoints(shapes, kind, view), ...alongLines(shapes, kind, view)]) {
      const made = { ...word, pixels: kind.pixels, colour: colours[kind.colour], isBold: kind.isBold ?? false }
      if (space.take(made)) words.push(made)
    }
  }
  return words
}

type Placed = Pick<Word, 'text' | 'x' | 'y' | 'slope'>
type Pixel = readonly [x: number, y: number]

export function wordWidth({ text, pixels, isBold }: Pick<Word, 'text' | 'pixels' | 'isBold'>): number {
  return text.length * pixels * (isBold ? EM.bold : EM.plain)
}

/** A name belongs to the tile that contains its point, and is moved until it fits. */
function* atPoints(shapes: readonly TileShape[], { pixels, isBold = false }: Kind, view: LabelView): Generator<Placed> {
  for (const { name: text, type, lines } of shapes) {
    const at = lines[0]?.[0]
    if (type !== 'point' || !at) continue
    const [x, y] = onTile(at, view)
    if (x < 0 || y < 0 || x >= view.size || y >= view.size) continue
    const half = wordWidth({ text, pixels, isBold }) / 2 + EDGE
    if (half * 2 > view.size) continue
    const inside = (value: number, margin: number) => Math.max(margin, Math.min(view.size - margin, value))
    yield { text, x: inside(x, half), y: inside(y, pixels), slope: 0 }
  }
}

function* alongLines(shapes: readonly TileShape[], kind: Kind, view: LabelView): Generator<Placed> {
  const byName = new Map<string, Pixel[][]>()
  for (const { name, type, lines } of shapes) {
    if (type !== 'line') continue
    const drawn = lines.map((line) => line.map((point) => onTile(point, view)))
    byName.set(name, [...(byName.get(name) ?? []), ...drawn])
  }
  for (const [text, lines] of byName) {
    const width = wordWidth({ text, pixels: kind.pixels, isBold: kind.isBold ?? false })
    for (const line of joined(lines)) {
      for (const share of [0.5, 0.25, 0.75]) {
        const placed = onLine(line, share, width, view.size)
        if (placed) yield { text, ...placed }
      }
    }
  }
}

function onTile([x, y]: Pixel, { scale, left, top }: LabelView): Pixel {
  return [x * scale + left, y * scale + top]
}

/** Joins pieces of a street that meet end to begin into lines. */
function joined(lines: readonly Pixel[][]): Pixel[][] {
  const left = lines.map((line) => [...line])
  const same = (a?: Pixel, b?: Pixel) => a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1]
  const made: Pixel[][] = []
  for (let line = left.pop(); line; line = left.pop()) {
    for (let isGrowing = true; isGrowing; ) {
      isGrowing = false
      for (const [index, other] of left.entries()) {
        const begin = line[0]
        const end = line.at(-1)
        const meets =
          same(end, other[0]) || same(end, other.at(-1)) || same(begin, other.at(-1)) || same(begin, other[0])
        if (!meets) continue
        left.splice(index, 1)
        if (same(end, other[0])) line = [...line, ...other.slice(1)]
        else if (same(end, other.at(-1))) line = [...line, ...other.toReversed().slice(1)]
        else if (same(begin, other.at(-1))) line = [...other, ...line.slice(1)]
        else line = [...other.toReversed(), ...line.slice(1)]
        isGrowing = true
        break
      }
    }
    made.push(line)
  }
  return made
}

/** The middle and slope of a nearly straight stretch as long as the label, around that share of the line; null where there is none. */
function onLine(line: readonly Pixel[], share: number, width: number, size: number): Omit<Placed, 'text'> | null {
  const lengths = line.slice(1).map(([x, y], i) => Math.hypot(x - (line[i]?.[0] ?? x), y - (line[i]?.[1] ?? y)))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  if (total < width + 2 * EDGE) return null
  const middle = Math.max(width / 2, Math.min(total - width / 2, total * share))
  const from = pointAt(line, lengths, middle - width / 2)
  const to = pointAt(line, lengths, middle + width / 2)
  const centre = pointAt(line, lengths, middle)
  const inside = ([x, y]: Pixel) => x > EDGE * 2 && y > EDGE * 2 && x < size - EDGE * 2 && y < size - EDGE * 2
  if (!inside(from) || !inside(to) || Math.hypot(to[0] - from[0], to[1] - from[1]) < width * STRAIGHT) return null
  const slope = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI
  const upright = slope > 90 ? slope - 180 : slope <= -90 ? slope + 180 : slope
  return { x: centre[0], y: centre[1], slope: upright }
}

function pointAt(line: readonly Pixel[], lengths: readonly number[], distance: number): Pixel {
  let rest = distance
  for (const [i, length] of lengths.entries()) {
    const [from, to] = [line[i], line[i + 1]]
    if (!from || !to) break
    if (rest <= length && length > 0) {
      const part = rest / length
      return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
    }
    rest -= length
  }
  return line.at(-1) ?? [0, 0]
}

/** Labels as chains of discs: of two that overlap only the first is placed. */
class LabelSpace {
  readonly #discs: { x: number; y: number; radius: number }[] = []
  readonly #named = new Map<string, Pixel[]>()

  take(word: Word): boolean {
    const before = this.#named.get(word.text) ?? []
    if (word.slope !== 0 && before.some(([x, y]) => Math.hypot(x - word.x, y - word.y) < MIN_REPEAT_DISTANCE_PX))
      return false
    const discs = discsOf(word)
    const isFree = discs.every((disc) =>
      this.#discs.every((other) => Math.hypot(disc.x - other.x, disc.y - other.y) > disc.radius + other.radius),
    )
    if (!isFree) return false
    this.#discs.push(...discs)
    this.#named.set(word.text, [...before, [word.x, word.y]])
    return true
  }
}

function discsOf(word: Word): { x: number; y: number; radius: number }[] {
  const radius = word.pixels * 0.65
  const width = wordWidth(word)
  const count = Math.max(1, Math.ceil(width / (radius * 1.5)))
  const along = [Math.cos((word.slope * Math.PI) / 180), Math.sin((word.slope * Math.PI) / 180)] as const
  return Array.from({ length: count }, (_none, i) => {
    const step = ((i + 0.5) / count - 0.5) * width
    return { x: word.x + along[0] * step, y: word.y + along[1] * step, radius }
  })
}
