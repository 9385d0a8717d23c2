import { readOrderList } from '@dispecerat/contract/orders/order-lists'
import type { OrderRow } from '@dispecerat/contract/orders/order-shapes'
import { expect, test } from 'vitest'
import { loadList, searchServer, useOrderPanel } from '../../../shared/orders/order-lists.store.ts'
import { fakeServer } from '../../../testing/fake-server.ts'

const ROW: OrderRow = {
  id: 7,
  order_no: 7,
  state: 'created',
  trip_state: null,
  phone: '+40722000000',
  name: 'Ana',
  address: 'Strada Lungă 2',
  place_names: ['Strada Lungă 2', 'Gara'],
  car_indicativ: null,
  driver_id: null,
  dispatcher_id: null,
  created_at: '2026-11-21 10:00:00',
  departure_time: '2026-11-21 10:00:00',
  start_at: null,
  assigned_at: null,
  waiting_driver_time: null,
  trip_finished_at: null,
  canceled_at: null,
  in_pending_queue: false,
  always_in_call: false,
  call_need_interaction: false,
  call: null,
  cancellation_reason_type: null,
  cod_amount: null,
  prep_minutes: null,
  fare_doubt: null,
  arrival_doubt: null,
  car_warning: null,
  replacement_since: null,
  lists: ['live'],
}

test('the lists request their rows with query parameters and with a body', async () => {
  const server = fakeServer()
  const meta = { total: 1, offset: 0, limit: 60, next: null }
  server.reply(readOrderList, { data: [ROW], meta })
  await loadList('live')
  expect(useOrderPanel.getState().lists.live.ids).toEqual([7])
  const { signal } = new AbortController()
  expect(await searchServer('live', 'ana', null, signal)).toEqual({ ids: [7], next: null })
  expect(server.received(readOrderList).map(({ query }) => query)).toMatchObject([
    { view: 'row' },
    { view: 'row', search: 'ana' },
  ])
})
