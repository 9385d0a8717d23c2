import { expect, test } from 'vitest'
import type { BanConditions } from '../search-rules.ts'
import { abortWalk, answerOffer, type OfferAnswer, receiptOfOffer } from './answer-offer.ts'
import { stepsFor } from './choose-interval.ts'
import {
  aDriver,
  aSearchRequest,
  aStand,
  aStep,
  at,
  CENTRE_ZONE,
  driverId,
  OTHER_ZONE,
  PICKUP,
  standId,
} from './testing/builders.ts'
import { type Cue, type Played, play } from './testing/play.ts'
import { walkSteps } from './walk-steps.ts'

const answers = (second: number, id: number, answer: OfferAnswer): Cue => ({
  at: second,
  does: (walk, now) => answerOffer(walk, driverId(id), answer, now),
})
const views = (second: number, id: number): Cue => ({
  at: second,
  does: (walk, now) => receiptOfOffer(walk, driverId(id), 'viewed', now),
})
const missesIn = ({ log }: Played) =>
  log.flatMap(({ at: second, effect }) =>
    effect.type === 'driver.missed' ? [{ at: second, id: Number(effect.driverId), rank: effect.rank }] : [],
  )
const offersMade = ({ log }: Played) =>
  log.flatMap(({ at: second, effect }) =>
    effect.type === 'offer.made' ? [[second, effect.offer.driverId, effect.offer.rank]] : [],
  )
const missesCount: BanConditions = {
  active: true,
  type: 'ban',
  drivers: { from: 1, to: 1 },
  count: 2,
  resetInterval: 60,
}
const endOf = ({ log, walk }: Played) => ({ status: walk.status, at: log.at(-1)?.at })
const fatesOf = ({ rounds }: Played) => rounds.map((r) => Object.fromEntries(r.offers.map((o) => [o.driverId, o.fate])))

test('a limit of two in the zone offers to the nearest two of three', () => {
  const played = play({
    steps: [aStep({ searchLimit: 2 })],
    drivers: [aDriver(1, { metres: 300 }), aDriver(2, { metres: 100 }), aDriver(3, { metres: 200 })],
  })
  expect(offersMade(played)).toEqual([
    [0, 2, 1],
    [0, 3, 2],
  ])
  expect(played.rounds[0]?.passedOver).toEqual({ lower_rank: [1] })
})

test('a priority window ranks the farthest first and offers two seconds earlier', () => {
  const drivers = [aDriver(1), aDriver(2, { metres: 200 }), aDriver(3, { metres: 300, highPriority: true })]
  const played = play({ steps: [aStep({ searchLimit: 2 })], drivers })
  expect(offersMade(played)).toEqual([
    [0, 3, 1],
    [2, 1, 2],
  ])
  expect(played.rounds[0]?.passedOver).toEqual({ lower_rank: [2] })
})

test('the head start is half the step when the step is short', () => {
  const drivers = [aDriver(1), aDriver(3, { metres: 300, highPriority: true })]
  expect(offersMade(play({ steps: [aStep({ searchSeconds: 3 })], drivers }))).toEqual([
    [0, 3, 1],
    [1.5, 1, 2],
  ])
})

test('after an acceptance during the head start the others have it as their reason', () => {
  const drivers = [aDriver(1), aDriver(3, { highPriority: true })]
  const played = play({ steps: [aStep()], drivers, cues: [answers(1, 3, 'accept')] })
  expect(played.rounds[0]?.passedOver).toEqual({ behind_priority: [1] })
})

test('in a rotation the first lets three seconds pass, the second accepts after one', () => {
  const played = play({
    steps: [aStep({ notificationMethod: 'by_rotation', searchSeconds: 3, banConditions: missesCount })],
    drivers: [aDriver(1, { metres: 100 }), aDriver(2, { metres: 200 }), aDriver(3, { metres: 300 })],
    cues: [views(1, 1), answers(4, 2, 'accept')],
  })
  expect(endOf(played)).toEqual({ status: 'accepted', at: 4 })
  expect(offersMade(played)).toEqual([
    [0, 1, 1],
    [3, 2, 2],
  ])
  expect(fatesOf(played)).toEqual([{ 1: 'seen_no_answer', 2: 'accepted' }])
  expect(missesIn(played)).toEqual([{ at: 4, id: 1, rank: 1 }])
  expect(played.rounds[0]?.passedOver).toEqual({ waiting_turn: [3] })
})

