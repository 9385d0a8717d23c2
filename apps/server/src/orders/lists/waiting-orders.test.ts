import { listWaitingOrders } from '@dispecerat/contract/orders/order-lists'
import * as contract from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFixture, type Fixture, SQUARE, STATION } from '../testing/order-fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture({ at: '2026-03-01T10:00:00Z' })
})
afterAll(() => fixture.server.stop())

async function waiting(token = fixture.dispatcher) {
  return (await fixture.server.request(listWaitingOrders, {}, token)).reply.data
}

test('an order waits at its pickup from the moment it is placed until a driver accepts it', async () => {
  const { id } = await fixture.place({ places: [STATION, SQUARE] })
  expect(await waiting()).toEqual([
    {
      id,
      lat: STATION.lat,
      long: STATION.long,
      name: STATION.name,
      waiting_since: '2026-03-01 10:00:00',
      in_pending_queue: false,
    },
  ])
  expect(await waiting(fixture.rival)).toEqual([])
  await fixture.assign(asId<OrderId>(id))
  expect(await waiting()).toEqual([])
})

test('the longest waiting comes first; drafts, canceled and scheduled orders do not wait', async () => {
  const first = await fixture.place({ places: [SQUARE] })
  fixture.server.pass(60)
  const second = await fixture.place({ places: [STATION] })
  await fixture.place({ places: [SQUARE], draft: true })
  await fixture.place({ places: [SQUARE], departure_time: '2026-03-01 18:00:00' })
  const canceled = await fixture.place({ places: [SQUARE] })
  await fixture.server.request(contract.cancelOrder, { params: { id: canceled.id } }, fixture.dispatcher)
  expect((await waiting()).map(({ id }) => id)).toEqual([first.id, second.id])
})
