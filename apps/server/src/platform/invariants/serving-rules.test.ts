import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createSearchFixture } from '../../testing/search-fixture.ts'
import { checkInvariants } from './check-invariants.ts'

const fixture = await createSearchFixture({
  metres: [1_000],
  steps: [{ searchType: 'by_radius', searchLimit: 500, searchSeconds: 600 }],
})
const { server } = fixture
afterAll(() => server.stop())

const RULE =
  'no order waits longer than five seconds while a driver who fits is free and no phone rings for it (order ids)'
const now = () => server.clock.now()
const ago = (seconds: number) => new Date(now().getTime() - seconds * 1000)
const run = (statement: ReturnType<typeof sql>) => statement.execute(server.db)
const waiting = async () =>
  (await checkInvariants(server.db, now())).filter(({ rule }) => rule === RULE).flatMap(({ ids }) => ids)

/** An order that is evaluated in an hour, and a driver who is near in the database alone: the node has not heard of it. */
let orderId: OrderId
beforeEach(async () => {
  // The search of the test before may still hold rows, and of two that lock each other PostgreSQL ends one.
  const empty = sql`truncate orders, search_walks, search_rounds, search_offers cascade`
  await run(empty).catch(() => run(empty))
  await run(sql`
    update driver_last_positions set recorded_at = ${now()}, implausible = null,
      lat = a.lat, long = a.long from (select 45.6423 as lat, 25.5892 as long) as a`)
  await run(sql`update driver_status set is_busy = false, is_paused = false, on_shift = true, updated_at = ${ago(60)}`)
  await run(sql`update users set ban_until = null`)
  orderId = await fixture.place()
  await run(
    sql`update driver_last_positions p set lat = a.lat, long = a.long from order_places a where a.order_id = ${orderId}`,
  )
  await run(sql`update search_walks set due_at = ${new Date(now().getTime() + 3_600_000)}`)
  await run(sql`update search_rounds set started_at = ${ago(60)}`)
})

const offer = (fate: string, closedAt: Date | null) => sql`
  insert into search_offers (round_id, order_id, driver_id, rank, metres, notified_at, expires_at, fate, closed_at)
  select id, order_id, ${fixture.drivers[0]?.driverId}, 1, 1, ${ago(30)}, ${ago(10)}, ${fate}, ${closedAt} from search_rounds`

test('an order without an offer beside a free driver is reported, in a step and while it waits', async () => {
  expect(await waiting()).toEqual([orderId])
  await run(sql`update search_rounds set step = jsonb_set(step, '{searchType}', '"waiting"')`)
  expect(await waiting()).toEqual([orderId])
})

test.each<[why: string, statement: () => ReturnType<typeof sql>]>([
  ['the driver is busy', () => sql`update driver_status set is_busy = true`],
  ['the driver is paused', () => sql`update driver_status set is_paused = true`],
  ['the driver is off duty', () => sql`update driver_status set on_shift = false`],
  ['the driver came free just now', () => sql`update driver_status set updated_at = ${ago(2)}`],
  ['the driver is banned', () => sql`update users set ban_until = ${ago(-60)}`],
  ['the driver is far', () => sql`update driver_last_positions set lat = lat + 0.01`],
  ['the phone is silent', () => sql`update driver_last_positions set recorded_at = ${ago(70)}`],
  ['the driver had the order', () => offer('seen_no_answer', ago(10))],
  [
    'a dispatcher took the order back from the driver',
    () => sql`update orders set excluded_driver_ids = array[${fixture.drivers[0]?.driverId}::bigint]`,
  ],
  ['the round has begun just now', () => sql`update search_rounds set started_at = ${ago(2)}`],
  ['the server does not run', () => sql`update search_walks set due_at = ${ago(10)}`],
  [
    'the step rings in groups',
    () => sql`update search_rounds set step = jsonb_set(step, '{stagger}', '{"drivers": 1}')`,
  ],
])('it is not when %s', async (_why, statement) => {
  await run(statement())
  expect(await waiting()).toEqual([])
})
