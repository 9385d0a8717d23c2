import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDriver, TOWN_SQUARE } from '../../testing/builders.ts'
import { learnTimesOfNight } from './learn-times.ts'
import { insertPastTrips, insertZone, type PastTrips } from './testing/past-trips.store.ts'

/** 04:00 in Bucharest, after the hour of the job. */
const NIGHT = '2026-03-10T02:00:00Z'
const EIGHT_OCLOCK = new Date('2026-03-10T06:05:00Z')
const OUTSIDE = { lat: TOWN_SQUARE.lat + 0.1, long: TOWN_SQUARE.long }

let server: TestServer
let companyId: CompanyId
let driverId: DriverId
beforeAll(async () => {
  server = await aServer({ at: NIGHT })
})
beforeEach(async () => {
  server.clock.set(NIGHT)
  ;({ companyId } = await aCompany(server))
  ;({ driverId } = await aDriver(server, { companyId }))
})
afterAll(() => server.stop())

const trips = (input: Partial<PastTrips>) =>
  insertPastTrips(server, { companyId, driverId, before: EIGHT_OCLOCK, count: 25, minutes: 18, ...input })

const learned = () =>
  server.db
    .selectFrom('learned_times')
    .select(['zone_id', 'hour', 'minutes', 'orders', 'unserved'])
    .where('company_id', '=', companyId)
    .orderBy('hour')
    .orderBy('zone_id')
    .execute()

test('each zone and hour is learned, and the company as a whole, by the time of the arrival', async () => {
  const zoneId = await insertZone(server, companyId, TOWN_SQUARE)
  await trips({ minutes: 9 })
  await trips({ minutes: 30, pickup: OUTSIDE })
  await trips({ minutes: 60, withoutArrival: true })
  await learnTimesOfNight(server)
  expect(await learned()).toEqual([
    { zone_id: zoneId, hour: 8, minutes: 9, orders: 25, unserved: 0 },
    { zone_id: null, hour: 8, minutes: 30, orders: 50, unserved: 0 },
    { zone_id: zoneId, hour: 9, minutes: 62, orders: 25, unserved: 0 },
    { zone_id: null, hour: 9, minutes: 62, orders: 25, unserved: 0 },
  ])
})

test('orders that found nobody are counted at the hour of their search', async () => {
  await trips({ count: 30 })
  await trips({ count: 10, minutes: null })
  await learnTimesOfNight(server)
  expect(await learned()).toEqual([{ zone_id: null, hour: 8, minutes: 18, orders: 40, unserved: 10 }])
})

describe('nothing is learned from', () => {
  const table: [string, Partial<PastTrips>][] = [
    ['fewer than twenty orders', { count: 19 }],
    ['scheduled orders, whose drivers come for the departure', { ahead: 2 }],
    ['orders that a dispatcher assigned', { manuallyAssigned: true }],
    ['orders whose first car did not come', { isReplaced: true }],
    ['test orders', { isTest: true }],
    ['orders of more than four weeks ago', { before: new Date(EIGHT_OCLOCK.getTime() - 28 * 24 * 3_600_000) }],
  ]
  test.each(table)('%s', async (_name, input) => {
    await trips(input)
    expect(await learnTimesOfNight(server)).toBeGreaterThan(0)
    expect(await learned()).toEqual([])
  })
})

test('a company learns from its own orders only', async () => {
  const other = await aCompany(server)
  await trips({ companyId: other.companyId })
  await learnTimesOfNight(server)
  expect(await learned()).toEqual([])
})

test('a night is learned once, by whichever node comes first, and the next night replaces its times', async () => {
  await trips({})
  server.clock.set('2026-03-10T01:29:59Z')
  expect(await learnTimesOfNight(server)).toBe(0)
  server.clock.set('2026-03-10T01:30:00Z')
  await using other = await aServer({ besides: server })
  const nodes = await Promise.all([server, other, server, other].map((node) => learnTimesOfNight(node)))
  expect(nodes.reduce((sum, one) => sum + one, 0)).toBe(1)
  expect(await learnTimesOfNight(server)).toBe(0)

  await server.db.deleteFrom('order_history').where('type', '=', 'arrived').execute()
  server.clock.set('2026-03-11T02:00:00Z')
  expect(await learnTimesOfNight(server)).toBeGreaterThan(0)
  expect(await learned()).toEqual([{ zone_id: null, hour: 8, minutes: 20, orders: 25, unserved: 0 }])
})

test('a doubted arrival says nothing: the start of the trip counts', async () => {
  await trips({})
  const doubted = JSON.stringify({ arrival_doubt: 'far', metres: 60_000 })
  await server.db.updateTable('order_history').set({ data: doubted }).where('type', '=', 'arrived').execute()
  await learnTimesOfNight(server)
  expect(await learned()).toEqual([{ zone_id: null, hour: 8, minutes: 20, orders: 25, unserved: 0 }])
})

test('a deleted zone takes its times along', async () => {
  const zoneId = await insertZone(server, companyId, TOWN_SQUARE)
  await trips({})
  await learnTimesOfNight(server)
  await server.db.deleteFrom('polygons').where('id', '=', zoneId).execute()
  expect(await learned()).toEqual([{ zone_id: null, hour: 8, minutes: 18, orders: 25, unserved: 0 }])
})
