import * as driverContract from '@dispecerat/contract/dispatch/driver'
import * as contract from '@dispecerat/contract/orders/orders'
import { asId, type OrderId, type RoundId, type WalkId } from '@dispecerat/domain/kernel/ids'
import { type Insertable, sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createFixture } from '../../orders/testing/order-fixture.ts'
import { aCompany } from '../../testing/builders.ts'
import type { CallTables } from '../db/tables/telephony/calls.ts'
import { checkInvariants } from './check-invariants.ts'

const fixture = await createFixture()
const { server } = fixture
afterAll(() => server.stop())

const now = () => server.clock.now()
const broken = async () => (await checkInvariants(server.db, now())).map(({ rule }) => rule)
const run = (statement: ReturnType<typeof sql>) => statement.execute(server.db)

/** One order that is being searched, in its first round. */
let orderId: OrderId
let walkId: WalkId
let roundId: RoundId
beforeEach(async () => {
  await run(sql`truncate calls, orders, search_walks, search_rounds, search_offers cascade`)
  await run(sql`update driver_status set is_busy = false, on_shift = true`)
  await run(sql`update driver_shifts set stopped_at = null`)
  await run(sql`delete from event_log where seq < 0`)
  orderId = asId<OrderId>((await fixture.place()).id)
  const walk = await sql<{ id: number }>`select id from search_walks where order_id = ${orderId}`.execute(server.db)
  walkId = asId<WalkId>(Number(walk.rows[0]?.id))
  await run(sql`delete from search_rounds where walk_id = ${walkId}`)
  const round = await sql<{ id: number }>`
    insert into search_rounds (walk_id, order_id, no, step, started_at, ends_at, look_again_at)
    values (${walkId}, ${orderId}, 1, '{}', ${now()}, ${now()}, ${now()}) returning id`.execute(server.db)
  roundId = asId<RoundId>(Number(round.rows[0]?.id))
})

function offer(fate: string, options: { round?: number; driver?: number } = {}) {
  const closedAt = fate === 'open' ? null : now()
  return run(sql`
    insert into search_offers (round_id, order_id, driver_id, rank, metres, notified_at, expires_at, fate, closed_at)
    values (${options.round ?? roundId}, ${orderId}, ${options.driver ?? fixture.driver.driverId}, 1, 100, ${now()}, ${now()},
      ${fate}, ${closedAt})`)
}

function aCall(over: Partial<Insertable<CallTables['calls']>>) {
  const call = { company_id: fixture.companyId, phone: '+40722000111', rang_at: now() }
  return server.db
    .insertInto('calls')
    .values({ ...call, ...over })
    .execute()
}

describe('a working server', () => {
  test('breaks no rule during a search with an open offer', async () => {
    await offer('open')
    expect(await checkInvariants(server.db, now())).toEqual([])
  })

  test('breaks no rule when an order is canceled, retried, queued, deleted, taken back or finished', async () => {
    await run(sql`delete from search_rounds`)
    const { dispatcher, driverToken } = fixture
    const ids = (await Promise.all([1, 2, 3, 4].map(() => fixture.place()))).map(({ id }) => id)
    const [canceled = 0, queued = 0, deleted = 0, driven = 0] = ids.map(Number)
    const params = (id: number) => ({ params: { id } })
    await server.request(contract.cancelOrder, params(canceled), dispatcher)
    await server.request(contract.retryOrder, params(canceled), dispatcher)
    await server.request(contract.moveToPending, params(queued), dispatcher)
    await server.request(contract.deleteOrder, params(deleted), dispatcher)
    await server.request(contract.restoreOrder, params(deleted), dispatcher)
    await server.request(contract.moveToPending, params(driven), dispatcher)
    await run(sql`
      update search_walks set status = 'aborted', due_at = null, ended_at = ${now()}
      where order_id = ${driven} and due_at is not null`)
    expect(await fixture.assign(asId<OrderId>(driven))).toBe(true)
    await server.request(driverContract.startTrip, params(driven), driverToken)
    await run(sql`update driver_status set is_busy = true where driver_id = ${fixture.driver.driverId}`)
    expect(await checkInvariants(server.db, now())).toEqual([])
    await server.request(driverContract.finishTrip, { ...params(driven), body: { cost: 10 } }, driverToken)
    expect(await checkInvariants(server.db, now())).toEqual([])
  })
})

