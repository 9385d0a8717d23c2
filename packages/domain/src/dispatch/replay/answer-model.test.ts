import { expect, test } from 'vitest'
import { asId, type DriverId } from '../../kernel/ids.ts'
import { answerTo } from './answer-model.ts'
import { roll } from './dice.ts'
import { learnAnswers, type PastOffer } from './learn-answers.ts'

const EAGER = asId<DriverId>(1)
const LAZY = asId<DriverId>(2)
const OTHER = asId<DriverId>(3)

function offers(driverId: DriverId, count: number, of: Partial<PastOffer>): PastOffer[] {
  const usual = { metres: 800, hour: 10, isRinging: true, isDelivered: true, isSeen: true, answer: null, seconds: 10 }
  return Array.from({ length: count }, () => ({ ...usual, driverId, ...of }))
}

/** Number of acceptances within `seconds`, out of a thousand offers to the driver. */
function yeses(
  past: PastOffer[],
  driverId: DriverId,
  seconds: number,
  of: { metres?: number; isRinging?: boolean } = {},
): number {
  const model = learnAnswers(past)
  let count = 0
  for (let i = 0; i < 1000; i++) {
    const { answer } = answerTo(model, {
      driverId,
      metres: 800,
      hour: 10,
      isRinging: true,
      ...of,
      roll: (nth) => roll(5, i, nth),
    })
    if (answer?.reply === 'accept' && answer.after < seconds * 1000) count += 1
  }
  return count
}

const MIXED = [...offers(EAGER, 60, { answer: 'yes', seconds: 3 }), ...offers(LAZY, 60, {})]

test('a driver who accepted in three seconds does so again; one who let offers pass mostly does', () => {
  expect(yeses(MIXED, EAGER, 10)).toBeGreaterThan(850)
  expect(yeses(MIXED, LAZY, 10)).toBeLessThan(250)
})

test("an unknown driver answers like the company's average", () => {
  const known = yeses(MIXED, OTHER, 10)
  expect(known).toBeGreaterThan(yeses(MIXED, LAZY, 10))
  expect(known).toBeLessThan(yeses(MIXED, EAGER, 10))
})

test('a longer step gives more time to accept', () => {
  const slow = [...offers(OTHER, 40, { answer: 'yes', seconds: 9 }), ...offers(OTHER, 40, { seconds: 10 })]
  expect(yeses(slow, OTHER, 20)).toBeGreaterThan(yeses(slow, OTHER, 5) + 200)
})

test('a driver who lost a race after two seconds had not refused', () => {
  const won = offers(EAGER, 40, { answer: 'yes', seconds: 4 })
  const lostEarly = yeses([...won, ...offers(EAGER, 40, { seconds: 2 })], EAGER, 10)
  const letPass = yeses([...won, ...offers(EAGER, 40, { seconds: 10 })], EAGER, 10)
  expect(lostEarly).toBeGreaterThan(letPass + 150)
})

test('a driver who always answers after seven seconds does so where nobody is faster', () => {
  const past = [
    ...offers(EAGER, 200, { answer: 'yes', seconds: 3 }),
    ...offers(OTHER, 200, { seconds: 3 }),
    ...offers(OTHER, 80, { answer: 'yes', seconds: 7 }),
  ]
  expect(yeses(past, OTHER, 10)).toBeGreaterThan(770)
  expect(yeses(past, OTHER, 4)).toBeLessThan(100)
})

test('far offers are accepted less often where the past shows it', () => {
  const past = [
    ...offers(OTHER, 80, { answer: 'yes', seconds: 4, metres: 300 }),
    ...offers(OTHER, 80, { metres: 5000 }),
  ]
  expect(yeses(past, OTHER, 10, { metres: 300 })).toBeGreaterThan(yeses(past, OTHER, 10, { metres: 5000 }) + 300)
})

test('an offer that never arrives is not seen and not answered', () => {
  const model = learnAnswers(offers(OTHER, 400, { isDelivered: false, isSeen: false }))
  const answers = Array.from({ length: 200 }, (_, i) =>
    answerTo(model, { driverId: OTHER, metres: 1, hour: 1, isRinging: true, roll: (nth) => roll(1, i, nth) }),
  )
  expect(answers.filter(({ deliveredAfter }) => deliveredAfter === null).length).toBeGreaterThan(170)
  expect(answers.every((a) => a.deliveredAfter !== null || (a.seenAfter === null && a.answer === null))).toBe(true)
})

test('an entry in the pending list is answered less often than one that rings', () => {
  const past = [...offers(OTHER, 40, { answer: 'yes', seconds: 4 }), ...offers(OTHER, 40, {})]
  expect(yeses(past, OTHER, 10, { isRinging: false })).toBeLessThan(yeses(past, OTHER, 10) - 50)
})
