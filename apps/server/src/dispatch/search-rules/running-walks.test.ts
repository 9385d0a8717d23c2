import * as contract from '@dispecerat/contract/dispatch/search-rules'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import { createSearchFixture, type SearchFixture } from '../../testing/search-fixture.ts'

const NEAR = { searchType: 'by_radius', searchLimit: 1000, searchSeconds: 6 } as const

async function managerOf({ server, companyId }: SearchFixture): Promise<string> {
  return server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })).email)
}

async function theInterval({ server, dispatcher }: SearchFixture): Promise<contract.SearchInterval> {
  const { reply } = await server.request(contract.listSearchIntervals, {}, dispatcher)
  const [interval] = reply.data
  if (!interval) throw new Error('the room has no interval')
  return interval
}

test('a running search keeps the steps it began with; the next one has the new ones', async () => {
  await using fixture = await createSearchFixture({
    metres: [200, 2000],
    steps: [NEAR, { ...NEAR, searchLimit: 1500 }],
  })
  const manager = await managerOf(fixture)
  const { search_method_id } = await theInterval(fixture)
  const running = await fixture.place()
  expect((await fixture.offers(running)).length).toBe(1)

  const definitions = { items: [{ search_type: 'by_radius' as const, search_limit: 5000, search_time: 6 }] }
  const params = { id: search_method_id ?? 0 }
  expect(
    (await fixture.server.request(contract.editSearchMethod, { params, body: { definitions } }, manager)).status,
  ).toBe(200)
  await fixture.pass(6)
  const offers = await fixture.offers(running)
  expect(new Set(offers.map(({ driver_id }) => driver_id))).toEqual(new Set([fixture.drivers[0]?.driverId]))

  const next = await fixture.place()
  expect((await fixture.offers(next)).map(({ driver_id }) => driver_id)).toContain(fixture.drivers[1]?.driverId)
})

test('a deleted interval is not chosen any more; restored, it is', async () => {
  await using fixture = await createSearchFixture({ metres: [200], steps: [{ ...NEAR, searchSeconds: 33 }] })
  const manager = await managerOf(fixture)
  const { id } = await theInterval(fixture)
  const methodOf = async (orderId: OrderId) =>
    (
      await fixture.server.db
        .selectFrom('search_walks')
        .select('interval_id')
        .where('order_id', '=', orderId)
        .executeTakeFirstOrThrow()
    ).interval_id

  await fixture.server.request(contract.deleteSearchInterval, { params: { id } }, manager)
  expect(await methodOf(await fixture.place())).toBeNull()
  await fixture.server.request(contract.restoreSearchInterval, { params: { id } }, manager)
  expect(await methodOf(await fixture.place())).toBe(id)
})