test('an open offer to a driver who has just gone off duty breaks no rule until the search’s next evaluation', async () => {
  await offer('open')
  await goOffDuty()
  for (const seconds of [-2, 0, 5]) {
    await dueIn(seconds)
    expect(await broken()).toEqual([])
  }
})

test('a closed session is published to the nodes alone', async () => {
  await run(sql`insert into event_log (seq, at, event, data) values (-1, ${now()}, 'session_revoked', '{}')`)
  expect(await broken()).toEqual([])
})

describe('each rule, broken on purpose', () => {
  const cases: [string, () => Promise<unknown>][] = [
    [
      'a walk that found a driver has one yes',
      async () => {
        await offer('accepted')
        await endWalk()
        await run(sql`update orders set state = 'pending', in_pending_queue = true`)
        await history('moved_to_pending')
        await offer('accepted_then_returned', { round: await aSecondRound('accepted'), driver: fixture.dispatcherId })
      },
    ],
    [
      'a walk that found a driver has one yes',
      async () => {
        await endWalk()
        await run(sql`update orders set state = 'pending', in_pending_queue = true`)
        await history('moved_to_pending')
      },
    ],
    ['any other has none', () => offer('accepted')],
    [
      'an assigned order is with the driver who accepted it',
      async () => {
        await offer('accepted', { driver: fixture.dispatcherId })
        await endWalk()
        await run(
          sql`update orders set state = 'assigned', trip_state = 'waiting_driver', driver_id = ${fixture.driver.driverId}`,
        )
        await run(sql`update driver_status set is_busy = true where driver_id = ${fixture.driver.driverId}`)
        await history('assigned')
      },
    ],
    ['a placed order is searched for, driven or pending', () => endWalk('aborted')],
    [
      'a placed order is searched for, driven or pending',
      async () => {
        await endWalk('aborted')
        await run(sql`update orders set state = 'pending', in_pending_queue = false, start_at = null`)
        await history('moved_to_pending')
      },
    ],
    ['a deleted order is searched for no longer', () => run(sql`update orders set deleted_at = ${now()}`)],
    [
      'a driver is busy exactly while he has an order',
      () => run(sql`update driver_status set is_busy = true where driver_id = ${fixture.driver.driverId}`),
    ],
    ['the rounds of a walk are numbered', () => run(sql`update search_rounds set no = 2 where id = ${roundId}`)],
    ['the walks of an order are numbered', () => run(sql`update search_walks set walk_no = 3 where id = ${walkId}`)],
    [
      'no banned driver',
      async () => {
        await offer('open')
        await dueIn(60)
        await run(sql`update users set ban_until = ${now()} where id = ${fixture.driver.driverId}`)
      },
    ],
    [
      'an open offer belongs to an open round',
      async () => {
        await offer('open')
        await run(sql`update search_rounds set outcome = 'expired', closed_at = ${now()}`)
      },
    ],
    [
      'a driver is on duty exactly while a shift is open',
      () => run(sql`update driver_shifts set stopped_at = ${now()}`),
    ],
    [
      'a driver is on duty exactly while a shift is open',
      () => run(sql`update driver_status set on_shift = false where driver_id = ${fixture.driver.driverId}`),
    ],
    [
      'no offer stays open to a driver off duty',
      async () => {
        await offer('open')
        await goOffDuty()
        await dueIn(-4)
      },
    ],
    [
      'no offer stays open to a driver off duty',
      async () => {
        await offer('open')
        await goOffDuty()
        await dueIn(60)
      },
    ],
    ['the fate of an offer agrees with what the phone said', () => offer('delivered_not_seen')],
    ['the fate of an offer agrees with what the phone said', () => offer('seen_no_answer')],
    [
      'the fate of an offer agrees with what the phone said',
      async () => {
        await offer('not_delivered')
        await run(sql`update search_offers set viewed_at = ${now()}`)
      },
    ],
    [
      'every event has somebody who hears it',
      () => run(sql`insert into event_log (seq, at, event, data) values (-1, ${now()}, 'order_updated', '{}')`),
    ],
    ['a round is open only as the last one of a running walk', () => aSecondRound('expired')],
    [
      'a round is open only as the last one of a running walk',
      async () => {
        await run(sql`update search_walks set status = 'aborted', due_at = null, ended_at = ${now()}`)
        await run(sql`update orders set state = 'pending', in_pending_queue = true`)
        await history('moved_to_pending')
      },
    ],
    [
      'a display number is given once',
      async () => {
        await fixture.place()
        await run(sql`update orders set order_no = 7`)
      },
    ],
    ['a placed order has addresses', () => run(sql`delete from order_places where position = 0`)],
    ['an order’s history is a legal path', () => history('finished')],
    [
      'whoever belongs to a company works for it',
      () => run(sql`insert into user_companies select client_id, created_by_company_id from orders`),
    ],
    ['the client of an order is a client of its company', () => run(sql`delete from company_clients`)],
    ['a call that is talked to or held', () => aCall({ state: 'started', dispatcher_id: fixture.dispatcherId })],
    [
      'one that goes out has its dispatcher',
      () => aCall({ direction: 'out', state: 'started', dispatcher_id: null, started_at: now() }),
    ],
    [
      'whose phone has a caller has him as his own',
      () => aCall({ answered_by: fixture.dispatcherId, answered_at: new Date(now().getTime() - 7000) }),
    ],
    ['nobody rings longer than a minute', () => aCall({ rang_at: new Date(now().getTime() - 64_000) })],
    [
      'nobody is on the line about a deleted order',
      async () => {
        const { companyId } = await aCompany(server)
        await aCall({ state: 'ended', ended_at: now(), order_id: orderId, company_id: companyId })
      },
    ],
  ]

  test.each(cases)('%s', async (rule, breakIt) => {
    expect(await broken()).toEqual([])
    await breakIt()
    const found = await broken()
    await run(sql`update users set ban_until = null`)
    await run(sql`delete from user_companies where user_id in (select client_id from orders)`)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(rule)
  })

  test('the offending ids are named, and for a history what is wrong with it', async () => {
    await history('finished')
    expect(await checkInvariants(server.db, now())).toEqual([
      expect.objectContaining({ ids: [orderId], notes: [`order ${orderId}: finished from created`] }),
    ])
  })
})

