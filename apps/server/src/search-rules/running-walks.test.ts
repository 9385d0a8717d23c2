import * as contract from '@dispecerat/contract/search-rules'
import { expect, test } from 'vitest'
import { aSearchRoom, type SearchRoom } from '../testing/a-search-room.ts'
import { aUser } from '../testing/builders.ts'

const NEAR = { searchType: 'by_radius', searchLimit: 1000, searchSeconds: 6 } as const

async function managerOf({ server, companyId }: SearchRoom): Promise<string> {
  return server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })).email)
}

async function theInterval({ server, dispatcher }: SearchRoom): Promise<contract.SearchInterval> {
  const { reply } = await server.request(contract.listSearchIntervals, {}, dispatcher)
  const [interval] = reply.data
  if (!interval) throw new Error('the room has no interval')
  return interval
}

test('a search under way keeps the steps it began with; the next one has the new', async () => {
  await using room = await aSearchRoom({ metres: [200, 2000], steps: [NEAR, { ...NEAR, searchLimit: 1500 }] })
  const manager = await managerOf(room)
  const { search_method_id } = await theInterval(room)
  const running = await room.place()
  expect((await room.offers(running)).length).toBe(1)

  const definitions = { items: [{ search_type: 'by_radius' as const, search_limit: 5000, search_time: 6 }] }
  const params = { id: search_method_id ?? 0 }
  expect(
    (await room.server.request(contract.editSearchMethod, { params, body: { definitions } }, manager)).status,
  ).toBe(200)
  await room.pass(6)
  const asked = await room.offers(running)
  expect(new Set(asked.map(({ driver_id }) => driver_id))).toEqual(new Set([room.drivers[0]?.driverId]))

  const next = await room.place()
  expect((await room.offers(next)).map(({ driver_id }) => driver_id)).toContain(room.drivers[1]?.driverId)
})

test('a removed interval is not chosen any more; brought back, it is', async () => {
  await using room = await aSearchRoom({ metres: [200], steps: [{ ...NEAR, searchSeconds: 33 }] })
  const manager = await managerOf(room)
  const { id } = await theInterval(room)
  const methodOf = async (orderId: number) =>
    (
      await room.server.db
        .selectFrom('search_walks')
        .select('interval_id')
        .where('order_id', '=', orderId)
        .executeTakeFirstOrThrow()
    ).interval_id

  await room.server.request(contract.deleteSearchInterval, { params: { id } }, manager)
  expect(await methodOf(await room.place())).toBeNull()
  await room.server.request(contract.restoreSearchInterval, { params: { id } }, manager)
  expect(await methodOf(await room.place())).toBe(id)
})
