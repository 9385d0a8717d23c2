import { refuseOrder, reportPosition } from '@dispecerat/contract/dispatch/driver'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { expect, test } from 'vitest'
import { record } from '../../platform/db/event-log.ts'
import { createSearchFixture, northOfPickup, type Phone, type SearchFixture } from '../../testing/search-fixture.ts'

/** Creates a stand 100 m north of the pickup before the first search. */
async function withAStand(fixture: SearchFixture, radius = 200): Promise<void> {
  const { server, companyId } = fixture
  await server.db
    .insertInto('stands')
    .values({
      company_id: companyId,
      name: 'Piața',
      ...northOfPickup(100),
      radius_m: radius,
      created_at: server.clock.now(),
    })
    .execute()
  await server.startJobs()
}

async function reportAt({ server }: SearchFixture, { token }: Phone, at: Point): Promise<void> {
  await server.request(reportPosition, { body: at }, token)
}

const nth = (fixture: SearchFixture, index: number): Phone => {
  const phone = fixture.drivers[index]
  if (!phone) throw new Error(`no driver ${index}`)
  return phone
}

test('S15: the first driver in the stand’s queue gets the first offer although another is nearer; after a refusal the next one does', async () => {
  await using fixture = await createSearchFixture({
    metres: [2000, 2000, 2000],
    hasJobs: false,
    steps: [{ searchType: 'by_near_stand', searchLimit: 500, searchSeconds: 10, notificationMethod: 'by_rotation' }],
  })
  await withAStand(fixture, 100)
  const [near, far] = [nth(fixture, 0), nth(fixture, 1)]
  fixture.server.pass(5)
  await reportAt(fixture, far, northOfPickup(190))
  fixture.server.pass(5)
  await reportAt(fixture, near, northOfPickup(50))
  // Also near the pickup, but passing by: not inside for long enough.
  fixture.server.pass(12)
  await reportAt(fixture, nth(fixture, 2), northOfPickup(95))
  fixture.server.pass(10)

  const orderId = await fixture.place()
  expect(await fixture.offers(orderId)).toMatchObject([{ driver_id: far.driverId, rank: 1, fate: 'open' }])
  await fixture.server.request(refuseOrder, { params: { id: orderId }, body: {} }, far.token)
  await fixture.settle()
  expect(await fixture.offers(orderId)).toMatchObject([
    { driver_id: far.driverId, fate: 'refused' },
    { driver_id: near.driverId, rank: 2, fate: 'open' },
  ])
})

test('without a stand within the limit the stand step offers to no driver', async () => {
  await using fixture = await createSearchFixture({
    metres: [100],
    hasJobs: false,
    steps: [{ searchType: 'by_near_stand', searchLimit: 90, searchSeconds: 10 }],
  })
  await withAStand(fixture)
  await fixture.pass(30)
  expect(await fixture.offers(await fixture.place())).toEqual([])
})

test('the near-zone step offers to drivers of the neighbouring zone, not to those of the own and of a distant one', async () => {
  await using fixture = await createSearchFixture({
    metres: [100, 8000, 30_000],
    hasJobs: false,
    steps: [{ searchType: 'by_near_zone', searchLimit: 10, searchSeconds: 10 }],
  })
  const { server, companyId } = fixture
  const [own] = await server.db.selectFrom('polygons').select('paths').where('company_id', '=', companyId).execute()
  const ring = own?.paths as Point[]
  const top = Math.max(...ring.map(({ lat }) => lat))
  const band = (name: string, south: number, north: number) => ({
    company_id: companyId,
    name,
    paths: JSON.stringify([
      { lat: south, long: 25.3 },
      { lat: south, long: 25.9 },
      { lat: north, long: 25.9 },
      { lat: north, long: 25.3 },
    ]),
    area_m2: 1e8,
    created_at: server.clock.now(),
  })
  const far = northOfPickup(25_000).lat
  await server.db
    .insertInto('polygons')
    .values([band('Alături', top + 0.001, far), band('Departe', far + 0.01, far + 0.2)])
    .execute()
  await server.startJobs()
  const orderId = await fixture.place()
  expect((await fixture.offers(orderId)).map((offer) => offer.driver_id)).toEqual([nth(fixture, 1).driverId])
})

test('a simulated driver gets offers only where the company lets simulated drivers take real orders', async () => {
  await using fixture = await createSearchFixture({
    metres: [100],
    hasJobs: false,
    steps: [{ searchType: 'by_radius', searchLimit: 500, searchSeconds: 60 }],
  })
  const { server, companyId } = fixture
  const { driverId } = nth(fixture, 0)
  await server.db.updateTable('users').set({ is_simulated: true }).where('id', '=', driverId).execute()
  await server.startJobs()
  expect(await fixture.offers(await fixture.place())).toEqual([])

  await server.db
    .updateTable('company_settings')
    .set({ simulate_in_production: true })
    .where('company_id', '=', companyId)
    .execute()
  await server.db
    .transaction()
    .execute((tx) =>
      record(
        tx,
        [{ event: 'company_settings_changed', toCompanies: [companyId], data: { company_id: companyId } }],
        server.clock.now(),
      ),
    )
  server.committed()
  await expect
    .poll(
      async () => {
        await fixture.pass(1)
        const offers = await server.db.selectFrom('search_offers').select('driver_id').execute()
        return offers.map((offer) => offer.driver_id)
      },
      { timeout: 30_000 },
    )
    .toEqual([driverId])
})
