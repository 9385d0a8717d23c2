import { DEFAULT_CENTRE } from '@dispecerat/domain/kernel/geo'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../testing/database/database-copy.ts'
import { aDatabase } from '../../testing/database/test-database.ts'
import { TestClock } from '../../testing/test-clock.ts'
import { loadSchematicCity } from '../map-import/schematic/schematic-city.ts'
import { embeddedGeocoder } from './embedded-geocoder.ts'
import { googleGeocoder } from './google-geocoder.ts'
import { guardedGeocoder } from './guarded-geocoder.ts'
import { photonGeocoder } from './photon-geocoder.ts'
import { anotherMachine, json, type Reply } from './testing/another-machine.ts'

const OPTIONS = { centre: DEFAULT_CENTRE, radiusMetres: 50_000, limit: 10, sessionToken: null }
const OURS = 'Strada Lungă, Brașov'
const THEIRS = {
  features: [
    {
      geometry: { coordinates: [25.59, 45.65] },
      properties: { osm_type: 'W', osm_id: 7, osm_key: 'highway', osm_value: 'primary', name: 'Strada Lor' },
    },
  ],
}
const HOSTILE: [what: string, reply: Reply][] = [
  ['hangs', () => undefined],
  ['fails', (_request, answer) => answer.writeHead(500).end('no')],
  ['refuses the key', (_request, answer) => answer.writeHead(403).end('{"error":{}}')],
  [
    'breaks off in the middle',
    (_request, answer) => answer.writeHead(200, { 'content-length': '900' }).end('{"features":['),
  ],
  ['answers half a JSON', (_request, answer) => answer.end('{"features":[{"geometry"')],
  ['answers HTML', (_request, answer) => answer.end('<!doctype html><title>Sign in</title>')],
  ['answers another JSON', json({ hello: 'world' })],
  ['answers null', json(null)],
  ['answers without end', (_request, answer) => answer.end(`{"features":["${'x'.repeat(700_000)}"]}`)],
  ['sends elsewhere', (_request, answer) => answer.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['drips', (_request, answer) => void answer.write('{')],
]

let database: TestDatabase
let there: Awaited<ReturnType<typeof anotherMachine>>
let clock: TestClock
let outcomes: string[]

beforeAll(async () => {
  database = await aDatabase()
  await loadSchematicCity(database.db, new Date('2026-03-01T08:00:00Z'))
})
afterAll(() => database.close())
beforeEach(async () => {
  clock = new TestClock('2026-03-01T10:00:00Z')
  outcomes = []
  there = await anotherMachine(json(THEIRS))
})
afterEach(() => there.close())

const watch = () => ({ clock, onOutcome: (outcome: string) => void outcomes.push(outcome), failed: () => undefined })
const photon = () => guardedGeocoder(photonGeocoder(there.url), embeddedGeocoder(database.db), watch())

describe('whatever the other machine does, typed addresses get results', () => {
  test.each(HOSTILE)('when it %s', async (_what, reply) => {
    const geocoder = photon()
    expect((await geocoder.suggest('lunga', OPTIONS))[0]?.name).toBe('Strada Lor')
    expect(geocoder.isWell()).toBe(true)
    there.answerWith(reply)
    there.isHurried()
    expect((await geocoder.suggest('lunga', OPTIONS))[0]?.name).toBe(OURS)
    expect(geocoder.isWell()).toBe(false)
    const door = (await embeddedGeocoder(database.db).suggest('lunga 13', OPTIONS))[0]
    expect(await geocoder.reverse({ lat: door?.lat ?? 0, long: door?.long ?? 0 })).toMatchObject({
      name: 'Strada Lungă 13, Brașov',
    })
  })
})

test('after three failures it is not requested for ten seconds, then tried once', async () => {
  const geocoder = photon()
  there.answerWith((_request, answer) => answer.writeHead(503).end())
  for (let i = 0; i < 5; i++) await geocoder.suggest('lunga', OPTIONS)
  expect(outcomes).toEqual(['failed', 'failed', 'failed', 'skipped', 'skipped'])
  expect(there.requests).toHaveLength(3)
  clock.pass(10)
  there.answerWith(json(THEIRS))
  expect((await geocoder.suggest('lunga', OPTIONS))[0]?.name).toBe('Strada Lor')
  expect(geocoder.isWell()).toBe(true)
})

test('ids of our own map are never requested elsewhere; ids of the other one wait for it', async () => {
  const geocoder = guardedGeocoder(googleGeocoder(there.url, 'k'), embeddedGeocoder(database.db), watch())
  const [ours] = await embeddedGeocoder(database.db).suggest('lunga 12', OPTIONS)
  expect(await geocoder.details(ours?.placeId ?? '', null)).toMatchObject({ name: ours?.name, lat: ours?.lat })
  expect(there.requests).toEqual([])
  there.answerWith((_request, answer) => answer.writeHead(500).end())
  await expect(geocoder.details('ChIJ-6QFsAUoOkcR', null)).rejects.toThrow()
})
