import type { OrderRow } from '@dispecerat/contract/orders/order-shapes'
import { comparePlaces, type ListPlace, listPlace } from '@dispecerat/domain/orders/list-place'
import { ORDER_LISTS, type OrderListName } from '@dispecerat/domain/orders/order'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyChanges,
  filterIds,
  hasMore,
  noLists,
  type OrderLists,
  PAGE,
  putPage,
  type RowChange,
  rememberFound,
  want,
} from './order-lists.ts'

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
    created_at: '2026-11-21 10:00:00',
    departure_time: time(id),
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
    lists: ['live'],
    ...over,
  } as OrderRow
}

function time(seconds: number): string {
  return new Date(Date.UTC(2026, 10, 21, 10, 0, seconds)).toISOString().slice(0, 19).replace('T', ' ')
}

const finished = (id: number, at = id) =>
  row(id, { state: 'finished', lists: ['finished'], trip_finished_at: time(at) })
const whole = (rows: OrderRow[]) => ({ after: null, rows, edge: null, at: 1 })
const withLive = (rows: OrderRow[]) => putPage(noLists(), 'live', whole(rows))

describe('the order lists', () => {
  test('alerts come first, then the longest overdue departures', () => {
    const state = withLive([row(3), row(1), row(2, { in_pending_queue: true, state: 'pending' })])
    expect(state.lists.live.ids).toEqual([2, 1, 3])
  })

  test('a change keeps every other row object and, where nothing moved, the list itself, so only one row is rendered again', () => {
    const before = withLive([row(1), row(2)])
    const first = before.byId.get(1)
    const after = applyChanges(before, [{ id: 2, row: row(2, { state: 'assigned' }) }])
    expect(after.byId.get(1)).toBe(first)
    expect(after.byId.get(2)?.state).toBe('assigned')
    expect(after.lists.live.ids).toBe(before.lists.live.ids)
    expect(after.version).toBeGreaterThan(before.version)
  })

  test('a finished order leaves the live list and is first in the finished one', () => {
    let state = putPage(withLive([row(1), row(2)]), 'finished', whole([finished(9)]))
    state = applyChanges(state, [{ id: 1, row: finished(1, 30) }])
    expect(state.lists.live.ids).toEqual([2])
    expect(state.lists.finished.ids).toEqual([1, 9])
  })

  test('a list that was not opened yet stays untouched, and its rows are not stored', () => {
    const state = applyChanges(withLive([row(1)]), [{ id: 1, row: row(1, { lists: ['canceled'], state: 'canceled' }) }])
    expect(state.lists.canceled.loadedAt).toBeNull()
    expect(state.lists.live.ids).toEqual([])
    expect(state.byId.size).toBe(0)
  })

  test('a row below the loaded part is not added until its page is loaded', () => {
    const top = { after: null, rows: [finished(1, 100)], edge: listPlace('finished', finished(1, 100)), at: 1 }
    const state = putPage(noLists(), 'finished', top)
    const after = applyChanges(state, [{ id: 2, row: finished(2, 50) }])
    expect(after.lists.finished.ids).toEqual([1])
    expect(hasMore(after.lists.finished)).toBe(true)
  })

  test('rows found by a search stay known, outside the lists', () => {
    const state = rememberFound(withLive([row(1)]), [finished(2)], false)
    expect(state.byId.get(2)?.state).toBe('finished')
    expect(state.lists.live.ids).toEqual([1])
    expect(rememberFound(state, [finished(3)], true).byId.has(2)).toBe(true)
  })

  test('only changes of state flash', () => {
    let state = applyChanges(withLive([row(1)]), [{ id: 1, row: row(1, { name: 'Elena' }) }])
    expect(state.flashes.get(1)).toBeUndefined()
    state = applyChanges(state, [{ id: 1, row: row(1, { state: 'assigned' }) }])
    expect(state.flashes.get(1)).toBe(1)
  })

  test('a poll of the first page keeps the pages below it', () => {
    const rows = Array.from({ length: 2 * PAGE }, (_, n) => row(n + 1))
    const fresh = rows.slice(1, PAGE + 1)
    const edge = listPlace('live', fresh.at(-1) ?? row(0))
    const state = putPage(withLive(rows), 'live', { after: null, rows: fresh, edge, at: 2 })
    expect(state.lists.live.ids).toEqual(rows.slice(1).map(({ id }) => id))
    expect(hasMore(state.lists.live)).toBe(false)
  })

  test('a closed list that grows by itself is truncated to the rows the user scrolled to', () => {
    let state = want(putPage(noLists(), 'finished', whole([finished(0)])), 'finished', PAGE)
    for (let id = 1; id <= 3 * PAGE; id++) state = applyChanges(state, [{ id, row: finished(id) }])
    expect(state.lists.finished.ids.length).toBeLessThanOrEqual(2 * PAGE)
    expect(state.byId.size).toBeLessThanOrEqual(3 * PAGE)
    expect(state.lists.finished.ids[0]).toBe(3 * PAGE)
    expect(hasMore(state.lists.finished)).toBe(true)
  })
})

