import { NewOrder } from '@dispecerat/contract/orders/order-shapes'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createOrder } from '../create/create-order.ts'
import { aPhone, createFixture, type Fixture, type Input, SQUARE } from '../testing/order-fixture.ts'
import { moveToPending } from './move-to-pending.ts'
import { runDueOrders } from './run-due-orders.ts'
import { startTrip } from './start-trip.ts'

const fixture: Fixture = await createFixture({ at: '2026-03-28T20:00:00Z' })
const { server, actor } = fixture
beforeEach(() => {
  fixture.emitted.length = 0
})
afterAll(() => server.stop())

async function place(input: Input): Promise<OrderId> {
  const { orderId } = await createOrder(
    server,
    actor,
    NewOrder.parse({ client_phone: aPhone(), places: [SQUARE], ...input }),
  )
  return orderId
}

const rowOf = (id: number) =>
  server.db.selectFrom('orders').selectAll().where('id', '=', asId<OrderId>(id)).executeTakeFirstOrThrow()

async function historyOf(id: number): Promise<string[]> {
  const lines = await server.db
    .selectFrom('order_history')
    .select('type')
    .where('order_id', '=', asId<OrderId>(id))
    .orderBy('id')
    .execute()
  return lines.map(({ type }) => type)
}

const endOf = (id: number) =>
  server.db
    .selectFrom('order_history')
    .selectAll()
    .where('order_id', '=', asId<OrderId>(id))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

describe('an order for later', () => {
  test('its search begins at its start, not a second before, and once', async () => {
    server.clock.set('2026-03-28T20:00:00Z')
    const id = await place({ departure_time: '2026-03-28 21:00:00' })
    server.clock.set('2026-03-28T20:44:59Z')
    await runDueOrders(server)
    expect((await rowOf(id)).state).toBe('pending')
    server.clock.set('2026-03-28T20:45:00Z')
    expect(await Promise.all([runDueOrders(server), runDueOrders(server)])).toHaveLength(2)
    expect((await rowOf(id)).state).toBe('created')
    expect(fixture.emitted.filter((line) => line === `order.search_wanted ${id}`)).toHaveLength(1)
    expect((await historyOf(id)).filter((type) => type === 'begun')).toHaveLength(1)
    expect(await runDueOrders(server)).toBe(0)
  })

  test('of a company suspended meanwhile does not begin: it is canceled, and its caller is marked for a call back', async () => {
    server.clock.set('2026-03-28T20:00:00Z')
    const id = await place({ departure_time: '2026-03-28 21:00:00' })
    const suspend = (status: 'active' | 'suspended') =>
      server.db.updateTable('companies').set({ status }).where('id', '=', fixture.companyId).execute()
    await suspend('suspended')
    server.clock.set('2026-03-28T20:45:00Z')
    await runDueOrders(server)
    await suspend('active')
    expect(await rowOf(id)).toMatchObject({
      state: 'canceled',
      cancelled_by: 'system',
      always_in_call: true,
      cancellation_reason_text: 'Contul companiei este suspendat',
    })
    expect(fixture.emitted).not.toContain(`order.search_wanted ${id}`)
  })

  test('that became due while the server was down begins at the first run', async () => {
    server.clock.set('2026-03-28T20:00:00Z')
    const ids = [
      await place({ departure_time: '2026-03-28 21:00:00' }),
      await place({ departure_time: '2026-03-28 22:00:00' }),
    ]
    server.clock.set('2026-03-29T05:00:00Z')
    expect(await runDueOrders(server)).toBe(2)
    for (const id of ids) expect((await rowOf(id)).state).toBe('created')
  })

  test('on the spring night begins 15 real minutes before its departure, although the wall clock jumps an hour between', async () => {
    server.clock.set('2026-03-28T22:00:00Z')
    // Wall time 04:10; the clock jumps from 03:00 to 04:00 at 01:00 UTC.
    const id = await place({ departure_time: '2026-03-29 01:10:00' })
    expect((await rowOf(id)).start_at).toEqual(new Date('2026-03-29T00:55:00Z'))
    server.clock.set('2026-03-29T00:54:59Z')
    expect(await runDueOrders(server)).toBe(0)
    server.clock.set('2026-03-29T00:55:00Z')
    expect(await runDueOrders(server)).toBe(1)
  })

  test('on the autumn night two orders with wall time 03:30 are an hour apart', async () => {
    server.clock.set('2026-10-24T22:00:00Z')
    const first = await place({ departure_time: '2026-10-25 00:30:00' })
    const second = await place({ departure_time: '2026-10-25 01:30:00' })
    server.clock.set('2026-10-25T00:15:00Z')
    expect(await runDueOrders(server)).toBe(1)
    expect([(await rowOf(first)).state, (await rowOf(second)).state]).toEqual(['created', 'pending'])
    server.clock.set('2026-10-25T01:15:00Z')
    expect(await runDueOrders(server)).toBe(1)
    expect((await rowOf(second)).state).toBe('created')
  })

  test('the autumn day of 25 hours has one sequence of order numbers', async () => {
    server.clock.set('2026-10-30T22:00:00Z')
    const numbers: (number | null)[] = []
    for (const at of ['2026-10-24T21:00:00Z', '2026-10-25T21:59:59Z', '2026-10-25T22:00:00Z']) {
      server.clock.set(at)
      numbers.push((await rowOf(await place({}))).order_no)
    }
    const [midnight = 0, ...later] = numbers
    expect(later).toEqual([Number(midnight) + 1, 1])
  })

  test('an order that fails is skipped: the others begin all the same', async () => {
    server.clock.set('2026-11-01T10:00:00Z')
    const bad = await place({ departure_time: '2026-11-01 11:00:00' })
    const good = await place({ departure_time: '2026-11-01 11:00:00' })
    let isBroken = true
    server.domainEvents.on('order.search_wanted', async (_tx, { orderId }) => {
      if (isBroken && orderId === bad) throw new DomainError('company.unknown')
    })
    server.clock.set('2026-11-01T10:45:00Z')
    expect(await runDueOrders(server)).toBe(1)
    expect([(await rowOf(bad)).state, (await rowOf(good)).state]).toEqual(['pending', 'created'])
    isBroken = false
    expect(await runDueOrders(server)).toBe(1)
    expect((await rowOf(bad)).state).toBe('created')
  })
})

