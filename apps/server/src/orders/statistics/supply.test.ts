import { SUPPLY_CHANNEL } from '@dispecerat/contract/api/realtime'
import { readSupply } from '@dispecerat/contract/orders/supply'
import { asId, type CompanyId, type ZoneId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver, anOrder, TOWN_SQUARE } from '../../testing/builders.ts'
import { onTrip } from '../../testing/on-trip.ts'

const NORTH = { lat: TOWN_SQUARE.lat + 0.05, long: TOWN_SQUARE.long }
const TIMEOUT = { timeout: 15_000 }

function around({ lat, long }: { lat: number; long: number }, d = 0.008) {
  return [
    { lat: lat - d, long: long - d },
    { lat: lat - d, long: long + d },
    { lat: lat + d, long: long + d },
    { lat: lat + d, long: long - d },
  ]
}

/** Two zones five kilometres apart, and another company that must not be counted. */
async function aTown() {
  const server = await aServer({ at: '2026-03-02T10:20:00+02:00' })
  const { companyId } = await aCompany(server)
  const { companyId: rivals } = await aCompany(server)
  const zone = async (name: string, at: typeof NORTH, ofCompany: number) => {
    const { id } = await server.db
      .insertInto('polygons')
      .values({
        company_id: asId<CompanyId>(ofCompany),
        name,
        paths: JSON.stringify(around(at)),
        area_m2: 1e6,
        created_at: server.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const centre = await zone('Centru', TOWN_SQUARE, companyId)
  const north = await zone('Nord', NORTH, companyId)
  await zone('Străină', TOWN_SQUARE, rivals)
  await aDriver(server, { companyId: rivals, at: TOWN_SQUARE })
  await anOrder(server, { companyId: rivals })
  const { email } = await aDispatcher(server, { companyId })
  const token = await server.logIn(email)
  const rival = await server.logIn((await aDispatcher(server, { companyId: rivals })).email)
  // Logs in again, because weeks pass in between.
  const supply = async () => (await server.request(readSupply, {}, await server.logIn(email))).reply.data
  return { server, companyId, centre, north, token, rival, supply, [Symbol.asyncDispose]: () => server.stop() }
}

test('supply of a zone: free now, free soon where the trip ends, waiting orders, and missing cars', async () => {
  await using town = await aTown()
  const { server, companyId, centre, north } = town
  await aDriver(server, { companyId, at: TOWN_SQUARE })
  await aDriver(server, { companyId, at: TOWN_SQUARE, isPaused: true })
  // One kilometre to go, and five: ten minutes at 27 km/h and 1.3 times the straight line are some 3.4 km.
  await onTrip(server, companyId, { lat: NORTH.lat - 0.009, long: NORTH.long }, NORTH)
  await onTrip(server, companyId, TOWN_SQUARE, NORTH)
  await onTrip(server, companyId, TOWN_SQUARE, TOWN_SQUARE, false)
  await anOrder(server, { companyId, at: NORTH })
  await anOrder(server, { companyId, at: NORTH, state: 'pending' })
  await anOrder(server, { companyId, at: NORTH, state: 'new' })
  const { orderId: later } = await anOrder(server, { companyId, at: NORTH, state: 'pending' })
  await server.db
    .updateTable('orders')
    .set({ departure_time: new Date(server.clock.now().getTime() + 11 * 60_000) })
    .where('id', '=', later)
    .execute()
  await server.startJobs()
  const own = { company_id: companyId }
  expect(await town.supply()).toEqual([
    {
      polygonId: centre,
      ...own,
      name: 'Centru',
      free_now: 1,
      free_soon: 0,
      waiting: 0,
      usual_orders: null,
      shortage: 0,
    },
    { polygonId: north, ...own, name: 'Nord', free_now: 0, free_soon: 1, waiting: 2, usual_orders: null, shortage: 1 },
  ])
})

test('the usual hour is the mean of the same hour of the same weekday, over the weeks there were', async () => {
  await using town = await aTown()
  const { server, companyId } = town
  await server.startJobs()
  expect((await town.supply()).map(({ usual_orders }) => usual_orders)).toEqual([null, null])
  const now = server.clock.now()
  const before = async (weeks: number, hours = 0) => {
    const at = new Date(now.getTime() - weeks * 7 * 86_400_000 - hours * 3_600_000)
    const { orderId } = await anOrder(server, { companyId, at: NORTH })
    await server.db
      .updateTable('orders')
      .set({ placed_at: at, departure_time: at, state: 'canceled', cancellation_reason_type: 'client_canceled' })
      .where('id', '=', orderId)
      .execute()
  }
  for (const weeks of [1, 1, 1, 2]) await before(weeks)
  await before(1, 1)
  await before(9)
  // The current hour is read once; the next one is read again.
  server.pass(3600)
  server.clock.set(new Date(now.getTime() + 7 * 86_400_000))
  const usual = (await town.supply()).map(({ usual_orders }) => usual_orders)
  // Eight weeks back from a week later: four orders in the past two weeks, eight weeks of past.
  expect(usual).toEqual([0, 0.5])
})

test('subscribers are notified when a figure changes, only for their own company, and drivers may not subscribe', async () => {
  await using town = await aTown()
  const { server, companyId, centre } = town
  await server.startJobs()
  const [mine, theirs] = [await server.socket(town.token), await server.socket(town.rival)]
  for (const socket of [mine, theirs]) await socket.subscribe(SUPPLY_CHANNEL)
  const frames = () =>
    mine.framesOf(SUPPLY_CHANNEL).flatMap(({ data }) => {
      const { company_id, zones } = data as { company_id: CompanyId; zones: { polygonId: ZoneId; waiting: number }[] }
      const waiting = zones.find(({ polygonId }) => polygonId === centre)?.waiting
      return [company_id === companyId ? waiting : null]
    })
  await expect.poll(frames, TIMEOUT).toEqual([0])
  await anOrder(server, { companyId })
  await expect.poll(frames, TIMEOUT).toEqual([0, 1])
  const otherTenant = theirs.framesOf(SUPPLY_CHANNEL).map(({ data }) => (data as { company_id: CompanyId }).company_id)
  expect(otherTenant).not.toContain(companyId)
  const phone = await server.socket(await server.logIn((await aDriver(server, { companyId })).email))
  await phone.subscribe(SUPPLY_CHANNEL)
  expect(phone.framesOf('error')).toHaveLength(1)
})