describe('events in any order', () => {
  const SMALL_PAGE = 4
  const aRow = fc
    .record({
      id: fc.integer({ min: 1, max: 30 }),
      at: fc.integer({ min: 0, max: 8 }),
      state: fc.constantFrom('created', 'pending', 'assigned', 'finished', 'canceled', 'new'),
      alert: fc.boolean(),
      calls: fc.boolean(),
    })
    .map(({ id, at, state, alert, calls }) => asServerReads(id, at, state as OrderRow['state'], alert, calls))
  const aStep = fc.oneof(
    { weight: 6, arbitrary: fc.record({ does: fc.constant('change' as const), row: aRow }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('delete' as const), id: fc.integer({ min: 1, max: 30 }) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        does: fc.constantFrom('top' as const, 'more' as const),
        kind: fc.constantFrom(...ORDER_LISTS),
        /** Changes pushed between the server's read and the arrival of its reply. */
        meanwhile: fc.array(aRow, { maxLength: 4 }),
      }),
    },
  )

  test('a list equals a freshly loaded one, down to where it was loaded', () => {
    fc.assert(
      fc.property(fc.array(aStep, { maxLength: 60 }), (steps) => {
        const server = new Map<number, OrderRow>()
        let state = noLists()
        const change = (id: number, next: OrderRow | null): RowChange => {
          if (next) server.set(id, next)
          else server.delete(id)
          const pushed = { id, row: next && next.lists.length > 0 ? next : null }
          state = applyChanges(state, [pushed])
          return pushed
        }
        for (const step of steps) {
          if (step.does === 'change') change(step.row.id, step.row)
          else if (step.does === 'delete') change(step.id, null)
          else {
            const { edge, loadedAt } = state.lists[step.kind]
            if (step.does === 'more' && (edge === null || loadedAt === null)) continue
            const page = read(server, step.kind, step.does === 'more' ? edge : null)
            const journal = step.meanwhile.map((pushed) => change(pushed.id, pushed))
            state = applyChanges(putPage(state, step.kind, page), journal)
          }
          for (const kind of ORDER_LISTS) {
            const { ids, edge, loadedAt } = state.lists[kind]
            const fresh = inOrder(server, kind).filter((one) => isAbove(kind, one, edge))
            if (loadedAt !== null) expect(ids).toEqual(fresh.map(({ id }) => id))
            if (loadedAt !== null) for (const one of fresh) expect(state.byId.get(one.id)).toEqual(one)
          }
        }
      }),
      { numRuns: 400 },
    )
  })

  function asServerReads(id: number, at: number, state: OrderRow['state'], alert: boolean, calls: boolean): OrderRow {
    const lists: OrderListName[] = calls ? ['in-call'] : []
    if (state === 'created' || state === 'pending' || state === 'assigned') lists.push('live')
    if (state === 'finished' || state === 'canceled') lists.push(state)
    return row(id, {
      state,
      lists,
      departure_time: time(at),
      in_pending_queue: alert && state === 'pending',
      trip_finished_at: time(at),
      canceled_at: time(at),
      call: calls ? { phone: '+40722000000', state: 'started', started_at: time(at) } : null,
    })
  }

  function inOrder(server: Map<number, OrderRow>, kind: OrderListName): OrderRow[] {
    return [...server.values()]
      .filter(({ lists }) => lists.includes(kind))
      .sort((a, b) => comparePlaces(kind, listPlace(kind, a), listPlace(kind, b)))
  }

  function isAbove(kind: OrderListName, one: OrderRow, edge: ListPlace | null): boolean {
    return edge === null || comparePlaces(kind, listPlace(kind, one), edge) <= 0
  }

  function read(server: Map<number, OrderRow>, kind: OrderListName, after: ListPlace | null) {
    const below = inOrder(server, kind).filter((one) => after === null || !isAbove(kind, one, after))
    const rows = below.slice(0, SMALL_PAGE)
    const last = rows.length === SMALL_PAGE ? rows.at(-1) : undefined
    return { after, rows, edge: last ? listPlace(kind, last) : null, at: 1 }
  }
})

describe('the search box', () => {
  const state: OrderLists = withLive([
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
