import { metresBetween, roadMetresGuess } from '@dispecerat/domain/kernel/geo'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../testing/database/database-copy.ts'
import { aDatabase } from '../../testing/database/test-database.ts'
import { loadCityMap } from '../map-import/load-city-map.ts'
import { loadSchematicCity, schematicCity } from '../map-import/schematic/schematic-city.ts'
import { embeddedRouter } from './embedded-router.ts'
import { RoadGraphBuilder } from './roads/road-graph-builder.ts'
import { RoadsOfTheMap } from './roads-of-the-map.ts'

const STATION = { lat: 45.6608, long: 25.613 }
const SQUARE = { lat: 45.642, long: 25.5887 }
const IN_THE_SEA = { lat: 43.5, long: 29.5 }
const AT = new Date('2026-03-01T08:00:00Z')
const TIMEOUT = { timeout: 15_000 }
const quiet = pino({ level: 'silent' })
/** With long timeouts, so that a busy machine does not turn answers into estimates. */
const patientRouter = () => embeddedRouter(roads, { distancesMs: 60_000, routeMs: 60_000 })

let database: TestDatabase
let roads: RoadsOfTheMap

beforeAll(async () => {
  database = await aDatabase()
  await loadSchematicCity(database.db, AT)
  roads = new RoadsOfTheMap(database.db, quiet)
  await roads.refresh()
})
afterAll(async () => {
  await roads.stop()
  await database.close()
})

test('a machine without any extract routes along the streets of the schematic city', async () => {
  const way = await patientRouter().route([STATION, SQUARE, STATION])
  const straight = metresBetween(STATION, SQUARE)
  expect(way.estimated).toBe(false)
  expect(way.legs).toHaveLength(2)
  expect(way.line.length).toBeGreaterThan(10)
  for (const leg of way.legs) {
    expect(leg.metres).toBeGreaterThan(straight - 300)
    expect(leg.metres).toBeLessThan(straight * 3)
    // Between walking and racing speed.
    expect(leg.metres / leg.seconds).toBeGreaterThan(4)
    expect(leg.metres / leg.seconds).toBeLessThan(30)
  }
})

test('the distances of many cars are those of their routes; only a car beside no road gets an estimate', async () => {
  const router = patientRouter()
  const [byRoad, atSea] = await router.metres([STATION, IN_THE_SEA], SQUARE)
  const way = await router.route([STATION, SQUARE])
  expect(byRoad).toEqual({ metres: way.metres, seconds: way.seconds, estimated: false })
  expect(atSea).toEqual({ metres: roadMetresGuess(metresBetween(IN_THE_SEA, SQUARE)), estimated: true })
  const partly = await router.route([STATION, SQUARE, IN_THE_SEA])
  expect(partly.legs.map(({ estimated }) => estimated)).toEqual([false, true])
  expect(partly.line.at(-1)).toEqual(IN_THE_SEA)
})

test('a thread that dies rejects its requests, and another one has the roads soon after', async () => {
  const router = patientRouter()
  const before = roads.line()
  const ended = before.end()
  const answers = Promise.allSettled([router.metres([STATION], SQUARE), router.route([STATION, SQUARE])])
  await ended
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(roads.areKnown).toBe(false)
  await expect(router.metres([STATION], SQUARE)).rejects.toThrow('there are no roads')
  await expect.poll(() => roads.areKnown, TIMEOUT).toBe(true)
  expect(roads.line()).not.toBe(before)
  expect(await router.metres([STATION], SQUARE)).toMatchObject([{ estimated: false }])
})

test('roads that cannot be read leave the old ones, and a new map replaces them without a pause', async () => {
  const { db } = database
  const city = schematicCity()
  await loadCityMap(db, { ...city, source: 'other' }, AT)
  await sql`update road_graph_parts set bytes = '\\x00'`.execute(db)
  await roads.refresh()
  expect(await patientRouter().metres([STATION], SQUARE)).toMatchObject([{ estimated: false }])

  const builder = new RoadGraphBuilder()
  const detour = [STATION, { lat: 45.68, long: 25.66 }, SQUARE]
  const refs = [1, 2, 3]
  builder.way({ id: 1, tags: { highway: 'residential' }, refs, pointRefs: refs, points: detour })
  await loadCityMap(db, { ...city, source: 'another', roads: builder.finish() }, AT)
  await roads.refresh()
  const [found] = await patientRouter().metres([STATION], SQUARE)
  expect(found?.metres).toBeGreaterThan(9000)
})

test('without any map there are no roads, and no thread is started', async () => {
  await using empty = await aDatabase()
  const none = new RoadsOfTheMap(empty.db, quiet)
  await none.refresh()
  expect(none.areKnown).toBe(false)
  expect(() => none.line()).toThrow()
  await none.stop()
})
