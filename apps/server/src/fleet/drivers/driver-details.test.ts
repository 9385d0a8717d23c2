import { acceptOrder, refuseOrder } from '@dispecerat/contract/dispatch/driver'
import { readDriver } from '@dispecerat/contract/orders/company-dispatch'
import { NO_USER } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { createSearchFixture } from '../../testing/search-fixture.ts'

test('the card counts the driver’s day: received, refused, accepted, and the current order', async () => {
  await using fixture = await createSearchFixture({
    metres: [100],
    steps: [{ searchType: 'by_radius', searchSeconds: 30, searchLimit: 5000 }],
  })
  const { server, drivers, dispatcher } = fixture
  const driver = drivers[0]
  const details = async () =>
    (await server.request(readDriver, { params: { id: driver?.driverId ?? NO_USER } }, dispatcher)).reply.data
  await server.db
    .insertInto('user_meta')
    .values({ user_id: driver?.driverId ?? NO_USER, key: 'app_version', value: '4.2' })
    .execute()
  expect(await details()).toMatchObject({
    app_version: '4.2',
    active_orders: [],
    today: { shift_started_at: '2026-03-01 18:00:00', offers_received: 0, orders_finished: 0 },
  })

  const first = await fixture.place()
  await server.request(refuseOrder, { params: { id: first }, body: {} }, driver?.token)
  const second = await fixture.place()
  await server.request(acceptOrder, { params: { id: second }, body: {} }, driver?.token)
  const { active_orders, today } = await details()
  expect(active_orders).toEqual([
    { id: second, address: 'Piața Sfatului', trip_state: 'waiting_driver', is_next: false },
  ])
  expect(today).toMatchObject({ offers_received: 2, offers_refused: 1, offers_accepted: 1, offers_ignored: 0 })
})

test('yesterday’s offers do not count for today', async () => {
  await using fixture = await createSearchFixture({
    metres: [100],
    steps: [{ searchType: 'by_radius', searchSeconds: 30, searchLimit: 5000 }],
  })
  const { server, drivers, dispatcher } = fixture
  await fixture.place()
  await fixture.pass(6 * 3600)
  const input = { params: { id: drivers[0]?.driverId ?? NO_USER } }
  expect((await server.request(readDriver, input, dispatcher)).reply.data.today.offers_received).toBe(0)
})
