import { describe, expect, test } from 'vitest'
import type { TileLayer, TileShape } from '../static-map/vector-tile.ts'
import { MAP_COLOURS } from './map-colours.ts'
import { placeWords, wordWidth } from './tile-labels.ts'

const VIEW = { zoom: 15, size: 512, scale: 1, left: 0, top: 0 }
const layer = (name: string, ...shapes: TileShape[]): TileLayer => ({ name, extent: 512, shapes })
const street = (name: string, ...line: [number, number][]): TileShape => ({
  kind: 'minor',
  name,
  type: 'line',
  lines: [line],
})
const place = (kind: string, name: string, at: [number, number]): TileShape => ({
  kind,
  name,
  type: 'point',
  lines: [[at]],
})
const words = (layers: TileLayer[], zoom = 15) => placeWords(layers, { ...VIEW, zoom }, MAP_COLOURS.light)

describe('labels on a map picture', () => {
  test("a street's name follows the street, never upside down", () => {
    const [east, west] = [
      words([layer('roads', street('Strada Lungă', [50, 200], [450, 260]))]),
      words([layer('roads', street('Strada Lungă', [450, 260], [50, 200]))]),
    ]
    expect(east[0]).toMatchObject({ text: 'Strada Lungă' })
    expect(east[0]?.slope).toBeCloseTo(8.5, 0)
    expect(west[0]?.slope).toBeCloseTo(8.5, 0)
  })

  test('connected pieces of a street have one name together', () => {
    const pieces = [
      street('Bulevardul Eroilor', [40, 100], [110, 100]),
      street('Bulevardul Eroilor', [180, 100], [110, 100]),
    ]
    expect(words([layer('roads', ...pieces)]).map(({ text }) => text)).toEqual(['Bulevardul Eroilor'])
    expect(words([layer('roads', ...pieces.slice(0, 1))])).toEqual([])
  })

  test('a street too short or too crooked for its name has none', () => {
    expect(words([layer('roads', street('Strada Apollonia Hirscher', [100, 100], [140, 100]))])).toEqual([])
    const zigzag = Array.from({ length: 12 }, (_none, i): [number, number] => [100 + i * 12, i % 2 ? 100 : 140])
    expect(words([layer('roads', street('Strada Sforii', ...zigzag))])).toEqual([])
  })

  test('a name is wholly inside its tile, so that no neighbour has to draw its other half', () => {
    const [word] = words([layer('places', place('suburb', 'Bartolomeu Nord', [508, 2]))])
    if (!word) throw new Error('no word')
    expect(word.x + wordWidth(word) / 2).toBeLessThanOrEqual(512)
    expect(word.y - word.pixels / 2).toBeGreaterThanOrEqual(0)
    expect(words([layer('places', place('suburb', 'Al vecinului', [515, 100]))])).toEqual([])
  })

  test('of two overlapping names the more important is drawn; far away only towns and quarters have names', () => {
    const both = [
      layer('places', place('landmark', 'Casa Sfatului', [250, 250]), place('suburb', 'Centrul Vechi', [255, 252])),
    ]
    expect(words(both).map(({ text }) => text)).toEqual(['Centrul Vechi'])
    const far = [layer('places', place('landmark', 'Gara', [100, 100]), place('city', 'Brașov', [300, 300]))]
    expect(words(far, 9).map(({ text }) => text)).toEqual(['Brașov'])
  })
})
