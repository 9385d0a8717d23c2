import { describe, expect, test } from 'vitest'
import type { BanConditions } from '../search-rules.ts'
import { abortWalk, answerOffer, receiptOfOffer } from './answer-offer.ts'
import { judgeMisses } from './judge-misses.ts'
import { aDriver, aStep, at, driverId, PARTNER } from './testing/builders.ts'
import { type Cue, play, type Script } from './testing/play.ts'
import type { DriverFacts, WalkStep } from './walk.ts'

const CONDITIONS: BanConditions = {
  active: true,
  type: 'ban',
  drivers: { from: 1, to: 2 },
  count: 3,
  resetInterval: 60,
}
const sees = (second: number, id: number): Cue => ({
  at: second,
  does: (walk, now) => receiptOfOffer(walk, driverId(id), 'viewed', now),
})
const gets = (second: number, id: number): Cue => ({
  at: second,
  does: (walk, now) => receiptOfOffer(walk, driverId(id), 'delivered', now),
})
const takes = (second: number, id: number): Cue => ({
  at: second,
  does: (walk, now) => answerOffer(walk, driverId(id), 'accept', now),
})
const refuses = (second: number, id: number): Cue => ({
  at: second,
  does: (walk, now) => answerOffer(walk, driverId(id), 'refuse', now),
})
const calledOff = (second: number): Cue => ({ at: second, does: abortWalk })

interface Case {
  step?: Partial<WalkStep>
  bans?: Partial<BanConditions>
  drivers?: Script['drivers']
  cues: Cue[]
}
/** 'driver by rank at second' of every miss. Three drivers, ranks 1, 2 and 3, in a step of 10 s. */
function misses({ step, bans, drivers, cues }: Case): string[] {
  const rules = aStep({ searchSeconds: 10, banConditions: { ...CONDITIONS, ...bans }, ...step })
  const { log } = play({ steps: [rules], drivers: drivers ?? three(), cues, until: 60 })
  return log.flatMap(({ at: second, effect }) =>
    effect.type === 'driver.missed' ? [`${effect.driverId} by ${effect.rank} at ${second}`] : [],
  )
}
function three(first: Partial<DriverFacts> = {}): DriverFacts[] {
  return [aDriver(1, { metres: 100, ...first }), aDriver(2, { metres: 200 }), aDriver(3, { metres: 300 })]
}
const rotation = { notificationMethod: 'by_rotation' as const, searchSeconds: 4 }

describe('conditions under which an offer counts as a miss', () => {
  test.each<[string, Case, string[]]>([
    ['seen and let ring to the end, nobody took it', { cues: [sees(1, 1)] }, ['1 by 1 at 10']],
    [
      'everybody within the ranks is judged',
      { cues: [sees(1, 1), sees(1, 2), sees(1, 3)] },
      ['1 by 1 at 10', '2 by 2 at 10'],
    ],
    ['refused', { cues: [refuses(1, 1)] }, ['1 by 1 at 10']],
    ['refused at once, in time enough to think', { cues: [refuses(0.5, 2)] }, ['2 by 2 at 10']],
    ['refused, and a worse rank took it', { cues: [refuses(1, 1), takes(5, 3)] }, ['1 by 1 at 5']],
    ['refused before a better rank took it', { cues: [refuses(1, 2), takes(5, 1)] }, ['2 by 2 at 5']],
    ['seen, and a worse rank took it', { cues: [sees(1, 1), takes(5, 3)] }, ['1 by 1 at 5']],
    ['the turn in a rotation seen and let pass', { step: rotation, cues: [sees(1, 1), takes(5, 2)] }, ['1 by 1 at 5']],
    [
      'every seen turn of a rotation nobody took',
      { step: rotation, cues: [sees(1, 1), sees(5, 2)] },
      ['1 by 1 at 12', '2 by 2 at 12'],
    ],
    [
      'gone offline after five seconds',
      { cues: [sees(1, 1)], drivers: (second) => three({ isOnline: second < 6 }) },
      ['1 by 1 at 10'],
    ],
    [
      'off duty after five seconds',
      { cues: [sees(1, 1)], drivers: (second) => three({ onShift: second < 6 }) },
      ['1 by 1 at 10'],
    ],
    [
      'the turn had run out before the order was canceled',
      { step: rotation, cues: [sees(1, 1), calledOff(5)] },
      ['1 by 1 at 5'],
    ],
    [
      'a window of exactly three seconds',
      { step: { ...rotation, searchSeconds: 3 }, cues: [sees(1, 1), takes(4, 2)] },
      ['1 by 1 at 4'],
    ],
    ['a worse rank took it after exactly three seconds', { cues: [sees(1, 1), takes(3, 3)] }, ['1 by 1 at 3']],
  ])('%s', (_case, evening, expected) => expect(misses(evening)).toEqual(expected))
})

