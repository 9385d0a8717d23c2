import { describe, expect, test } from 'vitest'
import { DomainError } from '../kernel/errors.ts'
import { asId, type UserId } from '../kernel/ids.ts'
import {
  fieldIsEditable,
  ORDER_STATES,
  type OrderLife,
  type OrderMove,
  orderCan,
  orderCanBeDeleted,
  orderCanBeDuplicated,
  placeLetter,
  splitDriverReason,
  stateAfter,
  stateWithoutDriver,
  TRIP_STATES,
  tripStateAfter,
} from './order.ts'

const life = (state: OrderLife['state'], more: Partial<OrderLife> = {}): OrderLife => ({
  state,
  tripState: state === 'assigned' ? 'waiting_driver' : null,
  inPendingQueue: false,
  dispatcherId: asId<UserId>(7),
  ...more,
})

describe('allowed moves by state', () => {
  const allowed: [OrderMove, OrderLife['state'][]][] = [
    ['place', ['new']],
    ['schedule', ['new']],
    ['cancel', ['created', 'assigned']],
    ['retry', ['canceled', 'pending']],
    ['setDriver', ['canceled', 'pending']],
    ['queue', ['created', 'pending']],
    ['assignNow', ['created', 'assigned', 'pending']],
    ['offerByHand', ['created', 'assigned', 'pending']],
    ['takeBack', ['assigned']],
    ['discard', ['new']],
    ['start', ['assigned']],
    ['giveBack', ['assigned']],
  ]
  test.each(allowed)('%s only from %j', (move, states) => {
    for (const state of ORDER_STATES) expect(orderCan(life(state), move)).toBe(states.includes(state))
  })

  test('an order already in the queue is not moved there again', () => {
    expect(orderCan(life('pending', { inPendingQueue: true }), 'queue')).toBe(false)
    expect(orderCan(life('created', { inPendingQueue: true }), 'queue')).toBe(false)
  })

  test.each(['assignNow', 'offerByHand', 'takeBack'] as const)('%s ends when the client is in the car', (move) => {
    expect(TRIP_STATES.filter((tripState) => orderCan(life('assigned', { tripState }), move))).toEqual([
      'waiting_driver',
      'waiting_client',
    ])
  })

  test('a scheduled order cannot be assigned before its search begins', () => {
    expect(orderCan(life('pending'), 'assign')).toBe(false)
    expect(orderCan(life('pending', { inPendingQueue: true }), 'assign')).toBe(true)
    expect(orderCan(life('created'), 'assign')).toBe(true)
  })

  test.each([
    [null, 'created'],
    [-1, 'created'],
    [0, 'created'],
    [1, 'pending'],
  ] as const)('an order whose search is due in %s ms and that loses its driver is %s', (ms, state) => {
    const now = new Date('2026-03-01T10:00:00Z')
    const startAt = ms === null ? null : new Date(now.getTime() + ms)
    for (const move of ['giveBack', 'takeBack'] as const)
      expect(stateWithoutDriver({ ...life('assigned'), startAt }, move, now)).toBe(state)
    expect(() => stateWithoutDriver({ ...life('created'), startAt }, 'takeBack', now)).toThrow(DomainError)
  })

  test.each([
    ['waiting_driver', true],
    ['waiting_client', true],
    ['started', false],
  ] as const)('an order at the step %s is searched again without its driver: %s', (tripState, isAllowed) => {
    expect(orderCan(life('assigned', { tripState }), 'giveBack')).toBe(isAllowed)
  })

  test.each([
    ['waiting_driver', false],
    ['waiting_client', true],
    ['started', false],
  ] as const)('at the step %s the client can be absent: %s', (tripState, isPossible) => {
    expect(orderCan(life('assigned', { tripState }), 'noShow')).toBe(isPossible)
  })

  test('an illegal move reports the state it found', () => {
    expect(() => stateAfter(life('finished'), 'cancel')).toThrow(DomainError)
    try {
      stateAfter(life('finished'), 'cancel')
    } catch (error) {
      expect((error as DomainError).facts).toEqual({ move: 'cancel', state: 'finished' })
    }
  })

  test('a draft is not duplicated, and a finished order is not deleted', () => {
    expect(orderCanBeDuplicated(life('new'))).toBe(false)
    expect(orderCanBeDuplicated(life('finished'))).toBe(true)
    expect(ORDER_STATES.filter((state) => orderCanBeDeleted(life(state)))).toEqual([
      'new',
      'created',
      'canceled',
      'pending',
    ])
  })
})

describe('trip states of an assigned order', () => {
  test('the driver arrives, starts and finishes, in this order', () => {
    const toPickup = life('assigned')
    expect(tripStateAfter(toPickup, 'arrive')).toBe('waiting_client')
    expect(tripStateAfter(life('assigned', { tripState: 'waiting_client' }), 'start')).toBe('started')
    expect(tripStateAfter(life('assigned', { tripState: 'started' }), 'finish')).toBeNull()
  })

  test('waiting for the client may be skipped, starting may not', () => {
    expect(tripStateAfter(life('assigned'), 'start')).toBe('started')
    expect(() => tripStateAfter(life('assigned'), 'finish')).toThrow('order.trip_step')
    expect(() => tripStateAfter(life('assigned', { tripState: 'started' }), 'arrive')).toThrow('order.trip_step')
  })

  test('no trip step outside an assigned order', () => {
    for (const state of ORDER_STATES.filter((s) => s !== 'assigned')) {
      expect(() => tripStateAfter(life(state), 'start')).toThrow('order.wrong_state')
    }
  })
})

test('a closed order still accepts its notes, name and cost, and nothing else', () => {
  const fields = ['about_client', 'name', 'cost', 'payment_type', 'places', 'departure_time', 'client_phone']
  expect(fields.filter((field) => fieldIsEditable(life('finished'), field))).toEqual([
    'about_client',
    'name',
    'cost',
    'payment_type',
  ])
  expect(fieldIsEditable(life('created'), 'client_phone')).toBe(false)
  expect(fieldIsEditable(life('new'), 'client_phone')).toBe(true)
})

test('addresses are lettered A to Z, then AA', () => {
  expect([0, 1, 25, 26, 27, 51, 52, 99].map(placeLetter)).toEqual(['A', 'B', 'Z', 'AA', 'AB', 'AZ', 'BA', 'CV'])
})

test("a driver's cancellation reason is split at the first tilde, and only after a number", () => {
  expect(splitDriverReason('17~pană ~ roata')).toEqual({ driverId: 17, reason: 'pană ~ roata' })
  expect(splitDriverReason('pană ~ roata')).toEqual({ driverId: null, reason: 'pană ~ roata' })
  expect(splitDriverReason('pană')).toEqual({ driverId: null, reason: 'pană' })
})