describe('orders ended by the timer', () => {
  test("an order not accepted from the pending list is canceled after the company's timeout and marked for a call back", async () => {
    server.clock.set('2026-11-02T10:00:00Z')
    const id = await place({})
    await moveToPending(server, actor, id)
    server.pass(14 * 60 + 59)
    expect(await runDueOrders(server)).toBe(0)
    server.pass(1)
    expect(await runDueOrders(server)).toBe(1)
    expect(await rowOf(id)).toMatchObject({
      state: 'canceled',
      in_pending_queue: false,
      cancellation_reason_type: 'no_drivers_found',
      cancelled_by: 'system',
      always_in_call: true,
    })
    expect((await historyOf(id)).slice(-3)).toEqual(['pending_timeout', 'canceled', 'always_in_call_set'])
    expect(fixture.emitted).toContain(`order.search_over ${id}`)
  })

  test('a trip that was never ended is finished after twelve hours without a cost, and its driver is released', async () => {
    server.clock.set('2026-11-03T10:00:00Z')
    const id = await place({})
    await fixture.assign(id)
    await startTrip(server, { ...actor, userId: fixture.driver.driverId, kind: 'driver' }, id)
    server.pass(12 * 3600 - 1)
    expect(await runDueOrders(server)).toBe(0)
    server.pass(1)
    expect(await runDueOrders(server)).toBe(1)
    expect(await rowOf(id)).toMatchObject({ state: 'finished', trip_state: null, cost_bani: null })
    expect(fixture.emitted).toContain(`order.driver_released ${id}`)
    const last = await endOf(id)
    expect(last).toMatchObject({ type: 'finished', initiator_kind: 'system' })
    expect(last.data).toEqual({ auto: true })
  })

  test('a delivery that was never ended costs its estimate', async () => {
    server.clock.set('2026-11-04T10:00:00Z')
    const id = await place({ service_id: 2 })
    await server.db.updateTable('orders').set({ estimated_cost_bani: 27_50 }).where('id', '=', id).execute()
    await fixture.assign(id)
    await startTrip(server, { ...actor, userId: fixture.driver.driverId, kind: 'driver' }, id)
    server.pass(12 * 3600)
    expect(await runDueOrders(server)).toBe(1)
    expect(await rowOf(id)).toMatchObject({ state: 'finished', cost_bani: 27_50 })
    expect(await endOf(id)).toMatchObject({ type: 'finished', data: { auto: true, cost: 27.5 } })
  })

  test('a draft is removed after a day, unless its call is still open', async () => {
    server.clock.set('2026-11-05T10:00:00Z')
    const [idle, onCall] = [await place({ draft: true }), await place({ draft: true })]
    await server.db
      .insertInto('calls')
      .values({
        company_id: fixture.companyId,
        phone: aPhone(),
        state: 'started',
        order_id: asId<OrderId>(onCall),
        rang_at: server.clock.now(),
      })
      .execute()
    server.pass(24 * 3600)
    expect(await runDueOrders(server)).toBe(1)
    expect((await rowOf(idle)).deleted_at).not.toBeNull()
    expect((await rowOf(onCall)).deleted_at).toBeNull()
  })
})
