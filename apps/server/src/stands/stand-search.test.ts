import { refuseOrder, reportPosition } from '@dispecerat/contract/driver'
import type { Point } from '@dispecerat/domain/geo'
import { expect, test } from 'vitest'
import { record } from '../db/event-log.ts'
import { aSearchRoom, northOfPickup, type Phone, type SearchRoom } from '../testing/a-search-room.ts'

/** Opens a stand 100 m north of the pickup, before anybody looks. */
async function withAStand(room: SearchRoom, radius = 200): Promise<void> {
  const { server, companyId } = room
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

async function says({ server }: SearchRoom, { token }: Phone, at: Point): Promise<void> {
  await server.request(reportPosition, { body: at }, token)
}

const nth = (room: SearchRoom, index: number): Phone => {
  const phone = room.drivers[index]
  if (!phone) throw new Error(`no driver ${index}`)
  return phone
}

test('S15: whoever came first to the stand is asked first though he is farther; when he says no, the next', async () => {
  await using room = await aSearchRoom({
    metres: [2000, 2000, 2000],
    hasJobs: false,
    steps: [{ searchType: 'by_near_stand', searchLimit: 500, searchSeconds: 10, notificationMethod: 'by_rotation' }],
  })
  await withAStand(room, 100)
  const [near, far] = [nth(room, 0), nth(room, 1)]
  room.server.pass(5)
  await says(room, far, northOfPickup(190))
  room.server.pass(5)
  await says(room, near, northOfPickup(50))
  // Near the pickup as well, and a passer-by: not long enough inside.
  room.server.pass(12)
  await says(room, nth(room, 2), northOfPickup(95))
  room.server.pass(10)

  const orderId = await room.place()
  expect(await room.offers(orderId)).toMatchObject([{ driver_id: far.driverId, rank: 1, fate: 'open' }])
  await room.server.request(refuseOrder, { params: { id: orderId }, body: {} }, far.token)
  await room.settle()
  expect(await room.offers(orderId)).toMatchObject([
    { driver_id: far.driverId, fate: 'refused' },
    { driver_id: near.driverId, rank: 2, fate: 'open' },
  ])
})

test('without a stand within the limit nobody is asked by the stand', async () => {
  await using room = await aSearchRoom({
    metres: [100],
    hasJobs: false,
    steps: [{ searchType: 'by_near_stand', searchLimit: 90, searchSeconds: 10 }],
  })
  await withAStand(room)
  await room.pass(30)
  expect(await room.offers(await room.place())).toEqual([])
})

test('drivers of the zone next door are asked by near zone, those of the own and of a far one are not', async () => {
  await using room = await aSearchRoom({
    metres: [100, 8000, 30_000],
    hasJobs: false,
    steps: [{ searchType: 'by_near_zone', searchLimit: 10, searchSeconds: 10 }],
  })
  const { server, companyId } = room
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
  const orderId = await room.place()
  expect((await room.offers(orderId)).map((offer) => offer.driver_id)).toEqual([nth(room, 1).driverId])
})

test('a simulated driver is asked only where the company lets simulated drivers take real orders', async () => {
  await using room = await aSearchRoom({
    metres: [100],
    hasJobs: false,
    steps: [{ searchType: 'by_radius', searchLimit: 500, searchSeconds: 60 }],
  })
  const { server, companyId } = room
  const { driverId } = nth(room, 0)
  await server.db.updateTable('users').set({ is_simulated: true }).where('id', '=', driverId).execute()
  await server.startJobs()
  expect(await room.offers(await room.place())).toEqual([])

  await server.db
    .updateTable('company_settings')
    .set({ simulate_in_production: true })
    .where('company_id', '=', companyId)
    .execute()
  await server.db
    .transaction()
    .execute((tx) =>
      record(tx, [{ event: 'company_settings_changed', toCompanies: [companyId], data: {} }], server.clock.now()),
    )
  server.committed()
  await expect
    .poll(
      async () => {
        await room.pass(1)
        const offers = await server.db.selectFrom('search_offers').select('driver_id').execute()
        return offers.map((offer) => offer.driver_id)
      },
      { timeout: 30_000 },
    )
    .toEqual([driverId])
})
