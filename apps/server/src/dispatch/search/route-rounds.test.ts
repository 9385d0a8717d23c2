import { previewSearch } from '@dispecerat/contract/dispatch/preview-search'
import { readOrderDrivers } from '@dispecerat/contract/dispatch/search'
import type { SearchStep } from '@dispecerat/domain/dispatch/search-rules'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aPatientRouter, aRouter } from '../../testing/map/a-router.ts'
import {
  createSearchFixture,
  expectInvariants,
  northOfPickup,
  placeOrder,
  type SearchFixture,
} from '../../testing/search-fixture.ts'

const BY_ROAD: Partial<SearchStep> = {
  searchType: 'by_route',
  searchLimit: 5000,
  searchSeconds: 60,
  searchOrderBy: 'by_route_distance',
}

/** Number of starts in a request. */
const startsOf = (url: string | undefined) => (url ?? '').split('/driving/')[1]?.split('?')[0]?.split(';').length ?? 0

/** Answers with this road length for the n-th start. */
const roads = (url: string | undefined, metres: (n: number) => number) =>
  JSON.stringify({ code: 'Ok', distances: Array.from({ length: startsOf(url) - 1 }, (_, n) => [metres(n)]) })

async function ranked({ server, dispatcher }: SearchFixture, orderId: OrderId) {
  const { reply } = await server.request(readOrderDrivers, { query: { orderId } }, dispatcher)
  const drivers = reply.searches[0]?.drivers ?? []
  return drivers.map(({ distance_m, route_m, route_is_guess }) => [
    distance_m,
    route_m,
    ...(route_is_guess ? ['≈'] : []),
  ])
}

test('drivers get offers in the order of road distance, which differs from that of the straight line', async () => {
  // The router gets the nearest drivers first; these have the longest roads.
  await using router = await aPatientRouter((request, response) =>
    response.end(roads(request.url, (n) => 900 - n * 100)),
  )
  await using fixture = await createSearchFixture({
    metres: [100, 200, 300],
    steps: [BY_ROAD],
    server: { env: { ROUTER_URL: router.url } },
  })
  const orderId = await fixture.place()
  expect(await ranked(fixture, orderId)).toEqual([
    [300, 700],
    [200, 800],
    [100, 900],
  ])
  expect(router.requestedUrls).toHaveLength(1)

  for (let i = 0; i < 4; i++) await fixture.pass(2)
  expect(router.requestedUrls).toHaveLength(1)
  await expectInvariants(fixture.server)
})

test('a driver near by straight line but far by road gets no offer, and the panel says why', async () => {
  await using router = await aPatientRouter((request, response) =>
    response.end(roads(request.url, (n) => (n === 0 ? 9000 : 400))),
  )
  await using fixture = await createSearchFixture({
    metres: [100, 200],
    steps: [BY_ROAD],
    server: { env: { ROUTER_URL: router.url } },
  })
  const orderId = await fixture.place()
  expect(await ranked(fixture, orderId)).toEqual([[200, 400]])
  const { reply } = await fixture.server.request(readOrderDrivers, { query: { orderId } }, fixture.dispatcher)
  expect(reply.searches[0]?.passed_over).toMatchObject([
    { driver_id: fixture.drivers[0]?.driverId, reason: 'beyond_limit', distance_m: 9000, distance_is_guess: false },
  ])
})

test('the preview asks the same router as the round: the order, the roads and the reasons are those of the offers', async () => {
  await using router = await aPatientRouter((request, response) =>
    response.end(roads(request.url, (n) => [900, 300, 9000, 5200][n] ?? 0)),
  )
  await using fixture = await createSearchFixture({
    metres: [100, 200, 300, 4900],
    steps: [BY_ROAD],
    server: { env: { ROUTER_URL: router.url } },
  })
  const { server, dispatcher } = fixture
  const body = { places: [northOfPickup(0)], full: true }
  const [step] = (await server.request(previewSearch, { body }, dispatcher)).reply.data.steps
  const orderId = await fixture.place()
  const { searches } = (await server.request(readOrderDrivers, { query: { orderId } }, dispatcher)).reply
  const roadsOf = (
    drivers: readonly { distance_m: number | null; route_m: number | null; route_is_guess: boolean }[],
  ) => drivers.map(({ distance_m, route_m, route_is_guess }) => [distance_m, route_m, route_is_guess])
  expect(roadsOf(step?.drivers ?? [])).toEqual([
    [200, 300, false],
    [100, 900, false],
  ])
  expect(roadsOf(searches[0]?.drivers ?? [])).toEqual(roadsOf(step?.drivers ?? []))
  const farOf = (passed: readonly { driver_id: number; distance_m: number | null; distance_is_guess: boolean }[]) =>
    passed
      .map(({ driver_id, distance_m, distance_is_guess }) => [driver_id, distance_m, distance_is_guess])
      .sort(([a], [b]) => Number(a) - Number(b))
  expect(farOf(step?.passed_over ?? [])).toEqual([
    [fixture.drivers[2]?.driverId, 9000, false],
    [fixture.drivers[3]?.driverId, 5200, false],
  ])
  expect(farOf(searches[0]?.passed_over ?? [])).toEqual(farOf(step?.passed_over ?? []))
})