describe('conditions under which an offer never counts', () => {
  test.each<[string, Case]>([
    ['conditions that are switched off', { bans: { active: false }, cues: [refuses(1, 1), sees(1, 2)] }],
    ['an offer that never arrived', { cues: [] }],
    ['an offer that arrived and was not seen', { cues: [gets(1, 1), gets(1, 2)] }],
    ['a rank above the range', { bans: { drivers: { from: 2, to: 3 } }, cues: [refuses(1, 1)] }],
    ['a rank below the range', { bans: { drivers: { from: 1, to: 1 } }, cues: [refuses(1, 2), sees(1, 3)] }],
    ['a better rank took it first', { cues: [sees(1, 2), takes(5, 1)] }],
    ['the order was canceled while it rang', { cues: [sees(1, 1), calledOff(9)] }],
    ['refused, and the order was canceled before the end', { cues: [refuses(1, 1), calledOff(9)] }],
    ['offline within five seconds', { cues: [sees(1, 1)], drivers: (second) => three({ isOnline: second < 4 }) }],
    ['off duty within five seconds', { cues: [sees(1, 1)], drivers: (second) => three({ onShift: second < 4 }) }],
    [
      'offline within five seconds, in a rotation',
      { step: rotation, cues: [sees(1, 1)], drivers: (second) => three({ isOnline: second < 2 }) },
    ],
    ['less than three seconds until a worse rank took it', { cues: [sees(1, 1), takes(2.999, 3)] }],
    ['a window shorter than three seconds', { step: { searchSeconds: 2 }, cues: [sees(1, 1), refuses(1, 2)] }],
    ['a partner’s driver', { cues: [refuses(1, 1)], drivers: [aDriver(1, { companyId: PARTNER })] }],
    ['taken away because busy elsewhere', { cues: [sees(1, 1)], drivers: (second) => three({ isBusy: second > 3 }) }],
    ['the winner', { cues: [takes(9, 1)] }],
    ['an entry of a pending list', { step: { notificationMethod: 'pending' }, cues: [sees(1, 1), refuses(1, 2)] }],
    [
      'an entry of a pinned list',
      { step: { notificationMethod: 'pending_pinned' }, cues: [refuses(1, 2), takes(40, 1)] },
    ],
  ])('%s', (_case, evening) => expect(misses(evening)).toEqual([]))
})

describe('accepting from a pinned list while phones ring', () => {
  const evening = (cues: Cue[]) => {
    const steps = [
      aStep({ notificationMethod: 'pending_pinned', searchSeconds: 1, searchLimit: 1 }),
      aStep({ searchSeconds: 10, banConditions: CONDITIONS, excludePrevious: true }),
    ]
    const { log } = play({ steps, drivers: three(), cues })
    return log.flatMap(({ effect }) => (effect.type === 'driver.missed' ? [effect.driverId] : []))
  }
  test('is a miss for none of them', () => expect(evening([sees(2, 2), takes(9, 1)])).toEqual([]))
  test('does not forgive a refusal', () => expect(evening([refuses(2, 2), takes(9, 1)])).toEqual([2]))
})

