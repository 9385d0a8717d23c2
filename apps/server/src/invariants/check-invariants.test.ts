import { type RawBuilder, sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemo } from '../demo/seed-demo.ts'
import { seedEssentials } from '../demo/seed-essentials.ts'
import { aCompany, aDriver, anOrder, TOWN_SQUARE } from '../testing/builders.ts'
import { TestClock } from '../testing/test-clock.ts'
import { aDatabase, type TestDatabase } from '../testing/test-database.ts'
import { checkInvariants } from './check-invariants.ts'

const clock = new TestClock('2026-03-01T20:00:00+02:00')
const now = clock.now()

let database: TestDatabase

beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.close())

/** An order that is searched for, with one offer ringing at one driver; everything as it must be, and nothing else. */
async function anEvening() {
  const { db } = database
  await sql`truncate companies, users, event_log cascade`.execute(db)
  await seedEssentials(db)
  const ground = { db, clock }
  const { companyId } = await aCompany(ground)
  const { driverId } = await aDriver(ground, { companyId, at: TOWN_SQUARE })
  const { orderId } = await anOrder(ground, { companyId })
  const insert = async (into: RawBuilder<{ id: number }>) => (await into.execute(db)).rows[0]?.id ?? 0
  const history = (...types: string[]) =>
    sql`
      insert into order_history (order_id, timestamp, type, initiator_kind)
      select ${orderId}, ${now}, type, 'system' from unnest(${types}::text[]) with ordinality as line(type, n) order by n
    `.execute(db)
  await history('created', 'placed', 'search_started', 'round', 'driver_notified')
  const walkId = await insert(sql`
    insert into search_walks (order_id, walk_no, steps, started_at, due_at) values (${orderId}, 1, '[]', ${now}, ${now})
    returning id`)
  const roundId = await insert(sql`
    insert into search_rounds (walk_id, order_id, no, step, started_at, ends_at, look_again_at)
    values (${walkId}, ${orderId}, 1, '{}', ${now}, ${now}, ${now}) returning id`)
  const offerId = await insert(sql`
    insert into search_offers (round_id, order_id, driver_id, rank, metres, notified_at, expires_at)
    values (${roundId}, ${orderId}, ${driverId}, 1, 400, ${now}, ${now}) returning id`)

  return {
    ...{ db, ground, companyId, driverId, orderId, walkId, roundId, offerId, history },
    run: (statement: RawBuilder<unknown>) => statement.execute(db),
    /** The driver says yes. */
    async assign() {
      await sql`update search_offers set fate = 'accepted', closed_at = ${now}`.execute(db)
      await sql`update search_rounds set outcome = 'accepted', closed_at = ${now}`.execute(db)
      await sql`update search_walks set status = 'accepted', due_at = null, ended_at = ${now}`.execute(db)
      await sql`update orders set state = 'assigned', trip_state = 'waiting_driver', driver_id = ${driverId}`.execute(
        db,
      )
      await sql`update driver_status set is_busy = true`.execute(db)
      await history('driver_accepted', 'assigned')
    },
    /** Rules that are broken now, with the ids they name. */
    async broken(): Promise<Record<string, number[]>> {
      const findings = await checkInvariants(db, now)
      return Object.fromEntries(findings.filter(({ ids }) => ids.length > 0).map(({ rule, ids }) => [rule, ids]))
    },
  }
}
type Evening = Awaited<ReturnType<typeof anEvening>>

test('a search that runs and an order that is driven break no rule', async () => {
  const evening = await anEvening()
  expect(await evening.broken()).toEqual({})
  await evening.assign()
  expect(await evening.broken()).toEqual({})
})

test('a month of the demo companies breaks no rule', async () => {
  await using demo = await aDatabase()
  await seedEssentials(demo.db)
  await seedDemo({ db: demo.db, clock, log: pino({ level: 'silent' }) })
  const findings = await checkInvariants(demo.db, now)
  expect(findings.filter(({ ids }) => ids.length > 0)).toEqual([])
  expect(findings.length).toBeGreaterThan(10)
})