test('without an answer of the router the preview and the round mark the road order as estimated', async () => {
  await using router = await aRouter(() => undefined)
  await using fixture = await createSearchFixture({
    metres: [100, 4900],
    steps: [BY_ROAD],
    server: { env: { ROUTER_URL: router.url } },
  })
  const { server, dispatcher } = fixture
  const body = { places: [northOfPickup(0)], full: true }
  const [step] = (await server.request(previewSearch, { body }, dispatcher)).reply.data.steps
  expect(step?.drivers).toMatchObject([{ route_m: 130, route_is_guess: true }])
  expect(step?.passed_over).toMatchObject([{ reason: 'beyond_limit', distance_m: 6370, distance_is_guess: true }])
  const orderId = await fixture.place()
  const { searches } = (await server.request(readOrderDrivers, { query: { orderId } }, dispatcher)).reply
  expect(searches[0]?.drivers).toMatchObject([{ route_m: 130, route_is_guess: true }])
  expect(searches[0]?.passed_over).toMatchObject([{ distance_m: 6370, distance_is_guess: true }])
})

test('a pending router request does not lock the order: it can be edited, and the round uses the new data', async () => {
  const changed: number[] = []
  const rooms: SearchFixture[] = []
  await using router = await aPatientRouter(async (request, response) => {
    for (const { server } of rooms) {
      const { numAffectedRows } =
        await sql`update orders set about_client = 'la scară' where state = 'created'`.execute(server.db)
      changed.push(Number(numAffectedRows))
    }
    response.end(roads(request.url, () => 500))
  })
  await using fixture = await createSearchFixture({
    metres: [100],
    steps: [BY_ROAD],
    server: { env: { ROUTER_URL: router.url } },
  })
  rooms.push(fixture)
  const orderId = await fixture.place()
  expect(changed).toEqual([1])
  expect(await ranked(fixture, orderId)).toEqual([[100, 500]])
})

test.each([
  ['hangs', () => undefined],
  [
    'answers garbage',
    (_: unknown, response: { end(text: string): void }) => response.end('{"code":"Ok","distances":"no"}'),
  ],
] as const)('a router that %s costs no round: the road is estimated, and readiness reports it', async (_, answer) => {
  await using router = await aRouter(answer as never)
  await using fixture = await createSearchFixture({
    metres: [100, 200],
    steps: [BY_ROAD],
    server: { env: { ROUTER_URL: router.url } },
  })
  const orderId = await fixture.place()
  expect(await ranked(fixture, orderId)).toEqual([
    [100, 130, '≈'],
    [200, 260, '≈'],
  ])
  // A machine that stalls for a second is not ready, whatever its router does.
  const readiness = async () => (await fixture.server.inject('/ready')).json<object>()
  await expect.poll(readiness).toMatchObject({ status: 'ready', router: 'degraded' })
  const metrics = (await fixture.server.inject('/metrics')).body
  expect(metrics).toContain('router_questions_total{outcome="failed"} 1')
  await expectInvariants(fixture.server)
})

test('two nodes and a router: every step runs once, whichever node requested the routes', async () => {
  await using router = await aPatientRouter((request, response) => response.end(roads(request.url, (n) => 300 + n)))
  const env = { ROUTER_URL: router.url }
  const steps = [1, 2, 3].map(() => ({ ...BY_ROAD, searchSeconds: 2 }))
  await using fixture = await createSearchFixture({ metres: [100, 200], steps, server: { env } })
  const { server } = fixture
  await using other = await aServer({ besides: server, env })
  await other.startJobs()
  const orders = []
  for (let i = 0; i < 5; i++) orders.push(await placeOrder(server, fixture.dispatcher))
  other.committed()
  await fixture.settle()
  for (let second = 0; second < 7; second++) {
    other.committed()
    await fixture.pass(1)
  }
  const { rows } = await sql<{ numbers: number[] }>`
    select array_agg(no order by no) as numbers from search_rounds where step ->> 'searchType' <> 'waiting' group by walk_id
  `.execute(server.db)
  expect(rows.map(({ numbers }) => numbers)).toEqual(orders.map(() => [1, 2, 3]))
  await expectInvariants(server)
})
