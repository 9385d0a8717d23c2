import { listWaitingOrders } from '@dispecerat/contract/order-lists'
import * as contract from '@dispecerat/contract/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aRoom, type Room, SQUARE, STATION } from './testing/a-room.ts'

let room: Room
beforeAll(async () => {
  room = await aRoom({ at: '2026-03-01T10:00:00Z' })
})
afterAll(() => room.server.stop())

async function waiting(token = room.dispatcher) {
  return (await room.server.request(listWaitingOrders, {}, token)).reply.data
}

test('an order waits at its pickup from the moment it is placed until a driver takes it', async () => {
  const { id } = await room.place({ places: [STATION, SQUARE] })
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
  expect(await waiting(room.rival)).toEqual([])
  await room.assign(id)
  expect(await waiting()).toEqual([])
})

test('who waits longest comes first; drafts, canceled and later ones do not wait', async () => {
  const first = await room.place({ places: [SQUARE] })
  room.server.pass(60)
  const second = await room.place({ places: [STATION] })
  await room.place({ places: [SQUARE], draft: true })
  await room.place({ places: [SQUARE], departure_time: '2026-03-01 18:00:00' })
  const canceled = await room.place({ places: [SQUARE] })
  await room.server.request(contract.cancelOrder, { params: { id: canceled.id } }, room.dispatcher)
  expect((await waiting()).map(({ id }) => id)).toEqual([first.id, second.id])
})
