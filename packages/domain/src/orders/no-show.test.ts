import { expect, test } from 'vitest'
import { DomainError } from '../kernel/errors.ts'
import { noShowFrom, stateAfterNoShow, type Waiting } from './no-show.ts'

const at = (seconds: number) => new Date(Date.parse('2026-03-01T18:00:00Z') + seconds * 1000)
const waiting: Waiting = {
  state: 'assigned',
  tripState: 'waiting_client',
  inPendingQueue: false,
  dispatcherId: null,
  arrivedAt: at(0),
  departureAt: at(-60),
  isDoubted: false,
  isCalling: false,
}

function outcome(order: Partial<Waiting>, seconds: number, waitMinutes = 5) {
  try {
    return stateAfterNoShow({ ...waiting, ...order }, waitMinutes, at(seconds))
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return [error.code, error.facts]
  }
}

test.each<[string, Partial<Waiting>, number, number, unknown]>([
  ['the waiting time is over', {}, 300, 5, 'canceled'],
  ['a second is left', {}, 299, 5, ['order.no_show_too_early', { seconds_left: 1 }]],
  ['a part of a second is left', {}, 299.5, 5, ['order.no_show_too_early', { seconds_left: 1 }]],
  ['the company wants no waiting time', {}, 0, 0, 'canceled'],
  [
    'the driver came before the departure',
    { departureAt: at(600) },
    899,
    5,
    ['order.no_show_too_early', { seconds_left: 1 }],
  ],
  ['the waiting time since the departure is over', { departureAt: at(600) }, 900, 5, 'canceled'],
  ['the arrival was doubted', { isDoubted: true }, 600, 5, ['order.no_show_doubted', {}]],
  ['the client is being called', { isCalling: true }, 600, 5, ['order.no_show_calling', {}]],
  [
    'the driver is on the way',
    { tripState: 'waiting_driver' },
    600,
    5,
    ['order.trip_step', { move: 'noShow', trip_state: 'waiting_driver' }],
  ],
  [
    'the client is in the car',
    { tripState: 'started' },
    600,
    5,
    ['order.trip_step', { move: 'noShow', trip_state: 'started' }],
  ],
  [
    'the order is searched',
    { state: 'created', tripState: null },
    600,
    5,
    ['order.wrong_state', { move: 'noShow', state: 'created' }],
  ],
  [
    'the order is canceled',
    { state: 'canceled', tripState: null },
    600,
    5,
    ['order.wrong_state', { move: 'noShow', state: 'canceled' }],
  ],
])('%s', (_, order, seconds, waitMinutes, expected) => {
  expect(outcome(order, seconds, waitMinutes)).toEqual(expected)
})

test('the instant from which a client counts as absent is shown to the driver', () => {
  expect(noShowFrom({ arrivedAt: at(0), departureAt: at(-60) }, 5)).toEqual(at(300))
  expect(noShowFrom({ arrivedAt: at(0), departureAt: at(600) }, 5)).toEqual(at(900))
})
