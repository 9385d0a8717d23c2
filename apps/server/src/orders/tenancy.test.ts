import * as lists from '@dispecerat/contract/orders/order-lists'
import * as contract from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { afterAll, describe, expect, test } from 'vitest'
import { createFixture } from './testing/order-fixture.ts'

const fixture = await createFixture()
const { server } = fixture
afterAll(() => server.stop())

await fixture.place()

describe('an order of another company', () => {
  test('is in none of the lists, counts and reports', async () => {
    const all = await server.request(contract.listOrders, {}, fixture.rival)
    expect(all.reply).toMatchObject({ data: [], meta: { total: 0 } })
    const byCompany = await server.request(
      contract.listOrders,
      { query: { company_id: fixture.companyId } },
      fixture.rival,
    )
    expect(byCompany.reply.data).toEqual([])
    const live = await server.request(lists.readOrderList, { params: { kind: 'live' } }, fixture.rival)
    expect(live.reply).toMatchObject({ data: [], meta: { total: 0 } })
    const counts = await server.request(lists.readOrderCounts, {}, fixture.rival)
    expect(counts.reply.liveOrdersCount).toBe(0)
    const report = await server.request(lists.listOrdersForReport, {}, fixture.rival)
    expect(report.reply.data).toEqual([])
    expect((await server.request(contract.listOrders, {}, fixture.admin)).reply.meta.total).toBe(1)
  })

  test("a driver of another company cannot be assigned to one's own order", async () => {
    const mine = await fixture.place()
    await server.request(contract.cancelOrder, { params: { id: mine.id } }, fixture.dispatcher)
    const request = { params: { id: mine.id }, body: { driverId: 999_999 } }
    const answer = await server.request(contract.setDriverAndFinish, request, fixture.dispatcher)
    expect(answer).toMatchObject({ status: 404, body: { code: 'driver.unknown' } })
    expect((await fixture.read(asId<OrderId>(mine.id))).state).toBe('canceled')
  })

  test('a console of another company gets no events of it', async () => {
    const [ours, theirs] = [await server.socket(fixture.dispatcher), await server.socket(fixture.rival)]
    const { id } = await fixture.place()
    await ours.waitForEvent('live_orders_updated', ({ order_id }) => order_id === id)
    await theirs.caughtUp()
    expect(theirs.frames.some(({ data }) => (data as { order_id?: OrderId }).order_id === id)).toBe(false)
  })
})
