import { describe, expect, test } from 'vitest'
import {
  alarmsOf,
  DEFAULT_LIMITS,
  isGrantablePrefix,
  mustEndOfDispatcher,
  mustEndRunning,
  OUTGOING_LIMITS,
  type OutgoingLimit,
  type OutgoingRules,
  type OutgoingUse,
  priceClassOf,
  whyNotDialled,
} from './outgoing-calls.ts'

const RULES: OutgoingRules = { limits: DEFAULT_LIMITS, prefixes: [], isStopped: false }
const UNUSED = Object.fromEntries(OUTGOING_LIMITS.map((limit) => [limit, 0])) as OutgoingUse

describe('the price class of a number', () => {
  test.each([
    ['+40268401402', 'landline'],
    ['+40318001002', 'landline'],
    ['+40722333444', 'mobile'],
    ['+40800123456', 'free'],
    ['+4930123456', 'foreign'],
    ['+8613912345678', 'foreign'],
    ['+40900123456', null],
    ['+40903123456', null],
    ['+40906123456', null],
    ['+40801123456', null],
    ['+40870123456', null],
    ['+40722333', null],
    ['+407223334445', null],
    ['+40112', null],
    ['+88213777777', null],
    ['+88112345678', null],
    ['+88312345678', null],
    ['+97912345678', null],
    ['+87077312345', null],
  ])('%s: %s', (phone, expected) => expect(priceClassOf(phone)).toBe(expected))
})

describe('a number', () => {
  test('of Romania is dialled without a grant, one of another country with a grant of its prefix only', () => {
    expect(whyNotDialled(RULES, UNUSED, '+40722333444')).toBeNull()
    expect(whyNotDialled(RULES, UNUSED, '+37322123456')).toBe('call.country_not_allowed')
    const granted = { ...RULES, prefixes: ['+373'] }
    expect(whyNotDialled(granted, UNUSED, '+37322123456')).toBeNull()
    expect(whyNotDialled(granted, UNUSED, '+38022123456')).toBe('call.country_not_allowed')
  })

  test('satellite and premium numbers are refused, whatever was granted', () => {
    const granted = { ...RULES, prefixes: ['+8', '+88213', '+4090', '+9'] }
    for (const phone of ['+88213777777', '+40900123456', '+97912345678']) {
      expect(whyNotDialled(granted, UNUSED, phone)).toBe('call.number_not_allowed')
    }
  })

  test('is granted by a country code, never by one of satellites, premium services or Romania', () => {
    expect(['+49', '+1', '+3906'].filter(isGrantablePrefix)).toEqual(['+49', '+1', '+3906'])
    expect(
      ['', '+', '49', '+049', '+881', '+88213', '+979', '+40', '+40900', '+12345678'].filter(isGrantablePrefix),
    ).toEqual([])
  })
})

describe('a limit', () => {
  test.each([
    ['open_calls', 'call.too_many_outgoing'],
    ['day_calls', 'call.day_calls_used'],
    ['day_minutes', 'call.day_minutes_used'],
    ['day_bani', 'call.day_money_used'],
    ['dispatcher_open_calls', 'call.dispatcher_too_many_outgoing'],
    ['dispatcher_day_calls', 'call.dispatcher_calls_used'],
    ['dispatcher_day_minutes', 'call.dispatcher_minutes_used'],
    ['dispatcher_day_bani', 'call.dispatcher_money_used'],
  ] as const)('of %s lets the last call out and refuses the next', (limit, refusal) => {
    const last = { ...UNUSED, [limit]: DEFAULT_LIMITS[limit] - 1 }
    expect(whyNotDialled(RULES, last, '+40722333444')).toBeNull()
    expect(whyNotDialled(RULES, { ...UNUSED, [limit]: DEFAULT_LIMITS[limit] }, '+40722333444')).toBe(refusal)
  })

  test('of zero refuses every call and raises no alarm', () => {
    const closed = { ...RULES, limits: { ...DEFAULT_LIMITS, day_calls: 0 } }
    expect(whyNotDialled(closed, UNUSED, '+40722333444')).toBe('call.day_calls_used')
    expect(alarmsOf(closed, UNUSED)).toEqual([])
  })

  test('raises an alarm at 80 and at 100 percent', () => {
    const rules = { ...RULES, limits: { ...DEFAULT_LIMITS, day_calls: 10, day_bani: 100 } }
    expect(alarmsOf(rules, { ...UNUSED, day_calls: 7, day_bani: 79 })).toEqual([])
    expect(alarmsOf(rules, { ...UNUSED, day_calls: 8, day_bani: 100 })).toEqual([
      { limit: 'day_calls', percent: 80 },
      { limit: 'day_bani', percent: 100 },
    ])
  })
})

test('a stop refuses every call and ends running ones; so do used up minutes and money, but not a used up number of calls', () => {
  const stopped = { ...RULES, isStopped: true }
  expect(whyNotDialled(stopped, UNUSED, '+40722333444')).toBe('call.outgoing_stopped')
  expect(mustEndRunning(stopped, UNUSED)).toBe(true)
  const usedUp = (limit: OutgoingLimit) => ({ ...UNUSED, [limit]: DEFAULT_LIMITS[limit] })
  expect(OUTGOING_LIMITS.filter((limit) => mustEndRunning(RULES, usedUp(limit)))).toEqual(['day_minutes', 'day_bani'])
  const ofOne = OUTGOING_LIMITS.filter((limit) => mustEndOfDispatcher(RULES, usedUp(limit)))
  expect(ofOne).toEqual(['dispatcher_day_minutes', 'dispatcher_day_bani'])
})
