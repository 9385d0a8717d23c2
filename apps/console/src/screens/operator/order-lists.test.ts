import type { OrderRow } from '@dispecerat/contract/order-shapes'
import { describe, expect, test } from 'vitest'
import { applyChanges, filterIds, hasMore, NO_LISTS, type OrderLists, putRows, rememberRows } from './order-lists.ts'

function row(id: number, over: Partial<OrderRow> = {}): OrderRow {
  return {
    id,
    order_no: id,
    state: 'created',
    trip_state: null,
    phone: '+40722000000',
    name: null,
    address: 'Strada Lungă 2',
    place_names: [],
    car_indicativ: null,
    driver_id: null,
    dispatcher_id: 5,
    created_at: `2026-11-21 10:00:${String(id).padStart(2, '0')}`,
    departure_time: '2026-11-21 10:00:00',
    start_at: null,
    assigned_at: null,
    waiting_driver_time: null,
    trip_finished_at: null,
    canceled_at: null,
    in_pending_queue: false,
    always_in_call: false,
    call: null,
    cancellation_reason_type: null,
    lists: ['live'],
    ...over,
  }
}

function withLive(rows: OrderRow[], total = rows.length): OrderLists {
  return putRows(NO_LISTS, 'live', rows, { total, replace: true, at: 1 })
}

describe('the order lists', () => {
  test('alerts stand first, then the oldest', () => {
    const state = withLive([row(3), row(1), row(2, { in_pending_queue: true, state: 'pending' })])
    expect(state.lists.live.ids).toEqual([2, 1, 3])
  })

  test('a change keeps every other row the same object, so only one row is drawn again', () => {
    const before = withLive([row(1), row(2)])
    const after = applyChanges(before, [{ id: 2, row: row(2, { state: 'assigned' }) }])
    expect(after.byId.get(1)).toBe(before.byId.get(1))
    expect(after.byId.get(2)?.state).toBe('assigned')
    expect(after.byId).not.toBe(before.byId)
  })

  test('a finished order leaves the live list and tops the finished one', () => {
    let state = withLive([row(1), row(2)])
    const old = row(9, { state: 'finished', lists: ['finished'], trip_finished_at: '2026-11-21 09:00:00' })
    state = putRows(state, 'finished', [old], { total: 1, replace: true, at: 1 })
    const done = row(1, { state: 'finished', lists: ['finished'], trip_finished_at: '2026-11-21 10:30:00' })
    state = applyChanges(state, [{ id: 1, row: done }])
    expect(state.lists.live.ids).toEqual([2])
    expect(state.lists.live.total).toBe(1)
    expect(state.lists.finished.ids).toEqual([1, 9])
    expect(state.lists.finished.total).toBe(2)
  })

  test('a list nobody opened yet stays untouched until it is asked for', () => {
    const state = applyChanges(withLive([row(1)]), [{ id: 1, row: row(1, { lists: ['canceled'], state: 'canceled' }) }])
    expect(state.lists.canceled.total).toBeNull()
    expect(state.lists.live.ids).toEqual([])
  })

  test('an order that left every list is forgotten', () => {
    const state = applyChanges(withLive([row(1), row(2)]), [{ id: 1, row: null }])
    expect(state.lists.live.ids).toEqual([2])
    expect(state.byId.has(1)).toBe(false)
  })

  test('a row below the loaded part waits for its page', () => {
    const page = [row(1, { lists: ['finished'], trip_finished_at: '2026-11-21 12:00:00' })]
    const state = putRows(NO_LISTS, 'finished', page, { total: 60, replace: true, at: 1 })
    const older = row(2, { lists: ['finished'], trip_finished_at: '2026-11-20 12:00:00' })
    const after = applyChanges(rememberRows(state, [older]), [{ id: 2, row: older }])
    expect(after.lists.finished.ids).toEqual([1])
    expect(hasMore(after.lists.finished)).toBe(true)
  })

  test('only what the eye should catch flashes', () => {
    const before = withLive([row(1)])
    expect(applyChanges(before, [{ id: 1, row: row(1, { name: 'Elena' }) }]).flashes.get(1)).toBeUndefined()
    expect(applyChanges(before, [{ id: 1, row: row(1, { state: 'assigned' }) }]).flashes.get(1)).toBe(1)
  })

  test('the next page joins without repeating a row that came live meanwhile', () => {
    let state = putRows(NO_LISTS, 'canceled', [row(1, { canceled_at: '2026-11-21 12:00:00', lists: ['canceled'] })], {
      total: 3,
      replace: true,
      at: 1,
    })
    const rest = [
      row(1, { canceled_at: '2026-11-21 12:00:00', lists: ['canceled'] }),
      row(2, { canceled_at: '2026-11-21 11:00:00', lists: ['canceled'] }),
    ]
    state = putRows(state, 'canceled', rest, { total: 3, replace: false, at: 2 })
    expect(state.lists.canceled.ids).toEqual([1, 2])
  })
})

describe('the search box', () => {
  const state = withLive([
    row(1, { address: 'Bulevardul Ștefan cel Mare 4', car_indicativ: '214' }),
    row(2, { address: 'Strada Lungă 2', place_names: ['Strada Lungă 2', 'Gara Brașov'] }),
  ])
  test.each([
    ['stefan', [1]],
    ['STEFAN MARE', [1]],
    ['lunga', [2]],
    ['gara bras', [2]],
    ['214', [1]],
    ['', [1, 2]],
    ['cluj', []],
  ])('"%s" finds %j', (typed, found) => {
    expect(filterIds(state.lists.live.ids, state.byId, typed)).toEqual(found)
  })
})
