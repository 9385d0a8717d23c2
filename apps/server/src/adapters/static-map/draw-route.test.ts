import { expect, test } from 'vitest'
import { NO_TILES, type TileSource } from '../tiles/tiles.ts'
import { drawRoute, type Picture } from './draw-route.ts'
import { frameOf } from './frame.ts'

const A = { lat: 45.642, long: 25.5887 }
const B = { lat: 45.66, long: 25.6135 }
const PICTURE: Picture = { pickup: A, dest: B, way: null, size: { width: 320, height: 200 }, scheme: 'light' }
const draw = (over: Partial<Picture> = {}, tiles: TileSource = NO_TILES) => drawRoute(tiles, { ...PICTURE, ...over })

test('the route by road gives another picture than the straight line, and A alone another than both', async () => {
  const way = [A, { lat: 45.65, long: 25.589 }, { lat: 45.655, long: 25.61 }, B]
  const pictures = await Promise.all([draw(), draw({ way }), draw({ dest: null }), draw({ scheme: 'dark' })])
  expect(new Set(pictures.map((png) => png.toString('base64'))).size).toBe(pictures.length)
  for (const png of pictures) expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([320, 200])
})

test('a route with a detour is wholly inside the picture', () => {
  const round = { lat: 45.7, long: 25.5 }
  const straight = frameOf([A, B], PICTURE.size)
  expect(frameOf([A, B, round], PICTURE.size).zoom).toBeLessThan(straight.zoom)
})
