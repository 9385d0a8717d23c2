import { describe, expect, test } from 'vitest'
import { asId, type ZoneId } from '../kernel/ids.ts'
import { chooseLead, type Lead, type LeadFacts, type PromiseProblem, promiseProblem } from './lead.ts'
import type { LearnedTime } from './learned-times.ts'

const centre: LearnedTime = { zoneId: asId<ZoneId>(7), hour: 20, minutes: 9, orders: 40, unserved: 2 }
const company: LearnedTime = { zoneId: null, hour: 20, minutes: 22, orders: 300, unserved: 30 }
const learning = { minutes: 15, isLearned: true }
const fixed = { minutes: 25, isLearned: false }
const facts = (input: Partial<LeadFacts>): LeadFacts => ({ own: null, rule: learning, learned: [], ...input })

describe('the lead of an order', () => {
  const fewTrips = { ...centre, minutes: null }
  const table: [string, LeadFacts, Partial<Lead>][] = [
    ['without trips: the company’s number, a guess', facts({}), { minutes: 15, source: 'default', needed: null }],
    ['of its zone', facts({ learned: [centre, company] }), { minutes: 9, source: 'learned', needed: 9 }],
    [
      'a pickup without a learned zone: of the company',
      facts({ learned: [company] }),
      { minutes: 22, source: 'learned' },
    ],
    ['a zone with too few trips: of the company', facts({ learned: [fewTrips, company] }), { minutes: 22 }],
    ['too few trips anywhere', facts({ learned: [fewTrips] }), { minutes: 15, source: 'default', needed: null }],
    ['its own minutes', facts({ own: 40, learned: [centre] }), { minutes: 40, source: 'rule', needed: 9 }],
    ['its own minutes, zero too', facts({ own: 0 }), { minutes: 0, source: 'rule', needed: null }],
    [
      'a company that set its number',
      facts({ rule: fixed, learned: [centre] }),
      { minutes: 25, source: 'rule', needed: 25 },
    ],
    [
      'its own minutes beside the company’s',
      facts({ own: 40, rule: fixed }),
      { minutes: 40, source: 'rule', needed: 25 },
    ],
  ]
  test.each(table)('%s', (_name, input, lead) => {
    expect(chooseLead(input)).toMatchObject(lead)
  })

  test('the chances are those of the nearest area with enough orders, and none where the company does not learn', () => {
    expect(chooseLead(facts({ learned: [fewTrips, company] })).chances).toEqual({ orders: 40, unserved: 2 })
    expect(chooseLead(facts({ rule: fixed, learned: [company] })).chances).toBeNull()
  })
})

describe('a departure that cannot be promised', () => {
  const now = new Date('2026-03-01T18:00:00Z')
  const often = { orders: 40, unserved: 2 }
  const lead = (input: Partial<Lead>): Lead => ({
    minutes: 18,
    source: 'learned',
    needed: 18,
    chances: often,
    ...input,
  })
  const tooSoon = (leftMinutes: number): PromiseProblem => ({ reason: 'too_soon', neededMinutes: 18, leftMinutes })
  const rarely = { orders: 40, unserved: 10 }
  const table: [string, string, Lead, PromiseProblem | null][] = [
    ['enough time', '18:18:00', lead({}), null],
    ['a second too little', '18:17:59', lead({}), tooSoon(17)],
    ['hours ahead', '22:00:00', lead({}), null],
    ['hours ahead, with too short a lead of its own', '22:00:00', lead({ minutes: 5, source: 'rule' }), tooSoon(5)],
    ['a guess doubts nothing', '18:05:00', lead({ source: 'default', minutes: 15, needed: null }), null],
    ['for now', '18:00:00', lead({}), null],
    ['past', '17:56:00', lead({}), null],
    ['a quarter found nobody', '22:00:00', lead({ chances: rarely }), { reason: 'rarely_served', ...rarely }],
    ['one less than a quarter', '22:00:00', lead({ chances: { orders: 40, unserved: 9 } }), null],
    ['too little time is said first', '18:10:00', lead({ chances: rarely }), tooSoon(10)],
  ]
  test.each(table)('%s', (_name, time, input, problem) => {
    expect(promiseProblem(input, { departureAt: new Date(`2026-03-01T${time}Z`), now })).toEqual(problem)
  })
})
