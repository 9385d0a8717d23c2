import { describe, expect, test } from 'vitest'
import type { OrderState } from './order.ts'
import { historyProblem } from './order-history.ts'

const lines = (types: string) =>
  types.split(' ').map((word) => {
    const type = word.replace('scheduled', 'placed').replace('_again', '')
    return word === type ? { type } : { type, state: 'pending' as const }
  })

describe("legal paths of an order's history", () => {
  const legal: [string, OrderState][] = [
    ['created', 'new'],
    ['created placed search_started round driver_notified', 'created'],
    ['created scheduled begun assigned arrived trip_started finished', 'finished'],
    ['created placed assigned canceled always_in_call_set retried search_restarted', 'created'],
    ['created placed assigned arrived returned search_started assigned', 'assigned'],
    ['created placed moved_to_pending pending_timeout canceled', 'canceled'],
    ['created placed moved_to_pending manually_assigned finished duplicated', 'finished'],
    ['created placed deleted restored edited', 'created'],
    ['created placed search_started manually_assigned arrived trip_started finished', 'finished'],
    ['created placed assigned taken_back manually_assigned', 'assigned'],
    ['created scheduled offered_by_hand assigned arrived taken_back search_started', 'created'],
    ['created scheduled manually_assigned taken_back_again begun', 'created'],
    ['created scheduled manually_assigned returned_again', 'pending'],
  ]
  test.each(legal)('%s → %s', (types, state) => {
    expect(historyProblem(lines(types), state)).toBeNull()
  })

  const illegal: [string, OrderState, string][] = [
    ['placed', 'created', 'placed from nothing'],
    ['created placed finished', 'finished', 'finished from created'],
    ['created placed assigned finished assigned', 'assigned', 'assigned from finished'],
    ['created placed begun', 'created', 'begun from created'],
    ['created placed taken_back', 'created', 'taken_back from created'],
    ['created placed assigned manually_assigned', 'assigned', 'manually_assigned from assigned'],
    ['created placed returned', 'created', 'returned from created'],
    ['created placed', 'assigned', 'history ends in created, the order is assigned'],
  ]
  test.each(illegal)('%s and %s: %s', (types, state, problem) => {
    expect(historyProblem(lines(types), state)).toBe(problem)
  })
})
