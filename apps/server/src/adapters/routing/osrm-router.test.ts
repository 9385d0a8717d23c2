import type { RequestListener } from 'node:http'
import { roadMetresGuess } from '@dispecerat/domain/kernel/geo'
import { expect, test } from 'vitest'
import { aPatientRouter, aRouter } from '../../testing/map/a-router.ts'
import { TestClock } from '../../testing/test-clock.ts'
import { guardedRouter, type RouterOutcome } from './guarded-router.ts'
import { osrmRouter } from './osrm-router.ts'

const SQUARE = { lat: 45.642, long: 25.5887 }
const STATION = { lat: 45.6608, long: 25.613 }

const respondWith =
  (body: string, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)

test('one request asks for the road from every start to the pickup, and pairs the results by place', async () => {
  await using osrm = await aPatientRouter(respondWith('{"code":"Ok","distances":[[1234.4],[null]]}'))
  const [first, second] = await osrmRouter(`${osrm.url}/`).metres([STATION, SQUARE], SQUARE)
  expect(first).toEqual({ metres: 1234, estimated: false })
  expect(second).toEqual({ metres: 0, estimated: true })
  expect(osrm.requestedUrls).toEqual([
    '/table/v1/driving/25.613000,45.660800;25.588700,45.642000;25.588700,45.642000?sources=0%3B1&destinations=2&annotations=duration%2Cdistance',
  ])
})

test('the driving time is returned where the router knows it', async () => {
  await using osrm = await aPatientRouter(
    respondWith('{"code":"Ok","distances":[[1000],[2000]],"durations":[[95.6],[null]]}'),
  )
  const answers = await osrmRouter(osrm.url).metres([STATION, SQUARE], SQUARE)
  expect(answers).toEqual([
    { metres: 1000, estimated: false, seconds: 96 },
    { metres: 2000, estimated: false },
  ])
})

test('no start means no request', async () => {
  expect(await osrmRouter('http://127.0.0.1:1').metres([], SQUARE)).toEqual([])
})

const elsewhere: RequestListener = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
const oneMoreByte: RequestListener = (_, response) =>
  response.end(`{"code":"Ok","distances":[[1]],"x":"${'x'.repeat(1024 * 1024)}"}`)
const drips: RequestListener = (_, response) => {
  response.write('{"code":"Ok",')
}

test.each<[string, RequestListener]>([
  ['hangs', () => undefined],
  ['begins and never ends', drips],
  ['refuses', respondWith('{"code":"InvalidQuery"}', 400)],
  ['is no JSON', respondWith('<html>')],
  ['says it failed', respondWith('{"code":"NoTable"}')],
  ['answers for another number of starts', respondWith('{"code":"Ok","distances":[[1],[2]]}')],
  ['measures backwards', respondWith('{"code":"Ok","distances":[[-5]]}')],
  ['measures in words', respondWith('{"code":"Ok","distances":[["far"]]}')],
  ['sends somewhere else', elsewhere],
  ['answers more than a megabyte', oneMoreByte],
])('a router that %s is not used: the distance is estimated', async (_, answer) => {
  await using osrm = await aRouter(answer)
  await expect(osrmRouter(osrm.url).metres([STATION], SQUARE)).rejects.toThrow()

  const outcomes: RouterOutcome[] = []
  const router = guardedRouter(osrmRouter(osrm.url), {
    clock: new TestClock('2026-03-01T20:00:00Z'),
    onOutcome: (o) => outcomes.push(o),
    failed: () => undefined,
  })
  const [guess] = await router.metres([STATION], SQUARE)
  expect(guess?.estimated).toBe(true)
  expect(guess?.metres).toBeGreaterThan(roadMetresGuess(2_500))
  expect(outcomes).toEqual(['failed'])
  expect(router.isWell()).toBe(false)
})

test('a router that fails three times rests for ten seconds; then one request tries it again', async () => {
  let isDown = true
  await using osrm = await aPatientRouter((request, response) => {
    const down = respondWith('', 503)
    const up = respondWith('{"code":"Ok","distances":[[100]]}')
    return (isDown ? down : up)(request, response)
  })
  const clock = new TestClock('2026-03-01T20:00:00Z')
  const outcomes: RouterOutcome[] = []
  const router = guardedRouter(osrmRouter(osrm.url), {
    clock,
    onOutcome: (o) => outcomes.push(o),
    failed: () => undefined,
  })
  const requestMetres = () => router.metres([STATION], SQUARE)
  for (let i = 0; i < 5; i++) await requestMetres()
  expect(outcomes).toEqual(['failed', 'failed', 'failed', 'skipped', 'skipped'])
  expect(osrm.requestedUrls).toHaveLength(3)

  clock.pass(10)
  await Promise.all([requestMetres(), requestMetres(), requestMetres()])
  expect(outcomes.slice(5).sort()).toEqual(['failed', 'skipped', 'skipped'])
  isDown = false
  clock.pass(10)
  expect(await requestMetres()).toEqual([{ metres: 100, estimated: false }])
  expect(router.isWell()).toBe(true)
})
