import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { aPatientRouter, aRouter } from '../../testing/map/a-router.ts'
import { TestClock } from '../../testing/test-clock.ts'
import { guardedRouter } from './guarded-router.ts'
import { osrmRouter } from './osrm-router.ts'
import type { Router } from './routing.ts'
import { writePolyline } from './testing/write-polyline.ts'
import { valhallaRouter } from './valhalla-router.ts'

const SQUARE = { lat: 45.642, long: 25.5887 }
const CORNER = { lat: 45.65, long: 25.6 }
const STATION = { lat: 45.6608, long: 25.613 }

const respondWith =
  (body: unknown, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const shape = writePolyline([STATION, CORNER, SQUARE])
const back = writePolyline([SQUARE, STATION])
const osrmRoute = {
  code: 'Ok',
  routes: [
    {
      geometry: writePolyline([STATION, CORNER, SQUARE, STATION]),
      legs: [
        { distance: 2900.4, duration: 401 },
        { distance: 2700, duration: 380 },
      ],
    },
  ],
}
const valhallaRoute = {
  trip: {
    status: 0,
    legs: [
      { shape, summary: { length: 2.9004, time: 401 } },
      { shape: back, summary: { length: 2.7, time: 380 } },
    ],
  },
}

test.each<[string, (url: string) => Router, unknown]>([
  ['OSRM', osrmRouter, osrmRoute],
  ['Valhalla', valhallaRouter, valhallaRoute],
])('%s returns the route over three places as one line with two legs', async (_, open, answer) => {
  await using there = await aPatientRouter(respondWith(answer))
  expect(await open(there.url).route([STATION, SQUARE, STATION])).toEqual({
    metres: 5600,
    seconds: 781,
    estimated: false,
    line: [STATION, CORNER, SQUARE, STATION],
    legs: [
      { metres: 2900, seconds: 401, estimated: false },
      { metres: 2700, seconds: 380, estimated: false },
    ],
  })
})

test('Valhalla is requested for all starts at once; only distances without a road are estimated', async () => {
  const matrix = { sources_to_targets: [[{ distance: 1.2344, time: 95 }], [{ distance: null, time: null }], [null]] }
  await using there = await aPatientRouter(respondWith(matrix))
  const answers = await valhallaRouter(`${there.url}/`).metres([STATION, SQUARE, SQUARE], SQUARE)
  expect(answers).toEqual([
    { metres: 1234, seconds: 95, estimated: false },
    { metres: 0, estimated: true },
    { metres: 0, estimated: true },
  ])
  expect(there.requestedUrls).toEqual(['/sources_to_targets'])
})

test('where OSRM finds no route the line is straight and an estimate', async () => {
  await using there = await aPatientRouter(respondWith({ code: 'NoRoute', message: 'x' }))
  const way = await osrmRouter(there.url).route([STATION, SQUARE])
  expect(way).toMatchObject({ estimated: true, line: [STATION, SQUARE] })
})

const halfAnAnswer: RequestListener = (_, response) => {
  response.write('{"code":"Ok","trip":{"legs":[')
  setTimeout(() => response.destroy(), 20).unref()
}
const tooMuch: RequestListener = (_, response) => response.end(`{"x":"${'x'.repeat(5 * 1024 * 1024)}"}`)
const elsewhere: RequestListener = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()

const HOSTILE: [string, RequestListener][] = [
  ['hangs', () => undefined],
  ['ends half way', halfAnAnswer],
  ['refuses', respondWith({ error: 'no' }, 400)],
  ['is no JSON', (_, response) => response.end('<html>')],
  ['says nothing', respondWith({})],
  ['answers with a list', respondWith([1, 2])],
  ['answers too much', tooMuch],
  ['sends somewhere else', elsewhere],
  [
    'draws no line',
    respondWith({
      code: 'Ok',
      routes: [{ ...osrmRoute.routes[0], geometry: '' }],
      trip: { status: 0, legs: [{ ...valhallaRoute.trip.legs[0], shape: '' }] },
    }),
  ],
  [
    'draws a line off the earth',
    respondWith({
      code: 'Ok',
      routes: [{ ...osrmRoute.routes[0], geometry: '~~~~~~~~' }],
      trip: { status: 0, legs: [{ ...valhallaRoute.trip.legs[0], shape: '~~~~~~~~' }] },
    }),
  ],
  ['answers for other places', respondWith({ ...osrmRoute, ...valhallaRoute, sources_to_targets: [] })],
  [
    'measures backwards',
    respondWith({
      code: 'Ok',
      routes: [{ geometry: shape, legs: [{ distance: -1, duration: 4 }] }],
      trip: { status: 0, legs: [{ shape, summary: { length: -1, time: 4 } }] },
      sources_to_targets: [[{ distance: -1 }]],
    }),
  ],
]

test.each(HOSTILE)(
  'a router that %s is not used: the line is straight, and the health check says degraded',
  async (_, answer) => {
    await using there = await aRouter(answer)
    for (const open of [osrmRouter, valhallaRouter]) {
      const router = guardedRouter(open(there.url), {
        clock: new TestClock('2026-03-01T20:00:00Z'),
        onOutcome: () => undefined,
        failed: () => undefined,
      })
      expect(await router.route([STATION, SQUARE])).toMatchObject({ estimated: true, line: [STATION, SQUARE] })
      expect(router.isWell()).toBe(false)
      expect(await router.metres([STATION], SQUARE)).toMatchObject([{ estimated: true }])
      expect(router.isWell()).toBe(false)
    }
  },
)