test.each([
  { skipEmptySteps: false, secondStepLasts: 6 },
  { skipEmptySteps: true, secondStepLasts: 1 },
])(
  'exclude_previous leaves the second step empty; it lasts $secondStepLasts s',
  ({ skipEmptySteps, secondStepLasts }) => {
    const played = play({
      steps: [aStep(), aStep({ excludePrevious: true })],
      drivers: [aDriver(1), aDriver(2)],
      skipEmptySteps,
    })
    expect(played.rounds[1]).toMatchObject({ offers: [], outcome: 'expired', closedAt: at(6 + secondStepLasts) })
    expect(played.rounds[1]?.passedOver).toEqual({ already_asked: [1, 2] })
  },
)

test.each([
  { skipEmptySteps: false, endsAfter: 12 },
  { skipEmptySteps: true, endsAfter: 2 },
])('without drivers two steps of 6 s are exhausted after $endsAfter s', ({ skipEmptySteps, endsAfter }) => {
  const played = play({
    steps: [aStep(), aStep({ searchType: 'by_radius', searchLimit: 5000 })],
    drivers: [],
    skipEmptySteps,
  })
  expect(endOf(played)).toEqual({ status: 'exhausted', at: endsAfter })
})

test('a pinned list outlives the steps: the order waits in it and is accepted at 30 s', () => {
  const played = play({
    steps: [aStep(), aStep({ notificationMethod: 'pending_pinned' })],
    drivers: (second) => [aDriver(1), aDriver(2, { isPaused: second < 20 })],
    cues: [answers(30, 2, 'accept')],
  })
  expect(played.log.find(({ effect }) => effect.type === 'walk.queued')?.at).toBe(12)
  expect(offersMade(played)).toEqual([
    [0, 1, 1],
    [6, 1, 1],
    [21, 2, 2],
  ])
  expect(fatesOf(played)).toEqual([{ 1: 'not_delivered' }, { 1: 'lost_race', 2: 'accepted' }])
  expect(endOf(played)).toEqual({ status: 'accepted', at: 30 })
})

test('two drivers accept in the same second: one wins, the other gets offer.taken', () => {
  const played = play({
    steps: [aStep()],
    drivers: [aDriver(1), aDriver(2), aDriver(3)],
    cues: [answers(2.5, 2, 'accept'), answers(2.5, 1, 'accept')],
  })
  expect(played.refusals).toEqual([null, 'offer.taken'])
  expect(fatesOf(played)).toEqual([{ 1: 'lost_race', 2: 'accepted', 3: 'lost_race' }])
  expect(played.log.at(-1)?.effect).toEqual({ type: 'walk.ended', status: 'accepted', driverId: 2 })
})

test('a cancellation while phones ring withdraws every offer', () => {
  const played = play({
    steps: [aStep({ banConditions: missesCount }), aStep()],
    drivers: [aDriver(1), aDriver(2)],
    cues: [views(1, 1), { at: 5, does: abortWalk }],
  })
  expect(missesIn(played)).toEqual([])
  expect(fatesOf(played)).toEqual([{ 1: 'withdrawn', 2: 'withdrawn' }])
  expect(endOf(played)).toEqual({ status: 'aborted', at: 5 })
  expect(played.rounds[0]?.outcome).toBe('withdrawn')
})

test('a driver about to finish a trip is left out, or ranked after all free drivers when the step shows busy ones', () => {
  const drivers = [
    aDriver(1, { metres: 900, isBusy: true, finishing: { destination: PICKUP, zoneId: CENTRE_ZONE } }),
    aDriver(2, { metres: 500 }),
  ]
  expect(offersMade(play({ steps: [aStep()], drivers }))).toEqual([[0, 2, 1]])
  const shown = play({ steps: [aStep({ showForBusyDrivers: true })], drivers })
  expect(offersMade(shown)).toEqual([
    [0, 2, 1],
    [0, 1, 2],
  ])
  expect(shown.rounds[0]?.offers[1]?.metres).toBe(0)
})

test('the first to arrive at the stand has rank 1 under by_distance though 5 m farther', () => {
  const played = play({
    request: aSearchRequest({ stands: [aStand(1)] }),
    steps: [aStep({ searchType: 'by_near_stand', searchLimit: 1000 })],
    drivers: [
      aDriver(1, { metres: 100, standId: standId(1), standSince: at(-60) }),
      aDriver(2, { metres: 105, standId: standId(1), standSince: at(-61) }),
    ],
  })
  expect(offersMade(played)).toEqual([
    [0, 2, 1],
    [0, 1, 2],
  ])
})

test('a driver who becomes free during an empty step gets an offer at the next evaluation', () => {
  const played = play({
    steps: [aStep()],
    drivers: (second) => [aDriver(1, { isPaused: second < 3 })],
    cues: [answers(5, 1, 'accept')],
  })
  expect(offersMade(played)).toEqual([[4, 1, 1]])
  expect(endOf(played)).toEqual({ status: 'accepted', at: 5 })
})

