import { setPause } from '@dispecerat/contract/dispatch/driver'
import { previewSearch } from '@dispecerat/contract/dispatch/preview-search'
import { banUser } from '@dispecerat/contract/fleet/bans'
import { coarsePoint } from '@dispecerat/domain/kernel/geo'
import { expect, test } from 'vitest'
import { aCompany, aDriver, aUser, TOWN_SQUARE } from '../../testing/builders.ts'
import {
  createSearchFixture,
  northOfPickup,
  placeOrder,
  type SearchFixture,
  settle,
} from '../../testing/search-fixture.ts'

const RADIUS = { searchType: 'by_radius', searchSeconds: 6, searchLimit: 1000 } as const
const FAR = { ...RADIUS, searchLimit: 5000 }
/** Metres from the pickup of all tests. */
const EDGE_OF_ZONE = 2224
const places = [{ lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long }]

async function preview({ server, dispatcher }: SearchFixture, rest: object = {}) {
  return (await server.request(previewSearch, { body: { places, ...rest } }, dispatcher)).reply.data
}

test('an unsaved order shows its offers step by step, and why the other drivers get none', async () => {
  await using fixture = await createSearchFixture({ metres: [300, 200, 2000, 100], steps: [RADIUS, FAR] })
  const { server, drivers, dispatcher } = fixture
  const [far, near, further, banned] = drivers.map(({ indicativ }) => indicativ)
  const body = { unit: 'hour' as const, amount: 3, reason: 'Test' }
  await server.request(banUser, { params: { id: drivers[3]?.driverId ?? 0 }, body }, dispatcher)
  const until = '2026-03-01 21:00:00'
  await expect
    .poll(async () => (await preview(fixture)).steps[0], { timeout: 30_000 })
    .toMatchObject({
      drivers: [
        { indicativ: near, rank: 1, distance_m: 200 },
        { indicativ: far, rank: 2, distance_m: 300 },
      ],
      passed_over: [
        { indicativ: banned, reason: 'banned', until },
        { indicativ: further, reason: 'beyond_limit', until: null },
      ],
      passed_over_count: 2,
    })
  const { steps } = await preview(fixture)
  expect(steps[1]?.drivers.map(({ indicativ }) => indicativ)).toEqual([near, far, further])
})

test('the preview equals the offers made when the order is placed', async () => {
  await using fixture = await createSearchFixture({ metres: [300, 200, 900, 2000], steps: [RADIUS], priority: [2] })
  const { server, drivers } = fixture
  await server.request(setPause, { body: { is_paused: true } }, drivers[0]?.token)
  const { steps } = await preview(fixture)
  const promised = steps[0]?.drivers.map(({ driver_id }) => driver_id)
  const orderId = await fixture.place()
  await fixture.pass(3)
  expect((await fixture.offers(orderId)).map(({ driver_id }) => driver_id)).toEqual(promised)
  expect(promised).toEqual([drivers[2]?.driverId, drivers[1]?.driverId])
})

test('a driver whose phone rings for another order is shown with that reason', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [{ ...RADIUS, searchSeconds: 60 }] })
  await placeOrder(fixture.server, fixture.dispatcher)
  await settle(fixture.server)
  const { steps } = await preview(fixture)
  expect(steps[0]).toMatchObject({ drivers: [], passed_over: [{ reason: 'holds_another_offer' }] })
})

test('named drivers come first, and a scheduled order uses the rules of its time', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 4000], steps: [RADIUS] })
  const named = fixture.drivers[1]?.driverId
  const { steps, at } = await preview(fixture, { custom_driver_ids: [named], departure_time: '2026-03-01 20:00:00' })
  expect(at).toBe('2026-03-01 19:45:00')
  expect(steps[0]).toMatchObject({ params: { search_type: null }, drivers: [{ driver_id: named }] })
})

test('partners count only when they are selected and have accepted the partnership', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [RADIUS], hasJobs: false })
  const { server, companyId } = fixture
  const partner = await aCompany(server)
  const unknown = await aCompany(server)
  const agreed = { company_id: companyId, partner_company_id: partner.companyId, accepted_at: server.clock.now() }
  await server.db.insertInto('company_partners').values(agreed).execute()
  await aDriver(server, { companyId: partner.companyId, at: northOfPickup(50) })
  await aDriver(server, { companyId: unknown.companyId, at: northOfPickup(60) })
  await server.startJobs()

  const search_company_ids = [partner.companyId, unknown.companyId]
  const offered = async (rest: object) => {
    const [step] = (await preview(fixture, rest)).steps
    return [step?.drivers.map(({ driver_id }) => driver_id), step?.others.asked]
  }
  const ours = fixture.drivers[0]?.driverId
  expect(await offered({ search_company_ids })).toEqual([[ours], 1])
  expect(await offered({ search_company_ids, send_to_other_company: false })).toEqual([[ours], 0])
  expect(await offered({})).toEqual([[ours], 0])
})

test("previews from many pickups do not reveal where in a square of 500 m a partner's driver is", async () => {
  const byZone = { ...RADIUS, searchType: 'by_zone' } as const
  await using fixture = await createSearchFixture({ metres: [100], steps: [RADIUS, byZone], hasJobs: false })
  const { server, companyId } = fixture
  const partner = await aCompany(server)
  const agreed = { company_id: companyId, partner_company_id: partner.companyId, accepted_at: server.clock.now() }
  await server.db.insertInto('company_partners').values(agreed).execute()
  // The square crossed by the northern edge of the zone.
  const middle = coarsePoint(northOfPickup(EDGE_OF_ZONE))
  for (const metres of [-240, 240]) {
    const at = { lat: middle.lat + metres / 111_195, long: middle.long }
    await aDriver(server, { companyId: partner.companyId, at })
  }
  await server.startJobs()

  const counts = new Set<string>()
  for (let metres = 500; metres <= EDGE_OF_ZONE; metres += 100) {
    const [byRadius, inZone] = (
      await preview(fixture, {
        places: [northOfPickup(metres)],
        search_company_ids: [partner.companyId],
      })
    ).steps
    counts.add(`radius ${byRadius?.others.asked}`)
    // Drivers offered in the first step are excluded from the second.
    if (byRadius?.others.asked === 0) counts.add(`zone ${inZone?.others.asked}`)
  }
  expect([...counts].sort()).toEqual(['radius 0', 'radius 2', expect.stringMatching(/^zone [02]$/)])
})

test('without coordinates the preview is empty, and only dispatchers may request it', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [RADIUS] })
  const { server, companyId, dispatcher, drivers } = fixture
  expect((await server.request(previewSearch, { body: { places: [] } }, dispatcher)).status).toBe(422)
  const company = await server.logIn((await aUser(server, { roles: ['company'], companyIds: [companyId] })).email)
  for (const token of [company, drivers[0]?.token]) {
    expect((await server.request(previewSearch, { body: { places } }, token)).status).toBe(403)
  }
})
