import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fieldsOf } from '../../../testing/map/protobuf.ts'
import { MAP_LAYERS, type MapShape } from '../city-map.ts'
import { schematicCity } from '../schematic/schematic-city.ts'
import { clipShape } from './clip-shape.ts'
import { type CutTile, cutTiles } from './cut-tiles.ts'
import { TileStage } from './tile-stage.ts'

let folder: string

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'dispecerat-tiles-'))
})
afterAll(() => fs.rm(folder, { recursive: true }))

const nameOf = ({ z, x, y }: CutTile) => `${z}/${x}/${y}`

/** Name and number of features of each layer. */
function drawnOn({ tile }: CutTile): string[] {
  const layers = fieldsOf(gunzipSync(tile)).filter(({ number }) => number === 3)
  return layers.map(({ value }) => {
    const fields = fieldsOf(value as Buffer)
    const name = String(fields.find(({ number }) => number === 1)?.value)
    return `${name} ${fields.filter(({ number }) => number === 2).length}`
  })
}

test('cut square by square from the disk, the near tiles of a city equal those cut from memory', () => {
  const city = schematicCity()
  const stage = new TileStage(folder)
  for (const layer of MAP_LAYERS) for (const shape of city.shapes[layer]) stage.put(layer, shape)
  const staged = new Map([...stage.tiles(city.bounds)].map((tile) => [nameOf(tile), tile]))
  const whole = [...cutTiles(city.shapes, city.bounds)]
  const nearest = whole.filter(({ z }) => z === 14)
  expect(nearest.length).toBeGreaterThan(20)
  for (const tile of nearest) {
    const other = staged.get(nameOf(tile))
    expect(other && drawnOn(other), nameOf(tile)).toEqual(drawnOn(tile))
  }
  const names = (tiles: Iterable<CutTile>, z: number) => [...tiles].filter((t) => t.z === z).map(nameOf)
  for (let z = 8; z <= 14; z++) expect(names(staged.values(), z).sort(), `zoom ${z}`).toEqual(names(whole, z).sort())
})

const BOX = { west: 0, south: 0, east: 10, north: 10 }

test('a wood across the edge is cut at it, and its clearing too', () => {
  const wood: MapShape = {
    type: 'Feature',
    properties: { kind: 'forest' },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [-5, 2],
          [5, 2],
          [5, 8],
          [-5, 8],
          [-5, 2],
        ],
        [
          [-2, 4],
          [2, 4],
          [2, 6],
          [-2, 6],
          [-2, 4],
        ],
      ],
    },
  }
  expect(clipShape(wood, BOX)?.geometry).toEqual({
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [0, 2],
          [5, 2],
          [5, 8],
          [0, 8],
          [0, 2],
        ],
        [
          [0, 4],
          [2, 4],
          [2, 6],
          [0, 6],
          [0, 4],
        ],
      ],
    ],
  })
  expect(clipShape(wood, { ...BOX, west: 6 })).toBeNull()
})

test('a river that leaves and returns is two pieces', () => {
  const river: MapShape = {
    type: 'Feature',
    properties: { kind: 'river' },
    geometry: {
      type: 'LineString',
      coordinates: [
        [1, 1],
        [2, 2],
        [20, 2],
        [20, 8],
        [30, 8],
        [30, 5],
        [9, 9],
        [8, 8],
      ],
    },
  }
  expect(clipShape(river, BOX)?.geometry).toEqual({
    type: 'MultiLineString',
    coordinates: [
      [
        [1, 1],
        [2, 2],
        [20, 2],
      ],
      [
        [30, 5],
        [9, 9],
        [8, 8],
      ],
    ],
  })
})
