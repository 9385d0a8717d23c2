import { expect, test } from 'vitest'
import { type RingAct, type RingFacts, type RingKey, ringKey } from './ring-keys.ts'

const place = (id: number) => ({
  id,
  name: `Strada ${id}`,
  lat: 45,
  long: 25,
  place_id: null,
  bloc: null,
  scara: null,
  reper: null,
  comment: null,
})
const OPEN = {
  id: 77,
  state: 'assigned',
  trip_state: 'waiting_driver',
  address: 'Strada 1',
  car_indicativ: '101',
  assigned_at: null,
  waiting_driver_time: 5,
  departure_time: '2026-03-01 10:00:00',
}
const KNOWN: RingFacts = {
  call: { is_test: false, client: { addresses: [place(1), place(2)], open_order: null } },
  isWarned: false,
  mayPlace: true,
  hasJustChanged: false,
}
const HAS_ORDER: RingFacts = { ...KNOWN, call: { ...KNOWN.call, client: { ...KNOWN.call.client, open_order: OPEN } } }

test.each<[string, RingKey, RingFacts, RingAct]>([
  ['1 orders from the first address', 1, KNOWN, { act: 'place', from: 1 }],
  ['2 orders from the second', 2, KNOWN, { act: 'place', from: 2 }],
  ['3 has no meaning with two addresses', 3, KNOWN, { act: 'nothing' }],
  ['U has no meaning without an open order', 'open order', KNOWN, { act: 'nothing' }],
  ['U answers into the open order', 'open order', HAS_ORDER, { act: 'answer into', orderId: 77 }],
  ['1 warns first when there is an open order', 1, HAS_ORDER, { act: 'warn' }],
  ['1 places the second order when pressed again', 1, { ...HAS_ORDER, isWarned: true }, { act: 'place', from: 1 }],
  ['1 places nothing without the permission', 1, { ...KNOWN, mayPlace: false }, { act: 'nothing' }],
  [
    'U answers into the open order without that permission',
    'open order',
    { ...HAS_ORDER, mayPlace: false },
    { act: 'answer into', orderId: 77 },
  ],
  ['a test call places nothing', 1, { ...KNOWN, call: { ...KNOWN.call, is_test: true } }, { act: 'nothing' }],
  [
    'a key pressed right after the shown call has changed has no effect',
    1,
    { ...KNOWN, hasJustChanged: true },
    { act: 'nothing' },
  ],
])('%s', (_name, key, facts, act) => expect(ringKey(key, facts)).toEqual(act))
