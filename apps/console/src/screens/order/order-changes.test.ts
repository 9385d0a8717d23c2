import type { OrderView } from '@dispecerat/contract/order-shapes'
import { describe, expect, test } from 'vitest'
import { changesBetween } from './order-changes.ts'

const ORDER = {
  id: 7,
  state: 'created',
  phone: '+40722333444',
  name: 'Elena',
  about_client: null,
  departure_time: '2026-11-21 12:00:00',
  options: {},
  payment_type: 'cash',
  car_indicativ: null,
  places: [
    {
      id: 1,
      order_id: 7,
      name: 'Strada Lungă 2',
      lat: 45,
      long: 25,
      place_id: null,
      comment: null,
      bloc: null,
      scara: null,
      reper: null,
    },
  ],
} as unknown as OrderView

describe('what somebody else changed meanwhile', () => {
  test('is nothing when only the version moved', () => {
    expect(changesBetween(ORDER, { ...ORDER, version: 'other' })).toEqual([])
  })
  test('names the field with both texts', () => {
    expect(changesBetween(ORDER, { ...ORDER, name: 'Ioana' })).toEqual([
      { field: 'Nume client', before: 'Elena', now: 'Ioana' },
    ])
  })
  test('sees an address that was added', () => {
    const places = [...ORDER.places, { ...ORDER.places[0], id: 2, name: 'Gara' }] as OrderView['places']
    expect(changesBetween(ORDER, { ...ORDER, places })).toEqual([{ field: 'B. Destinație', before: '', now: 'Gara' }])
  })
})