const HOW_TO_BREAK: [
  rule: string,
  wreck: (evening: Evening) => Promise<unknown>,
  names: (evening: Evening) => number,
][] = [
  [
    'a driver is busy exactly when an order is his',
    ({ run }) => run(sql`update driver_status set is_busy = true`),
    ({ driverId }) => driverId,
  ],
  [
    'a driver is busy exactly when an order is his',
    async ({ run, assign }) => {
      await assign()
      await run(sql`update driver_status set is_busy = false`)
    },
    ({ driverId }) => driverId,
  ],
  [
    'a driver is on duty exactly while a shift is open',
    ({ run }) => run(sql`update driver_shifts set stopped_at = ${now}`),
    ({ driverId }) => driverId,
  ],
  [
    'an assigned order has the one driver who said yes',
    async ({ run, assign, ground, companyId }) => {
      await assign()
      const { driverId } = await aDriver(ground, { companyId })
      await run(sql`update orders set driver_id = ${driverId}`)
    },
    ({ orderId }) => orderId,
  ],
  [
    'an open order has exactly one of: a running search, a driver, the pending list, a later hour',
    ({ run }) => run(sql`update search_walks set status = 'exhausted', due_at = null, ended_at = ${now}`),
    ({ orderId }) => orderId,
  ],
  [
    'an open order has exactly one of: a running search, a driver, the pending list, a later hour',
    ({ run }) => run(sql`update orders set state = 'pending', in_pending_queue = true, pending_since = ${now}`),
    ({ orderId }) => orderId,
  ],
  [
    'nobody is searched for an order that is a draft, over or deleted',
    ({ run }) => run(sql`update orders set deleted_at = ${now}`),
    ({ orderId }) => orderId,
  ],
  [
    'walks of an order and rounds of a walk are numbered without a gap',
    ({ run }) => run(sql`update search_rounds set no = 2`),
    ({ walkId }) => walkId,
  ],
  [
    'walks of an order and rounds of a walk are numbered without a gap',
    ({ run }) => run(sql`update search_walks set walk_no = 3`),
    ({ walkId }) => walkId,
  ],
  [
    'a round is open only as the last one of a running walk',
    ({ run, walkId, orderId }) =>
      run(sql`
          insert into search_rounds (walk_id, order_id, no, step, started_at, ends_at, look_again_at)
          values (${walkId}, ${orderId}, 2, '{}', ${now}, ${now}, ${now})`),
    ({ roundId }) => roundId,
  ],
  [
    'an offer is open only in an open round',
    ({ run }) => run(sql`update search_rounds set outcome = 'expired', closed_at = ${now}`),
    ({ offerId }) => offerId,
  ],
  [
    'no offer is open to a driver who is banned, busy or off duty',
    ({ run, driverId }) =>
      run(sql`update users set ban_until = ${new Date(now.getTime() + 60_000)} where id = ${driverId}`),
    ({ offerId }) => offerId,
  ],
  [
    'no offer is open to a driver who is banned, busy or off duty',
    ({ run }) => run(sql`update driver_status set on_shift = false`),
    ({ offerId }) => offerId,
  ],
  [
    'a walk that found a driver has one yes, any other has none',
    ({ run }) => run(sql`update search_offers set fate = 'accepted', closed_at = ${now}`),
    ({ walkId }) => walkId,
  ],
  [
    'a walk that found a driver has one yes, any other has none',
    async ({ run, assign, ground, companyId, roundId, orderId }) => {
      await assign()
      const { driverId } = await aDriver(ground, { companyId })
      await run(sql`
          insert into search_offers
            (round_id, order_id, driver_id, rank, metres, notified_at, expires_at, fate, closed_at)
          values (${roundId}, ${orderId}, ${driverId}, 2, 900, ${now}, ${now}, 'accepted_then_returned', ${now})`)
    },
    ({ walkId }) => walkId,
  ],
  [
    'the fate of an offer agrees with what the phone said',
    ({ run }) => run(sql`update search_offers set fate = 'seen_no_answer', closed_at = ${now}`),
    ({ offerId }) => offerId,
  ],
  [
    'every event has somebody who hears it',
    ({ run }) => run(sql`insert into event_log (seq, at, event, data) values (7, ${now}, 'order_updated', '{}')`),
    () => 7,
  ],
  [
    'the history of an order is a legal path to its state',
    ({ history }) => history('canceled', 'canceled', 'retried'),
    ({ orderId }) => orderId,
  ],
  [
    'the history of an order is a legal path to its state',
    ({ history }) => history('assigned'),
    ({ orderId }) => orderId,
  ],
]

test('a driver with two orders is noticed even if the index that forbids it is gone', async () => {
  const { run, assign, broken, driverId, companyId, ground } = await anEvening()
  await assign()
  await anOrder(ground, { companyId })
  await run(sql`drop index orders_one_active_per_driver`)
  await run(sql`update orders set state = 'assigned', trip_state = 'waiting_driver', driver_id = ${driverId}`)
  expect(await broken()).toMatchObject({ 'a driver has at most one order': [driverId] })
  await run(sql`update orders set state = 'new', trip_state = null, driver_id = null`)
  await run(sql`create unique index orders_one_active_per_driver on orders (driver_id) where state = 'assigned'`)
})

test.each(HOW_TO_BREAK)('“%s” is noticed when it is broken', async (rule, wreck, names) => {
  const evening = await anEvening()
  await wreck(evening)
  expect((await evening.broken())[rule]).toEqual([names(evening)])
})

test('what ended as it should breaks no rule: given back, tried again, scheduled, queued', async () => {
  const evening = await anEvening()
  const { run, assign, history } = evening
  await assign()
  await run(sql`
    update orders set state = 'canceled', trip_state = null, canceled_at = ${now}, cancellation_reason_type = 'driver_canceled'`)
  await run(sql`update search_offers set fate = 'accepted_then_returned'`)
  await run(sql`update driver_status set is_busy = false`)
  await history('canceled')
  expect(await evening.broken()).toEqual({})

  await run(sql`
    update orders set state = 'pending', driver_id = null, cancellation_reason_type = null, in_pending_queue = true,
      pending_since = ${now}`)
  await history('retried', 'moved_to_pending')
  expect(await evening.broken()).toEqual({})
  await run(sql`update orders set in_pending_queue = false, start_at = ${now}`)
  expect(await evening.broken()).toEqual({})
})