test('a driver who refused gets no second offer in this walk, one who let it ring does', () => {
  const played = play({ steps: [aStep(), aStep()], drivers: [aDriver(1), aDriver(2)], cues: [answers(1, 1, 'refuse')] })
  expect(offersMade(played)).toEqual([
    [0, 1, 1],
    [0, 2, 2],
    [6, 2, 1],
  ])
  expect(played.rounds[1]?.passedOver).toEqual({ refused_this_order: [1] })
})

test('in a rotation a refusal, and a driver going offline, pass the turn on', () => {
  const played = play({
    steps: [aStep({ notificationMethod: 'by_rotation' })],
    drivers: (second) => [
      aDriver(1, { metres: 100 }),
      aDriver(2, { metres: 200, isOnline: second < 2 }),
      aDriver(3, { metres: 300 }),
    ],
    cues: [answers(1, 1, 'refuse'), answers(5, 3, 'accept')],
  })
  expect(offersMade(played)).toEqual([
    [0, 1, 1],
    [1, 2, 2],
    [2, 3, 3],
  ])
  expect(fatesOf(played)).toEqual([{ 1: 'refused', 2: 'not_delivered', 3: 'accepted' }])
})

test('a rotation ends at once when the list is used up, and after twenty offers at the latest', () => {
  const rotation = aStep({ notificationMethod: 'by_rotation', searchSeconds: 3 })
  expect(endOf(play({ steps: [rotation], drivers: [aDriver(1), aDriver(2)] }))).toEqual({ status: 'exhausted', at: 6 })

  const many = play({ steps: [rotation], drivers: Array.from({ length: 30 }, (_, i) => aDriver(i + 1)) })
  expect(offersMade(many)).toHaveLength(20)
  expect(endOf(many)).toEqual({ status: 'exhausted', at: 60 })
})

test('a ringing driver who became busy elsewhere loses the offer without a miss', () => {
  const drivers = (second: number) => [aDriver(1, { isBusy: second >= 2 }), aDriver(2)]
  expect(fatesOf(play({ steps: [aStep()], drivers }))).toEqual([{ 1: 'withdrawn', 2: 'not_delivered' }])
})

test('a driver going off duty loses a ringing offer; one who only loses the network may still accept', () => {
  const drivers = (second: number) => [aDriver(1, { onShift: second < 2 }), aDriver(2, { isOnline: second < 2 })]
  const [round] = play({ steps: [aStep()], drivers }).rounds
  expect(round?.offers.map((offer) => [offer.driverId, offer.closedAt])).toEqual([
    [driverId(1), at(2)],
    [driverId(2), at(6)],
  ])
})

test('named drivers get offers first, all at once for 30 s, paused ones too; then the method runs', () => {
  const request = aSearchRequest({ namedDriverIds: [driverId(2), driverId(3)] })
  const steps = walkSteps([aStep()], { driverIds: request.namedDriverIds, onlyNamed: false })
  const drivers = [aDriver(1), aDriver(2, { isPaused: true, zoneId: OTHER_ZONE }), aDriver(3, { isOnline: false })]
  const played = play({ request, steps, drivers })
  expect(offersMade(played)).toEqual([
    [0, 2, 1],
    [30, 1, 1],
  ])
  expect(played.rounds[0]?.passedOver).toEqual({ offline: [3], not_named: [1] })
})

test('only the named drivers get offers when the dispatcher requested so', () => {
  const request = aSearchRequest({ namedDriverIds: [driverId(2)] })
  const steps = walkSteps([aStep()], { driverIds: request.namedDriverIds, onlyNamed: true })
  expect(endOf(play({ request, steps, drivers: [aDriver(1), aDriver(2)] }))).toEqual({
    status: 'exhausted',
    at: 30,
  })
})

test('without a method the fallback asks the nearest three within 5 km, and three more every three seconds', () => {
  const metres = [400, 4999, 300, 5001, 100, 200]
  const played = play({ steps: stepsFor(null), drivers: metres.map((far, i) => aDriver(i + 1, { metres: far })) })
  expect(offersMade(played)).toEqual([
    [0, 5, 1],
    [0, 6, 2],
    [0, 3, 3],
    [3, 1, 4],
    [3, 2, 5],
  ])
  expect(played.rounds.map((round) => round.passedOver)).toEqual([{ beyond_limit: [4] }])
  expect(endOf(played)).toEqual({ status: 'exhausted', at: 25 })
})

test('a round evaluated late closes at once, and the next one still has its full time', () => {
  const played = play({ steps: [aStep(), aStep()], drivers: [aDriver(1)], late: 7 })
  expect(played.rounds.map((r) => [r.startedAt, r.closedAt])).toEqual([
    [at(7), at(16)],
    [at(16), at(25)],
  ])
  expect(played.rounds.every((r) => r.offers.every((o) => o.expiresAt <= r.endsAt))).toBe(true)
})
