import { setPause } from '@dispecerat/contract/dispatch/driver'
import { listDriverZones, readBalance } from '@dispecerat/contract/fleet/driver-app'
import { expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aBalance, aCompany, aDriver, TOWN_SQUARE } from '../../testing/builders.ts'

const RING = [
  { lat: TOWN_SQUARE.lat - 0.01, long: TOWN_SQUARE.long - 0.01 },
  { lat: TOWN_SQUARE.lat - 0.01, long: TOWN_SQUARE.long + 0.01 },
  { lat: TOWN_SQUARE.lat + 0.01, long: TOWN_SQUARE.long + 0.01 },
  { lat: TOWN_SQUARE.lat + 0.01, long: TOWN_SQUARE.long - 0.01 },
]

async function aTown() {
  const server = await aServer()
  const { companyId } = await aCompany(server)
  const driver = await aDriver(server, { companyId, at: TOWN_SQUARE })
  const token = await server.logIn(driver.email)
  const zone = (name: string, shift: number, ofCompany = companyId) =>
    server.db
      .insertInto('polygons')
      .values({
        company_id: ofCompany,
        name,
        paths: JSON.stringify(RING.map(({ lat, long }) => ({ lat: lat + shift, long }))),
        area_m2: 3e6,
        created_at: server.clock.now(),
      })
      .execute()
  return { server, companyId, driver, token, zone, [Symbol.asyncDispose]: () => server.stop() }
}

test('a driver sees the company’s zones by name, the free drivers of each, and their own zone', async () => {
  await using town = await aTown()
  const { server, companyId, token, zone } = town
  await zone('Nord', 0.05)
  await zone('Centru', 0)
  await aDriver(server, { companyId, at: TOWN_SQUARE })
  const { companyId: other } = await aCompany(server)
  await zone('Străină', 0, other)
  await aDriver(server, { companyId: other, at: TOWN_SQUARE })
  await server.startJobs()
  const zones = async () =>
    (await server.request(listDriverZones, {}, token)).reply.data.map(({ id: _, ...zone }) => zone)
  expect(await zones()).toEqual([
    { name: 'Centru', busy_drivers: 0, free_drivers: 2, is_here: true },
    { name: 'Nord', busy_drivers: 0, free_drivers: 0, is_here: false },
  ])
  await server.request(setPause, { body: { is_paused: true } }, token)
  expect(await zones()).toMatchObject([{ name: 'Centru', free_drivers: 1 }, {}])
})

test.each([
  { bani: 12_345, min: null, expected: { balance: 123.45, min_balance_to_work: null, is_enough: true } },
  { bani: -500, min: null, expected: { balance: -5, min_balance_to_work: null, is_enough: true } },
  { bani: 999, min: 1000, expected: { balance: 9.99, min_balance_to_work: 10, is_enough: false } },
  { bani: 1000, min: 1000, expected: { balance: 10, min_balance_to_work: 10, is_enough: true } },
])('a balance of $bani bani where $least are required', async ({ bani, min, expected }) => {
  await using town = await aTown()
  const { server, companyId, driver, token } = town
  await aBalance(server, { companyId, driverId: driver.driverId, bani })
  await server.db
    .updateTable('company_settings')
    .set({ min_balance_to_work_bani: min })
    .where('company_id', '=', companyId)
    .execute()
  expect((await server.request(readBalance, {}, token)).reply.data).toEqual(expected)
})
