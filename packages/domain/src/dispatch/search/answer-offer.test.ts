import { describe, expect, test } from 'vitest'
import { advanceWalk } from './advance-walk.ts'
import { abortWalk, answerOffer, offerNotPlaced, receiptOfOffer } from './answer-offer.ts'
import { aDriver, aSearchRequest, aStep, at, driverId, START } from './testing/builders.ts'
import { type DriverFacts, startWalk, type Walk, type WalkStep } from './walk.ts'

const scene = (drivers: DriverFacts[]) => ({ request: aSearchRequest(), drivers })
const three = [1, 2, 3].map((id) => aDriver(id, { metres: id * 100 }))
const running = (step: Partial<WalkStep> = {}, drivers = three): Walk =>
  advanceWalk(
    startWalk(
      { orderId: aSearchRequest().orderId, walkNo: 1, steps: [aStep(step), aStep(step)], skipEmptySteps: false },
      START,
    ),
    scene(drivers),
    START,
  ).walk
const answers = (walk: Walk, id: number, answer: 'accept' | 'refuse', second: number) =>
  answerOffer(walk, driverId(id), answer, at(second))
const gets = (walk: Walk, id: number, receipt: 'delivered' | 'viewed', second: number) =>
  receiptOfOffer(walk, driverId(id), receipt, at(second)).walk
const fates = (walk: Walk) => walk.round?.offers.map((offer) => offer.fate)

describe('a late answer is refused with its reason', () => {
  test.each([
    ['never asked', 'offer.unknown', () => answers(running(), 9, 'accept', 1)],
    [
      'the very second the offer ends, before anybody swept it',
      'offer.expired',
      () => answers(running(), 1, 'accept', 6),
    ],
    ['a no after the end', 'offer.expired', () => answers(running(), 1, 'refuse', 6)],
    ['a yes after an own no', 'offer.expired', () => answers(answers(running(), 1, 'refuse', 1).walk, 1, 'accept', 2)],
    ['another was faster', 'offer.taken', () => answers(answers(running(), 2, 'accept', 1).walk, 1, 'accept', 2)],
    [
      'another was faster, and this one was never asked',
      'offer.unknown',
      () => answers(answers(running(), 2, 'accept', 1).walk, 9, 'accept', 2),
    ],
    ['the order was canceled', 'offer.canceled', () => answers(abortWalk(running(), at(1)).walk, 1, 'accept', 2)],
    [
      'asked in an earlier round only',
      'offer.expired',
      () => {
        const second = advanceWalk(running(), scene(three.slice(1)), at(6)).walk
        return answers(second, 1, 'accept', 7)
      },
    ],
    [
      'the search gave up',
      'offer.expired',
      () => {
        const second = advanceWalk(running(), scene([]), at(6)).walk
        return answers(advanceWalk(second, scene([]), at(12)).walk, 1, 'accept', 13)
      },
    ],
  ])('%s', (_case, code, answer) => expect(answer).toThrow(expect.objectContaining({ code })))
})

test('a repeated acceptance of the winner changes nothing', () => {
  const won = answers(running(), 1, 'accept', 1)
  expect(answers(won.walk, 1, 'accept', 2)).toEqual({ walk: won.walk, effects: [], dueAt: null })
})

test('an acceptance ends the walk: its effects close the offers, then the round, then the walk', () => {
  const { effects, dueAt } = answers(running(), 2, 'accept', 1)
  expect(effects.map((e) => e.type)).toEqual([
    'offer.closed',
    'offer.closed',
    'offer.closed',
    'round.closed',
    'walk.ended',
  ])
  expect(dueAt).toBe(null)
})

test('an unanswered offer ends by its last receipt', () => {
  let walk = gets(running(), 1, 'viewed', 2)
  walk = gets(walk, 2, 'delivered', 2)
  const { effects } = advanceWalk(walk, scene(three), at(6))
  const ended = effects.flatMap((e) => (e.type === 'offer.closed' ? [e.offer.fate] : []))
  expect(ended).toEqual(['seen_no_answer', 'delivered_not_seen', 'not_delivered'])
})

