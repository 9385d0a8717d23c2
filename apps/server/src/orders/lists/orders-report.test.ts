import { listOrdersForReport } from '@dispecerat/contract/orders/order-lists'
import * as contract from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFixture, type Fixture, SQUARE } from '../testing/order-fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture({ at: '2026-03-01T10:00:00Z' })
})
afterAll(() => fixture.server.stop())

const DAY = { date_from: '2026-03-01 00:00:00', date_to: '2026-03-01 23:59:59' }

async function talked(orderId: OrderId, seconds: number) {
  const { server, companyId } = fixture
  const started = server.clock.now()
  await server.db
    .insertInto('calls')
    .values({
      company_id: companyId,
      phone: '+40722000111',
      state: 'ended',
      order_id: orderId,
      rang_at: started,
      started_at: started,
      ended_at: new Date(started.getTime() + seconds * 1000),
    })
    .execute()
}

async function csv(query: object): Promise<{ status: number; type: string; text: string }> {
  const search = new URLSearchParams({ format: 'csv', ...query })
  const answer = await fixture.server.inject({
    method: 'GET',
    url: `/api/orders-for-report?${search}`,
    headers: { authorization: `Bearer ${fixture.dispatcher}` },
  })
  return { status: answer.statusCode, type: String(answer.headers['content-type']), text: answer.body }
}

describe('the orders report', () => {
  test('counts started minutes of calls, adds up the period, and leaves drafts out', async () => {
    const { server } = fixture
    const spoken = await fixture.place()
    await talked(asId<OrderId>(spoken.id), 61)
    const silent = await fixture.place()
    await server.request(contract.cancelOrder, { params: { id: silent.id } }, fixture.dispatcher)
    await fixture.place({ draft: true })
    const { reply } = await server.request(listOrdersForReport, { query: { ...DAY, totals: '1' } }, fixture.dispatcher)
    expect(reply.data.map(({ orderId, callDuration }) => [orderId, callDuration])).toEqual([
      [silent.id, 0],
      [spoken.id, 2],
    ])
    expect(reply.totals).toEqual({ orders: 2, finished: 0, canceled: 1, average_call_minutes: 2, is_capped: false })
    const canceled = await server.request(
      listOrdersForReport,
      { query: { ...DAY, state: 'canceled' } },
      fixture.dispatcher,
    )
    expect(canceled.reply.data.map(({ orderId }) => orderId)).toEqual([silent.id])
    const ofColleague = { query: { ...DAY, dispatcher_id: fixture.driver.driverId } }
    expect((await server.request(listOrdersForReport, ofColleague, fixture.dispatcher)).reply.data).toEqual([])
    expect((await server.request(listOrdersForReport, { query: DAY }, fixture.rival)).reply.data).toEqual([])
  })

  test('is a table for Romanian spreadsheets; a text that looks like a formula stays text', async () => {
    const formula = { ...SQUARE, name: '=HYPERLINK("http://rau.ro";"Apasă")' }
    const order = await fixture.place({ places: [formula] })
    const { status, type, text } = await csv(DAY)
    expect([status, type]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(text.startsWith('\uFEFFComanda;Data (ora României);Adresa;Stare;Indicativ;Apel (minute)\r\n')).toBe(true)
    const line = text.split('\r\n').find((one) => one.startsWith(`${order.id};`))
    expect(line).toBe(`${order.id};2026-03-01 12:00:00;"'=HYPERLINK(""http://rau.ro"";""Apasă"")";Creat;;0`)
  })

  test('the table contains every row of the period, whatever the page', async () => {
    for (let n = 0; n < 3; n++) await fixture.place()
    const { reply } = await fixture.server.request(
      listOrdersForReport,
      { query: { ...DAY, per_page: 1 } },
      fixture.dispatcher,
    )
    const { text } = await csv({ ...DAY, per_page: '1' })
    expect(text.trimEnd().split('\r\n')).toHaveLength(reply.meta.total + 1)
  })

  test('a period of more than a year is refused, and so is a table without a start', async () => {
    const long = { date_from: '2025-01-01 00:00:00', date_to: '2026-03-01 00:00:00' }
    expect(await fixture.server.request(listOrdersForReport, { query: long }, fixture.dispatcher)).toMatchObject({
      status: 422,
      body: { errors: { date_to: ['Perioada poate avea cel mult 366 de zile'] } },
    })
    expect((await csv({})).status).toBe(422)
  })

  test('a report figure links to its orders: by end date, reason, protocol company, app', async () => {
    const { server, driver } = fixture
    const [late, lost] = [await fixture.place(), await fixture.place()]
    const set = (id: number, values: object) =>
      server.db.updateTable('orders').set(values).where('id', '=', asId<OrderId>(id)).execute()
    await set(late.id, {
      state: 'finished',
      driver_id: driver.driverId,
      trip_finished_at: new Date('2026-03-05T22:10:00Z'),
      dispatcher_id: null,
    })
    await set(lost.id, {
      state: 'canceled',
      canceled_at: server.clock.now(),
      cancellation_reason_type: 'no_drivers_found',
    })
    const found = async (query: object) => {
      const { reply } = await server.request(listOrdersForReport, { query: { ...DAY, ...query } }, fixture.dispatcher)
      return reply.data.map(({ orderId }) => orderId)
    }
    const sixth = { date_from: '2026-03-05 22:00:00', date_to: '2026-03-06 21:59:59' }
    expect(await found({ ...sixth, date_of: 'end' })).toEqual([late.id])
    expect(await found(sixth)).toEqual([])
    expect(await found({ reason: 'no_drivers_found' })).toEqual([lost.id])
    expect(await found({ online: '1' })).toEqual([late.id])
    expect(await found({ ended_by: 'unknown' })).toEqual([lost.id])
    await set(lost.id, { cancelled_by: 'system' })
    expect(await found({ ended_by: 'system' })).toEqual([lost.id])
    expect(await found({ ended_by: 'driver' })).toEqual([])
    expect(await found({ protocol_user_id: '999999' })).toEqual([])
  })

  test("an interval's row links to the orders of its searches in that period", async () => {
    const { server } = fixture
    const [searched, never] = [await fixture.place(), await fixture.place()]
    await server.db
      .deleteFrom('search_walks')
      .where('order_id', 'in', [asId<OrderId>(searched.id), asId<OrderId>(never.id)])
      .execute()
    const walk = (walkNo: number, startedAt: Date, intervalId: number | null) => ({
      order_id: asId<OrderId>(searched.id),
      walk_no: walkNo,
      interval_id: intervalId,
      steps: '[]',
      status: 'exhausted' as const,
      started_at: startedAt,
      ended_at: startedAt,
    })
    await server.db
      .insertInto('search_walks')
      .values([walk(1, new Date('2026-03-01T12:00:00Z'), 4321), walk(2, new Date('2026-03-03T12:00:00Z'), null)])
      .execute()
    const found = async (query: object) => {
      const { reply } = await server.request(listOrdersForReport, { query: { ...DAY, ...query } }, fixture.dispatcher)
      return reply.data.map(({ orderId }) => orderId)
    }
    const third = { date_from: '2026-03-03 00:00:00', date_to: '2026-03-03 23:59:59' }
    expect(await found({ interval_id: '4321' })).toEqual([searched.id])
    expect(await found({ ...third, interval_id: '4321' })).toEqual([])
    expect(await found({ ...third, interval_id: '0' })).toEqual([searched.id])
    expect(
      (await server.request(listOrdersForReport, { query: { ...DAY, interval_id: '4321' } }, fixture.rival)).reply.data,
    ).toEqual([])
  })
})
