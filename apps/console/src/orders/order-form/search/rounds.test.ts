import type { SearchRoundView } from '@dispecerat/contract/dispatch/search'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { searchPanelMessages } from '../../../shared/orders/search-messages.ts'
import { lastWalk, laterRounds, passedByReason, ringingElsewhere } from './rounds.ts'

type Round = z.infer<typeof SearchRoundView>
const round = (id: number, walk_no: number, over: Partial<Round> = {}) => ({ id, walk_no, step: 1, ...over }) as Round

describe('the rounds of a search', () => {
  test('a pushed round replaces the known one', () => {
    const rounds = laterRounds([round(1, 1), round(2, 1)], [round(2, 1, { outcome: 'expired' }), round(3, 1)])
    expect(rounds.map((r) => [r.id, r.outcome ?? null])).toEqual([
      [1, null],
      [2, 'expired'],
      [3, null],
    ])
  })
  test('a retry starts a new walk, and the old rounds are no longer shown', () => {
    expect(lastWalk([round(1, 1), round(5, 2), round(6, 2)]).map((r) => r.id)).toEqual([5, 6])
  })
  const passed = { distance_m: null, distance_is_guess: false }
  test('drivers who ring for another order are counted, those of partners too', () => {
    const passed_over = [1, 2].map((driver_id) => ({
      driver_id,
      indicativ: '7',
      reason: 'holds_another_offer' as const,
      ...passed,
    }))
    const others = { asked: [], passed_over: [{ reason: 'holds_another_offer' as const, count: 1 }] }
    expect(ringingElsewhere({ passed_over, others })).toBe(3)
    expect(searchPanelMessages.ringElsewhere(3)).toBe('3 șoferi sună la altă comandă')
    expect(searchPanelMessages.ringElsewhere(1)).toBe('1 șofer sună la altă comandă')
    expect(ringingElsewhere({ passed_over: [], others: { asked: [], passed_over: [] } })).toBe(0)
  })
  test('drivers without an offer are grouped by their reason, sorted by call sign as numbers', () => {
    expect(
      passedByReason([
        { ...passed, driver_id: 1, indicativ: '101', reason: 'busy' },
        { ...passed, driver_id: 2, indicativ: '20', reason: 'busy' },
        { ...passed, driver_id: 3, indicativ: '7', reason: 'beyond_limit', distance_m: 1240, distance_is_guess: true },
      ]),
    ).toEqual([
      {
        reason: 'busy',
        drivers: [
          { id: 2, sign: '20', far: '' },
          { id: 1, sign: '101', far: '' },
        ],
      },
      { reason: 'beyond_limit', drivers: [{ id: 3, sign: '7', far: '≈ 1,2 km' }] },
    ])
  })
})
