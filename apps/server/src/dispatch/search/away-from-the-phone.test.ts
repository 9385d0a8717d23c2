import { listOffers, refuseOrder, reportPosition, viewOffer } from '@dispecerat/contract/dispatch/driver'
import { cancelOrder } from '@dispecerat/contract/orders/orders'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { expect, test } from 'vitest'
import {
  createSearchFixture,
  northOfPickup,
  placeOrder,
  type SearchFixture,
  settle,
} from '../../testing/search-fixture.ts'
import type { SocketClient } from '../../testing/socket-client.ts'

const STEPS = [{ searchType: 'by_zone', searchSeconds: 60 } as const]

const cancel = ({ server, dispatcher }: SearchFixture, id: number) =>
  server.request(cancelOrder, { params: { id }, body: {} }, dispatcher)

/** Offer events received by a phone, in order. */
function offersIn(phone: SocketClient): string[] {
  return phone.frames.flatMap(({ event, data }) => {
    if (event === 'order_available') return [`+${(data as { order: { id: number } }).order.id}`]
    return event === 'order_canceled' ? [`-${(data as { order_id: OrderId }).order_id}`] : []
  })
}

test('offers that came and went while the phone was disconnected arrive in order, none missing, none twice', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: STEPS })
  const before = await fixture.phone(0)
  const received = await fixture.place()
  await before.waitForEvent('order_available')
  const { lastSeq } = before
  before.close()

  await cancel(fixture, received)
  const gone = await fixture.place()
  await cancel(fixture, gone)
  const open = await fixture.place()
  const again = await fixture.server.socket(fixture.drivers[0]?.token ?? '', lastSeq)
  await again.caughtUp()

  expect((await again.waitForEvent('ready')).data).toMatchObject({ resumed: true })
  const snapshot = await again.waitForEvent<{ offers: { order: { id: number } }[] }>('offers_snapshot')
  expect(snapshot.data.offers.map(({ order }) => order.id)).toEqual([open])
  await expect.poll(() => offersIn(again)).toEqual([`-${received}`, `+${gone}`, `-${gone}`, `+${open}`])
  const seqs = again.framesOf('order_available').map(({ seq }) => seq)
  expect(Math.min(...seqs)).toBeGreaterThan(lastSeq)

  const upToDate = await fixture.server.socket(fixture.drivers[0]?.token ?? '', again.lastSeq)
  await upToDate.caughtUp()
  expect(offersIn(upToDate)).toEqual([])
})

test('a phone disconnected for more than ten minutes gets a resync, followed by the current snapshot', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: STEPS })
  const before = await fixture.phone(0)
  const received = await fixture.place()
  await before.waitForEvent('order_available')
  const { lastSeq } = before
  before.close()
  await cancel(fixture, received)
  await fixture.server.remembers()
  fixture.server.pass(11 * 60)

  const again = await fixture.server.socket(fixture.drivers[0]?.token ?? '', lastSeq)
  await again.waitForEvent('resync')
  await again.caughtUp()
  expect(offersIn(again)).toEqual([])
  expect((await again.waitForEvent('offers_snapshot')).data).toMatchObject({ offers: [] })
})

test('a driver with a stale position is passed over, and gets offers again after the next position', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: STEPS })
  const { server, drivers } = fixture
  const phone = await fixture.phone(0)
  server.pass(121)
  const orderId = await placeOrder(server, fixture.dispatcher)
  await settle(server)
  expect(await fixture.offers(orderId)).toEqual([])

  await server.request(reportPosition, { body: northOfPickup(100) }, drivers[0]?.token)
  await fixture.pass(1)
  await expect
    .poll(
      async () => {
        await fixture.pass(1)
        return phone.framesOf('order_available').length
      },
      { timeout: 30_000 },
    )
    .toBe(1)
})

test.each([
  { late: 'measured before the last one', seconds: -3, accepted: false },
  { late: 'measured at the same second', seconds: 0, accepted: false },
  { late: 'measured after it', seconds: 5, accepted: true },
])('a position $late: accepted is $accepted', async ({ seconds, accepted }) => {
  await using fixture = await createSearchFixture({ metres: [100], steps: STEPS })
  const { server, drivers } = fixture
  const token = drivers[0]?.token
  const at = (shift: number) => toWireTime(new Date(server.clock.now().getTime() + shift * 1000))
  const first = at(0)
  server.pass(2)
  await server.request(reportPosition, { body: { ...northOfPickup(100), recorded_at: first } }, token)
  server.pass(5)
  const recorded_at = toWireTime(new Date(new Date(`${first.replace(' ', 'T')}Z`).getTime() + seconds * 1000))
  const answer = await server.request(reportPosition, { body: { ...northOfPickup(400), recorded_at } }, token)
  expect(answer.reply).toEqual({ accepted })
})

test('a phone whose clock is hours off gets offers like any other', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: STEPS })
  const { server, drivers } = fixture
  for (let report = 0; report < 3; report++) {
    server.pass(60)
    const recorded_at = toWireTime(new Date(server.clock.now().getTime() + 3 * 3_600_000))
    const { reply } = await server.request(
      reportPosition,
      { body: { ...northOfPickup(100), recorded_at } },
      drivers[0]?.token,
    )
    expect(reply).toEqual({ accepted: true })
  }
  expect(await fixture.offers(await fixture.place())).toHaveLength(1)
})

test("viewed and refused over HTTP count as over the socket; another order's round does not exist", async () => {
  await using fixture = await createSearchFixture({ metres: [100, 200], steps: STEPS })
  const { server, drivers } = fixture
  const orderId = await fixture.place()
  const token = drivers[0]?.token
  const { reply } = await server.request(listOffers, {}, token)
  const roundId = reply.data[0]?.round_id ?? 0
  expect((await server.request(viewOffer, { params: { roundId } }, token)).reply).toEqual({ ok: true })
  expect((await server.request(viewOffer, { params: { roundId: roundId + 1 } }, token)).body.code).toBe('offer.unknown')

  const refuse = { params: { id: orderId }, body: { reason: 'Prea departe' } }
  expect((await server.request(refuseOrder, refuse, token)).reply).toEqual({ ok: true })
  expect((await server.request(refuseOrder, refuse, token)).reply).toEqual({ ok: true })
  expect((await fixture.offers(orderId)).map(({ fate }) => fate)).toEqual(['refused', 'open'])
  const kinds = await fixture.history(orderId)
  expect(kinds.filter((kind) => kind === 'driver_viewed' || kind === 'driver_refused')).toEqual([
    'driver_viewed',
    'driver_refused',
  ])
})
