import { expect, test } from 'vitest'
import { advanceWalk } from './advance-walk.ts'
import { routesToRequest } from './routes-to-request.ts'
import { aDriver, aSearchRequest, aStand, aStep, at, START, standId } from './testing/builders.ts'
import { type Scene, startWalk, type Walk, type WalkStep } from './walk.ts'

const walkOf = (steps: WalkStep[], skipEmptySteps = false): Walk =>
  startWalk({ orderId: aSearchRequest().orderId, walkNo: 1, steps, skipEmptySteps }, START)
const waiting = (id: number, stand: number) => aDriver(id, { standId: standId(stand), standSince: at(-60) })
const byStandRoad = (rules: Partial<WalkStep> = {}) =>
  aStep({ searchType: 'by_near_stand_with_route', searchLimit: 5000, ...rules })
const scene: Scene = {
  request: aSearchRequest({
    stands: [aStand(2, { metres: 300 }), aStand(1, { metres: 200 }), aStand(3, { metres: 5001 })],
  }),
  drivers: [waiting(1, 1), waiting(2, 2), waiting(3, 3), aDriver(4)],
}

test('a stand chosen by road: routes are requested for all stands within the straight-line limit, nearest first', () => {
  expect(routesToRequest(walkOf([byStandRoad()]), scene, START)).toEqual({ drivers: [], stands: [1, 2] })
})

test('ordered by road too: any stand may be the nearest, so both queues are routed at once', () => {
  const step = byStandRoad({ searchOrderBy: 'by_route_distance' })
  const wanted = routesToRequest(walkOf([step]), scene, START)
  expect([...wanted.drivers].sort()).toEqual([1, 2])
  expect(wanted.stands).toEqual([1, 2])
})

test("when a step is skipped because all are too far by road, the next step's drivers are in the same request", () => {
  const near = aStep({ searchType: 'by_route', searchLimit: 150 })
  const steps = [near, { ...near, searchLimit: 5000 }]
  const drivers = [aDriver(1, { metres: 100 }), aDriver(2, { metres: 1000 })]
  const begun = advanceWalk(walkOf(steps, true), { ...scene, drivers, routeMetres: () => 9000 }, START).walk
  expect(routesToRequest(begun, { ...scene, drivers }, at(1)).drivers).toEqual([1, 2])
})

test('a pinned list ordered by road requests routes when it is evaluated, not in between', () => {
  const list = aStep({
    searchType: 'by_route',
    searchLimit: 5000,
    notificationMethod: 'pending_pinned',
    searchSeconds: 1,
  })
  let walk = walkOf([list])
  walk = advanceWalk(walk, { ...scene, drivers: [] }, START).walk
  walk = advanceWalk(walk, { ...scene, drivers: [] }, at(1)).walk
  expect(walk.status).toBe('queued')
  expect(routesToRequest(walk, scene, at(4))).toEqual({ drivers: [], stands: [] })
  expect(routesToRequest(walk, scene, at(5)).drivers).toEqual([1, 2, 3, 4])
})

test('a walk that never uses roads requests no routes', () => {
  expect(routesToRequest(walkOf([aStep(), aStep({ searchType: 'by_near_stand' })]), scene, START)).toEqual({
    drivers: [],
    stands: [],
  })
})

test('of two stands at the same distance the lower id is chosen', () => {
  const copies: Scene = { ...scene, request: aSearchRequest({ stands: [aStand(2), aStand(1)] }) }
  for (const step of [byStandRoad(), aStep({ searchType: 'by_near_stand', searchLimit: 5000 })])
    expect(advanceWalk(walkOf([step]), copies, START).walk.round?.offers.map((offer) => offer.driverId)).toEqual([1])
})
