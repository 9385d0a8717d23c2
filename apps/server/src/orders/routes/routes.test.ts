import { acceptOrder, arriveAtPickup, startTrip } from '@dispecerat/contract/dispatch/driver'
import { estimateOrder } from '@dispecerat/contract/orders/estimates'
import { planDriverRoute, planRoute, readOrderRoute } from '@dispecerat/contract/orders/routes'
import { expect, test } from 'vitest'
import { loadSchematicCity } from '../../adapters/map-import/schematic/schematic-city.ts'
import { TOWN_SQUARE } from '../../testing/builders.ts'
import { createSearchFixture, northOfPickup, settle } from '../../testing/search-fixture.ts'

const STEP = { searchType: 'by_radius', searchSeconds: 30, searchLimit: 3000 } as const
const SQUARE = { lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long }
const STATION = { lat: 45.6608, long: 25.613 }

test('a route follows the streets for a dispatcher and for a phone; without a map it is a straight line marked as an estimate', async () => {
  await using fixture = await createSearchFixture({ metres: [400], steps: [STEP] })
  const { server, dispatcher, drivers } = fixture
  const input = { body: { points: [STATION, SQUARE] } }
  const plan = async () => (await server.request(planRoute, input, dispatcher)).reply.data
  expect(await plan()).toMatchObject({ is_guess: true, line: [STATION, SQUARE] })

  await loadSchematicCity(server.db, server.clock.now())
  // A busy machine may be too slow for one reply, and a router that failed is not queried for ten seconds.
  const byRoad = async <Answer extends { is_guess: boolean }>(answer: () => Promise<Answer>): Promise<Answer> => {
    let found = await answer()
    const isGuess = async () => {
      server.pass(11)
      found = await answer()
      return found.is_guess
    }
    await expect.poll(isGuess).toBe(false)
    return found
  }
  const way = await byRoad(plan)
  expect(way.line.length).toBeGreaterThan(10)
  expect(way.legs).toEqual([{ metres: way.metres, seconds: way.seconds }])
  const forDriver = async () => (await server.request(planDriverRoute, input, drivers[0]?.token)).reply.data
  expect(await byRoad(forDriver)).toEqual(way)
  const priced = { body: { places: [STATION, SQUARE] } }
  const estimate = await byRoad(async () => {
    const { metres, seconds, is_guess } = (await server.request(estimateOrder, priced, dispatcher)).reply.data
    return { metres, seconds, is_guess }
  })
  expect(estimate).toEqual({ metres: way.metres, seconds: way.seconds, is_guess: false })
})

test('the route of an order leads its driver to the pickup, and once the client is in the car to the last address', async () => {
  await using fixture = await createSearchFixture({ metres: [400], steps: [STEP] })
  const { server, dispatcher, drivers } = fixture
  const orderId = await fixture.place()
  const read = async () => (await server.request(readOrderRoute, { params: { id: orderId } }, dispatcher)).reply.data
  expect(await read()).toEqual({ route: null, to_pickup: null, to_destination: null })

  const me = drivers[0]?.token
  await server.request(acceptOrder, { params: { id: orderId }, body: { waiting_driver_time: 4 } }, me)
  await settle(server)
  const [here] = (await read()).to_pickup?.line ?? []
  expect(here?.lat).toBeCloseTo(northOfPickup(400).lat, 4)
  await server.request(arriveAtPickup, { params: { id: orderId }, body: {} }, me)
  await server.request(startTrip, { params: { id: orderId }, body: {} }, me)
  expect(await read()).toMatchObject({ route: null, to_pickup: null, to_destination: { is_guess: true } })
})

test('fewer than two points, or more than twenty-six, are refused', async () => {
  await using fixture = await createSearchFixture({ metres: [], steps: [STEP] })
  const { server, dispatcher } = fixture
  for (const points of [[SQUARE], Array.from({ length: 27 }, () => SQUARE), [SQUARE, { lat: 91, long: 25 }]])
    expect((await server.request(planRoute, { body: { points } }, dispatcher)).status).toBe(422)
})
