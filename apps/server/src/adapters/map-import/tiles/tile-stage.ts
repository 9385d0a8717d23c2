import path from 'node:path'
import type { Position } from 'geojson'
import { type Bounds, type MapLayer, type MapShape, noShapes } from '../city-map.ts'
import { packLine, unpackLine } from '../packed-line.ts'
import { BucketFiles } from './bucket-files.ts'
import { boxOf, clipShape } from './clip-shape.ts'
import { type CutTile, column, cutArea, fromZoom, row, TILE_ZOOMS } from './cut-tiles.ts'
import { generalised } from './generalised-shape.ts'

/**
 * Tiles are cut one square at a time. Near ones come from squares of some 14 km; far ones, which show whole regions,
 * from few squares with only big shapes without their details.
 */
const STAGES = [
  { square: TILE_ZOOMS.from, to: 10 },
  { square: 11, to: TILE_ZOOMS.to },
] as const
/** A tile is cut with a margin of a sixty-fourth of it; a little more is stored. */
const MARGIN = 1 / 40

interface ShapeRow {
  layer: MapLayer
  kind: string
  name?: string
  rank?: number
  form: MapShape['geometry']['type']
  parts: number[][][]
}

interface Square {
  z: number
  x: number
  y: number
}

/** Collects shapes on disk, by squares of the map, and cuts the tiles of one square after the other. */
export class TileStage {
  readonly #stages: { square: number; to: number; files: BucketFiles<ShapeRow> }[]

  constructor(folder: string) {
    this.#stages = STAGES.map(({ square, to }) => ({
      square,
      to,
      files: new BucketFiles(path.join(folder, String(square))),
    }))
  }

  put(layer: MapLayer, shape: MapShape): void {
    const from = fromZoom(layer, shape.properties.kind)
    for (const { square, to, files } of this.#stages) {
      if (from > to) continue
      const drawn = to < TILE_ZOOMS.to ? generalised(shape, to) : shape
      if (drawn) putIntoSquares(files, square, layer, drawn)
    }
  }

  /** Every tile inside the bounds; `seen` gets the share of squares that are cut. The stage is empty afterwards. */
  *tiles(bounds: Bounds, seen: (share: number) => void = () => {}): Generator<CutTile> {
    const squares = this.#stages.flatMap(({ square, to, files }) =>
      files.keys().map((key) => ({ square, to, files, key })),
    )
    for (const [done, { square, to, files, key }] of squares.entries()) {
      const [x = 0, y = 0] = key.split('-').map(Number)
      const shapes = noShapes()
      for (const shapeRow of files.rows(key)) shapes[shapeRow.layer].push(shapeOf(shapeRow))
      yield* cutArea(shapes, { z: square, x, y }, to, bounds)
      files.drop(key)
      seen((done + 1) / squares.length)
    }
  }
}

function putIntoSquares(files: BucketFiles<ShapeRow>, z: number, layer: MapLayer, shape: MapShape): void {
  const box = boxOf(shape)
  const margin = (MARGIN * 360) / 2 ** z
  const last = 2 ** z - 1
  const west = Math.max(0, column(box.west - margin, z))
  const east = Math.min(last, column(box.east + margin, z))
  const north = Math.max(0, row(Math.min(box.north + margin, MAX_LAT), z))
  const south = Math.min(last, row(Math.max(box.south - margin, -MAX_LAT), z))
  for (let x = west; x <= east; x++) {
    // A long river is cut into columns first, then every column into squares.
    const strip = west === east ? shape : clipShape(shape, boxOfSquares({ z, x, y: north }, south))
    if (!strip) continue
    for (let y = north; y <= south; y++) {
      const piece = north === south ? strip : clipShape(strip, boxOfSquares({ z, x, y }, y))
      if (piece) files.put(`${x}-${y}`, rowOf(layer, piece))
    }
  }
}

/** Latitude at which the Web Mercator map ends. */
const MAX_LAT = 85

/** The box of the squares from one down to a row, with its margin. */
function boxOfSquares({ z, x, y }: Square, lastRow: number): Bounds {
  const count = 2 ** z
  const longOf = (at: number) => (at / count) * 360 - 180
  const latOf = (at: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * at) / count))) * 180) / Math.PI
  return {
    west: longOf(x - MARGIN),
    east: longOf(x + 1 + MARGIN),
    north: latOf(y - MARGIN),
    south: latOf(lastRow + 1 + MARGIN),
  }
}

function rowOf(layer: MapLayer, { geometry, properties }: MapShape): ShapeRow {
  return { layer, ...properties, form: geometry.type, parts: partsOf(geometry).map((part) => part.map(pack)) }
}

/** Every geometry as a list of polygons, lines or points in one form. */
function partsOf(geometry: MapShape['geometry']): Position[][][] {
  if (geometry.type === 'Point') return [[[geometry.coordinates]]]
  if (geometry.type === 'LineString') return [[geometry.coordinates]]
  if (geometry.type === 'MultiPolygon') return geometry.coordinates
  return [geometry.coordinates]
}

function shapeOf({ form, parts, kind, name, rank }: ShapeRow): MapShape {
  const lines = parts.map((part) => part.map(unpack))
  // A property that is present but undefined makes the whole tile unreadable for the map library.
  const optional = { ...(name !== undefined && { name }), ...(rank !== undefined && { rank }) }
  return { type: 'Feature', properties: { kind, ...optional }, geometry: geometryOf(form, lines) }
}

function geometryOf(form: ShapeRow['form'], lines: Position[][][]): MapShape['geometry'] {
  const first = lines[0] ?? []
  if (form === 'Point') return { type: 'Point', coordinates: first[0]?.[0] ?? [] }
  if (form === 'LineString') return { type: 'LineString', coordinates: first[0] ?? [] }
  if (form === 'MultiPolygon') return { type: 'MultiPolygon', coordinates: lines }
  return { type: form, coordinates: first }
}

function pack(line: Position[]): number[] {
  return packLine(line.map(([long = 0, lat = 0]) => ({ lat, long })))
}

function unpack(packed: number[]): Position[] {
  return unpackLine(packed).map(({ lat, long }) => [long, lat])
}
