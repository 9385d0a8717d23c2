import { describe, expect, test } from 'vitest'
import { comparePlaces, type Listed, listPlace, readPlace, writePlace } from './list-place.ts'

function order(id: number, over: Partial<Listed> = {}): Listed {
  return {
    id,
    in_pending_queue: false,
    departure_time: '2026-11-21 10:00:00',
    created_at: '2026-11-21 10:00:00',
    trip_finished_at: null,
    canceled_at: null,
    call: null,
    ...over,
  }
}

const sortedIds = (kind: 'in-call' | 'live' | 'finished' | 'canceled', rows: Listed[]) =>
  rows
    .map((row) => listPlace(kind, row))
    .sort((a, b) => comparePlaces(kind, a, b))
    .map(({ id }) => id)

describe('position of an order in a list', () => {
  test('live: alerts first, then the earliest departure', () => {
    const rows = [
      order(1, { departure_time: '2026-11-21 18:00:00', created_at: '2026-11-18 09:00:00' }),
      order(2, { departure_time: '2026-11-21 10:05:00' }),
      order(3),
      order(4, { in_pending_queue: true, departure_time: '2026-11-21 10:30:00' }),
      order(5),
    ]
    expect(sortedIds('live', rows)).toEqual([4, 3, 5, 2, 1])
  })

  test('in call: the newest call first, orders without a call last', () => {
    const called = (at: string | null) => ({ call: { started_at: at } })
    const rows = [order(1, called('2026-11-21 10:00:00')), order(2), order(3, called('2026-11-21 10:01:00'))]
    expect(sortedIds('in-call', rows)).toEqual([3, 1, 2])
  })

  test('closed: the last closed first, within the same second the later order', () => {
    const at = '2026-11-21 11:00:00'
    const rows = [1, 2, 3].map((id) => order(id, { canceled_at: id === 1 ? '2026-11-21 12:00:00' : at }))
    expect(sortedIds('canceled', rows)).toEqual([1, 3, 2])
  })
})

test('a position round-trips through its text form; other texts are refused', () => {
  const place = listPlace('live', order(7, { in_pending_queue: true }))
  expect(readPlace(writePlace(place))).toEqual(place)
  for (const text of ['', '2.1.1', '1.-1.5', '1.5', "0.1.1'; drop", '1.1.1.1', '1.1e5.1'])
    expect(readPlace(text)).toBeNull()
})