async function endWalk(status: 'accepted' | 'aborted' = 'accepted') {
  const outcome = status === 'accepted' ? 'accepted' : 'withdrawn'
  await run(sql`update search_walks set status = ${status}, due_at = null, ended_at = ${now()}`)
  await run(sql`update search_rounds set outcome = ${outcome}, closed_at = ${now()}`)
}

async function aSecondRound(outcome: 'accepted' | 'expired'): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into search_rounds (walk_id, order_id, no, step, started_at, ends_at, look_again_at, outcome, closed_at)
    values (${walkId}, ${orderId}, 2, '{}', ${now()}, ${now()}, ${now()}, ${outcome}, ${now()}) returning id`.execute(
    server.db,
  )
  return Number(rows[0]?.id)
}

async function goOffDuty() {
  await run(sql`update driver_status set on_shift = false where driver_id = ${fixture.driver.driverId}`)
  await run(sql`update driver_shifts set stopped_at = ${now()} where driver_id = ${fixture.driver.driverId}`)
}

function dueIn(seconds: number) {
  return run(sql`update search_walks set due_at = ${new Date(now().getTime() + seconds * 1000)}`)
}

function history(type: string) {
  return run(sql`
    insert into order_history (order_id, timestamp, type, initiator_kind) values (${orderId}, ${now()}, ${type}, 'system')`)
}