test('an answer implies that the offer was seen', () => {
  const offer = answers(running(), 1, 'refuse', 2).walk.round?.offers[0]
  expect(offer).toMatchObject({ fate: 'refused', deliveredAt: at(2), viewedAt: at(2), closedAt: at(2) })
})

test('receipts are recorded once, and not after the end; a driver without an offer gets an error', () => {
  const viewed = gets(running(), 1, 'viewed', 2)
  expect(gets(viewed, 1, 'viewed', 3)).toBe(viewed)
  expect(gets(viewed, 1, 'delivered', 3)).toBe(viewed)
  expect(gets(viewed, 2, 'viewed', 6)).toBe(viewed)
  expect(() => gets(viewed, 9, 'viewed', 3)).toThrow(expect.objectContaining({ code: 'offer.unknown' }))
})

test('an offer the database refused does not count: the ranks behind move up and the driver waits for the next tick', () => {
  const { walk, effects } = offerNotPlaced(running(), driverId(1), 'holds_another_offer', START)
  expect(effects).toEqual([])
  expect(walk.round?.offers.map((o) => [o.driverId, o.rank])).toEqual([
    [2, 1],
    [3, 2],
  ])
  expect(walk.round?.passedOver).toEqual({ holds_another_offer: [1] })
  const ticked = advanceWalk(walk, scene(three), at(2)).walk
  expect(ticked.round?.offers.map((o) => [o.driverId, o.rank])).toEqual([
    [2, 1],
    [3, 2],
    [1, 3],
  ])
})

test('a rotation offers to the next driver at once when an offer could not be placed, and waits as an empty step when none could', () => {
  const walk = running({ notificationMethod: 'by_rotation' }, three.slice(0, 2))
  const first = offerNotPlaced(walk, driverId(1), 'busy', START)
  expect(first.dueAt).toEqual(START)
  const second = advanceWalk(first.walk, scene(three.slice(0, 2)), START)
  expect(second.walk.round?.offers.map((o) => [o.driverId, o.rank, o.fate])).toEqual([[2, 1, 'open']])
  const neither = advanceWalk(
    offerNotPlaced(second.walk, driverId(2), 'busy', START).walk,
    scene(three.slice(0, 2)),
    START,
  )
  expect(neither.walk.round).toMatchObject({ offers: [], passedOver: { busy: [1, 2] }, endsAt: at(6) })
  expect(neither.dueAt).toEqual(at(2))
})

test('where empty steps are skipped, a step whose only offer was not placed is over after a second', () => {
  const one = [aDriver(1)]
  const begun = startWalk(
    { orderId: aSearchRequest().orderId, walkNo: 1, steps: [aStep()], skipEmptySteps: true },
    START,
  )
  const refused = offerNotPlaced(advanceWalk(begun, scene(one), START).walk, driverId(1), 'busy', START)
  expect(refused.dueAt).toEqual(at(1))
  expect(advanceWalk(refused.walk, scene(one), at(1)).walk.status).toBe('exhausted')
})

test('after a refusal in a rotation the walk is due at once; under `all` it is not', () => {
  expect(answers(running({ notificationMethod: 'by_rotation' }), 1, 'refuse', 1).dueAt).toEqual(at(1))
  expect(answers(running(), 1, 'refuse', 1).dueAt).toEqual(at(2))
})

test('a cancellation after the offers expired does not mark them withdrawn', () => {
  expect(fates(abortWalk(running(), at(7)).walk)).toEqual(['not_delivered', 'not_delivered', 'not_delivered'])
})

test('the walk remembers offered drivers by ascending id, whatever their ranks were', () => {
  const farFirst = [1, 2, 3].map((id) => aDriver(id, { metres: 1000 - id * 100 }))
  const second = advanceWalk(running({}, farFirst), scene([]), at(6)).walk
  expect(second.offeredBefore).toEqual([1, 2, 3])
})

test('an ended walk cannot be aborted again', () => {
  const won = answers(running(), 1, 'accept', 1).walk
  expect(abortWalk(won, at(2))).toEqual({ walk: won, effects: [], dueAt: null })
})
