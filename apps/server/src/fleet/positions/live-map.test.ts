import { readLiveMap, readLivePositions } from '@dispecerat/contract/fleet/live-map'
import { DEFAULT_CENTRE } from '@dispecerat/domain/kernel/geo'
import { expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aCompany, aDriver, TOWN_SQUARE } from '../../testing/builders.ts'

/** Two companies with two cars each; the first is public. */
async function aTown(env: Record<string, string> = {}) {
  const server = await aServer({ env })
  const { companyId: open } = await aCompany(server)
  const { companyId: shy } = await aCompany(server)
  await server.db
    .insertInto('company_settings')
    .values({ company_id: open, public_live: true })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ public_live: true }))
    .execute()
  const north = { ...TOWN_SQUARE, lat: TOWN_SQUARE.lat + 0.001_234_5 }
  for (const companyId of [open, shy]) for (const at of [north, TOWN_SQUARE]) await aDriver(server, { companyId, at })
  await server.startJobs()
  return { server, open, shy, [Symbol.asyncDispose]: () => server.stop() }
}

test('the public map shows the cars of a public company to ten metres, without any sign of whose they are', async () => {
  await using town = await aTown()
  const cars = [
    { lat: 45.6423, long: 25.5889, is_busy: false },
    { lat: 45.6435, long: 25.5889, is_busy: false },
  ]
  const seen = await town.server.request(readLivePositions, {})
  expect(seen.reply).toEqual(cars)
  const own = await town.server.request(readLivePositions, { query: { company: String(town.open) } })
  expect(own.reply).toEqual(cars)
})

test('a company that is not public has no cars, like one that does not exist', async () => {
  await using town = await aTown()
  for (const company of [town.shy, 999_999]) {
    const seen = await town.server.request(readLivePositions, { query: { company: String(company) } })
    expect(seen.reply).toEqual([])
  }
})

test('outdated positions are not shown, and one address may send thirty requests a minute', async () => {
  await using town = await aTown()
  town.server.pass(130)
  expect((await town.server.request(readLivePositions, {})).reply).toEqual([])
  const statuses: number[] = []
  for (let n = 0; n < 31; n += 1) statuses.push((await town.server.request(readLivePositions, {})).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
})

test('the public reply has three keys and no other, whoever drives', async () => {
  await using town = await aTown()
  const answer = await town.server.inject({ method: 'GET', url: '/api/live/positions' })
  const cars = answer.json<Record<string, unknown>[]>()
  expect(cars).toHaveLength(2)
  for (const car of cars) expect(Object.keys(car).sort()).toEqual(['is_busy', 'lat', 'long'])
  for (const { lat, long } of cars as { lat: number; long: number }[])
    for (const degrees of [lat, long]) expect(String(degrees)).toMatch(/^\d{2}(\.\d{1,4})?$/)
})

test('paused and banned drivers are not shown; busy ones are', async () => {
  await using town = await aTown()
  const { server, open } = town
  await aDriver(server, { companyId: open, at: TOWN_SQUARE, isPaused: true })
  const banned = await aDriver(server, { companyId: open, at: TOWN_SQUARE })
  await server.db
    .updateTable('users')
    .set({ ban_until: new Date(server.clock.now().getTime() + 3_600_000) })
    .where('id', '=', banned.driverId)
    .execute()
  const busy = await aDriver(server, { companyId: open, at: { lat: 45.7, long: 25.6 } })
  await server.db.updateTable('driver_status').set({ is_busy: true }).where('driver_id', '=', busy.driverId).execute()
  await using again = await aServer({ besides: server })
  await again.startJobs()
  expect((await again.request(readLivePositions, {})).reply.map(({ is_busy }) => is_busy)).toEqual([false, false, true])
})

test('the public map starts at the requested company, otherwise at the configured place, otherwise at the default', async () => {
  await using town = await aTown({ MAP_CENTER: '47.15,27.59' })
  const readMap = async (company?: number) =>
    (await town.server.request(readLiveMap, { query: company === undefined ? {} : { company: String(company) } })).reply
  expect(await readMap()).toEqual({ lat: 47.15, long: 27.59, zoom: 13, is_shown: true })
  expect(await readMap(town.open)).toEqual({ ...TOWN_SQUARE, zoom: 13, is_shown: true })
  for (const company of [town.shy, 999_999])
    expect(await readMap(company)).toEqual({ lat: 47.15, long: 27.59, zoom: 13, is_shown: false })
  await using plain = await aServer()
  expect((await plain.request(readLiveMap, {})).reply).toEqual({ ...DEFAULT_CENTRE, zoom: 13, is_shown: false })
})
