import { expect, test } from 'vitest'
import { answerOffer } from './answer-offer.ts'
import { countRound, explainDriver } from './explain.ts'
import { aDriver, aStep, at, driverId, OTHER_ZONE } from './testing/builders.ts'
import { play } from './testing/play.ts'

const { rounds } = play({
  steps: [aStep({ searchLimit: 1 }), aStep({ searchType: 'by_radius', searchLimit: 1000, excludePrevious: true })],
  drivers: [
    aDriver(1),
    aDriver(2, { metres: 500 }),
    aDriver(3, { zoneId: OTHER_ZONE, metres: 700 }),
    aDriver(4, { isPaused: true }),
  ],
  cues: [{ at: 8, does: (walk, now) => answerOffer(walk, driverId(3), 'accept', now) }],
})
const inShort = (id: number) =>
  explainDriver(rounds, driverId(id)).map(({ offer, because }) => (offer ? `${offer.rank} ${offer.fate}` : because))

test('explaining a driver: per round the rank and fate, or the reason', () => {
  expect(inShort(1)).toEqual(['1 not_delivered', 'already_asked'])
  expect(inShort(2)).toEqual(['lower_rank', '1 lost_race'])
  expect(inShort(3)).toEqual(['other_zone', '2 accepted'])
  expect(inShort(4)).toEqual(['paused', 'paused'])
  expect(inShort(5)).toEqual([null, null])
  expect(explainDriver(rounds, driverId(3))[1]).toMatchObject({
    roundNo: 2,
    searchType: 'by_radius',
    startedAt: at(6),
    offer: { metres: 700, viewedAt: at(8) },
  })
})

test('summary of a round: offers by fate and passed-over drivers by reason', () => {
  expect(rounds.map(countRound)).toEqual([
    { fates: { not_delivered: 1 }, reasons: { paused: 1, other_zone: 1, lower_rank: 1 } },
    { fates: { lost_race: 1, accepted: 1 }, reasons: { paused: 1, already_asked: 1 } },
  ])
})