describe('consequences of misses', () => {
  const minutes = (...ago: number[]) => ago.map((minute) => at(-60 * minute))
  test.each<[string, Partial<BanConditions>, Date[], 'ban' | 'reset' | null]>([
    ['one short of the count', {}, minutes(0, 10), null],
    ['the count', {}, minutes(0, 10, 20), 'ban'],
    ['more than the count', {}, minutes(0, 1, 2, 3), 'ban'],
    ['one has slid out of the last hour', {}, minutes(0, 10, 60.001), null],
    ['the first exactly an hour ago', {}, minutes(0, 10, 60), 'ban'],
    ['a reset instead of a ban', { type: 'reset' }, minutes(0, 10, 20), 'reset'],
    ['a count of one', { count: 1 }, minutes(0), 'ban'],
    ['a short memory', { resetInterval: 5 }, minutes(0, 4, 6), null],
    ['switched off', { active: false }, minutes(0, 1, 2), null],
    ['none left', {}, [], null],
  ])('%s', (_case, rules, missesAt, verdict) =>
    expect(judgeMisses({ ...CONDITIONS, ...rules }, missesAt, at(0))).toBe(verdict),
  )
})

test('a miss carries the conditions of its step', () => {
  const { log } = play({
    steps: [aStep({ searchSeconds: 10, banConditions: CONDITIONS })],
    drivers: three(),
    cues: [sees(1, 1)],
  })
  expect(log.map(({ effect }) => effect.type).slice(-3)).toEqual(['round.closed', 'driver.missed', 'walk.ended'])
  expect(log.at(-2)?.effect).toEqual({
    type: 'driver.missed',
    roundNo: 1,
    driverId: 1,
    rank: 1,
    conditions: CONDITIONS,
  })
})

test('going offline is recorded with the offer once, at the first evaluation that shows it', () => {
  const { rounds, log } = play({
    steps: [aStep({ searchSeconds: 10 })],
    drivers: (second) => three({ isOnline: second < 3 || second > 7 }),
    cues: [],
  })
  expect(rounds[0]?.offers[0]?.offlineAt).toEqual(at(4))
  expect(log.filter(({ effect }) => effect.type === 'offer.noted')).toHaveLength(1)
})

const twoAnHour: BanConditions = { ...CONDITIONS, drivers: { from: 1, to: 1 }, count: 2 }

/** An evening of a driver who sees the first order and every later one and lets all of them ring. */
function ignores(orders: number, conditions: BanConditions, since: (misses: Date[], now: Date) => void) {
  const misses: Date[] = []
  for (let order = 0; order < orders; order++) {
    const played = play({
      steps: [aStep({ banConditions: conditions })],
      drivers: [aDriver(1)],
      cues: [sees(1, 1)],
    })
    for (const { at: second, effect } of played.log)
      if (effect.type === 'driver.missed') misses.push(at(order * 600 + second))
    since(misses, at(order * 600 + 6))
  }
}

test('the second miss within the hour bans for an hour, so the third order is not offered', () => {
  const verdicts: unknown[] = []
  ignores(2, twoAnHour, (misses, now) => verdicts.push(judgeMisses(twoAnHour, misses, now)))
  expect(verdicts).toEqual([null, 'ban'])
  const third = play({ steps: [aStep()], drivers: [aDriver(1, { bannedUntil: at(3600) })] })
  expect(third.rounds[0]?.offers).toEqual([])
  expect(third.rounds[0]?.passedOver).toEqual({ banned: [1] })
})

test('a reset moves the idle time to now, and the next order by idle time ranks the driver last', () => {
  const reset: BanConditions = { ...twoAnHour, type: 'reset' }
  const idleFrom = [at(-900)]
  ignores(2, reset, (misses, now) => {
    if (judgeMisses(reset, misses, now) === 'reset') idleFrom.push(now)
  })
  expect(idleFrom).toEqual([at(-900), at(606)])
  const next = play({
    steps: [aStep({ searchOrderBy: 'by_idle_from' })],
    drivers: [aDriver(1, { idleFrom: idleFrom.at(-1) ?? null }), aDriver(2, { idleFrom: at(-5) })],
  })
  expect(next.rounds[0]?.offers.map((offer) => offer.driverId)).toEqual([2, 1])
})
