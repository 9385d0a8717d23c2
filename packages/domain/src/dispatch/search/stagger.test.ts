import { expect, test } from 'vitest'
import { answerOffer } from './answer-offer.ts'
import { aDriver, aStep, at, driverId } from './testing/builders.ts'
import { type Played, play } from './testing/play.ts'

const offersBySecond = ({ log }: Played) =>
  log.flatMap(({ at: second, effect }) => (effect.type === 'offer.made' ? [[second, effect.offer.driverId]] : []))
const seven = [1, 2, 3, 4, 5, 6, 7].map((id) => aDriver(id, { metres: id * 100 }))
const inGroups = aStep({ searchSeconds: 10, stagger: { drivers: 3, seconds: 4 } })

test('the nearest three get offers at once, three more every four seconds', () => {
  const played = play({ steps: [inGroups], drivers: seven })
  expect(offersBySecond(played)).toEqual([
    [0, 1],
    [0, 2],
    [0, 3],
    [4, 4],
    [4, 5],
    [4, 6],
    [8, 7],
  ])
  expect(played.rounds[0]?.closedAt).toEqual(at(10))
})

test('drivers not released yet wait for the next group, and an acceptance ends the release', () => {
  const played = play({
    steps: [inGroups],
    drivers: seven,
    cues: [{ at: 5, does: (walk, now) => answerOffer(walk, driverId(4), 'accept', now) }],
  })
  expect(played.rounds[0]?.passedOver).toEqual({ waiting_group: [7] })
})

test('a refusal does not release the next group earlier', () => {
  const played = play({
    steps: [aStep({ searchSeconds: 10, stagger: { drivers: 1, seconds: 5 } })],
    drivers: seven.slice(0, 2),
    cues: [{ at: 1, does: (walk, now) => answerOffer(walk, driverId(1), 'refuse', now) }],
  })
  expect(offersBySecond(played)).toEqual([
    [0, 1],
    [5, 2],
  ])
})

test('priority drivers have their head start inside the first group', () => {
  const drivers = [...seven.slice(0, 4), aDriver(8, { metres: 900, highPriority: true })]
  expect(offersBySecond(play({ steps: [inGroups], drivers }))).toEqual([
    [0, 8],
    [2, 1],
    [2, 2],
    [4, 3],
    [4, 4],
  ])
})

test('a round evaluated late releases the overdue groups, and each driver once', () => {
  const played = play({ steps: [inGroups], drivers: seven, late: 5, waitSeconds: 0 })
  expect(offersBySecond(played).map(([second]) => second)).toEqual([5, 5, 5, 12, 12, 12])
  expect(played.rounds[0]?.passedOver).toEqual({ waiting_group: [7] })
})

test('groups count within the number of drivers of a zone step', () => {
  const played = play({ steps: [{ ...inGroups, searchLimit: 4 }], drivers: seven })
  expect(offersBySecond(played).map(([, id]) => id)).toEqual([1, 2, 3, 4])
  expect(played.rounds[0]?.passedOver).toEqual({ lower_rank: [5, 6, 7] })
})
