import { describe, expect, test } from 'vitest'
import { asId, type OrderId } from '../../kernel/ids.ts'
import { advanceWalk } from './advance-walk.ts'
import { abortWalk, answerOffer, type OfferAnswer, offerNotPlaced, receiptOfOffer } from './answer-offer.ts'
import { aDriver, aSearchRequest, aStep, at, driverId, OTHER_ZONE, START } from './testing/builders.ts'
import { type Cue, type Played, play } from './testing/play.ts'
import { type DriverFacts, PINNED_UNTIL, startWalk, type Walk, type WalkStep } from './walk.ts'
import { QUEUE_STEP } from './walk-steps.ts'

const list = aStep({ notificationMethod: 'pending' })
const pinned = aStep({ notificationMethod: 'pending_pinned' })
const ringing = aStep()
const answers = (second: number, id: number, answer: OfferAnswer): Cue => ({
  at: second,
  does: (walk, now) => answerOffer(walk, driverId(id), answer, now),
})
const shown = ({ log }: Played) =>
  log.flatMap(({ at: second, effect }) =>
    effect.type === 'offer.made' ? [[second, effect.roundNo, effect.offer.driverId]] : [],
  )
const fatesOf = ({ walk }: Played) =>
  [...walk.pinned, ...(walk.round ? [walk.round] : [])].map((round) =>
    Object.fromEntries(round.offers.map((offer) => [offer.driverId, offer.fate])),
  )
const kinds = ({ log }: Played) => log.map(({ at: second, effect }) => `${second} ${effect.type}`)

/** The walk at a second when only the clock has acted. */
function walkAt(second: number, steps: WalkStep[], drivers: DriverFacts[]): Walk {
  const scene = { request: aSearchRequest(), drivers }
  let { walk, dueAt } = advanceWalk(
    startWalk({ orderId: aSearchRequest().orderId, walkNo: 1, steps, skipEmptySteps: false }, START),
    scene,
    START,
  )
  while (dueAt !== null && dueAt <= at(second)) ({ walk, dueAt } = advanceWalk(walk, scene, dueAt))
  return walk
}

describe('a pending list', () => {
  test('shows the order to all at once, rings on no phone and disappears at the end of its step', () => {
    const drivers = [aDriver(1), aDriver(2, { highPriority: true }), aDriver(3, { holdsOfferOf: asId<OrderId>(9) })]
    const played = play({ steps: [list], drivers })
    expect(shown(played)).toEqual([
      [0, 1, 2],
      [0, 1, 1],
      [0, 1, 3],
    ])
    expect(played.rounds[0]?.closedAt).toEqual(at(6))
    expect(played.walk.status).toBe('exhausted')
  })

  test('hides the order from drivers who refused it, in the later steps too', () => {
    const played = play({ steps: [list, list], drivers: [aDriver(1), aDriver(2)], cues: [answers(2, 1, 'refuse')] })
    expect(shown(played).filter(([, no]) => no === 2)).toEqual([[6, 2, 2]])
    expect(played.rounds[1]?.passedOver).toEqual({ refused_this_order: [1] })
  })

  test('counts as an offer for a step that excludes earlier ones', () => {
    const played = play({ steps: [list, aStep({ excludePrevious: true })], drivers: [aDriver(1)] })
    expect(played.rounds[1]?.passedOver).toEqual({ already_asked: [1] })
  })

  test('keeps its entry while the driver drives, pauses or is away; a ban removes it', () => {
    const drivers = (second: number) => [
      aDriver(1, { isBusy: second >= 2 }),
      aDriver(2, { isPaused: second >= 2, isOnline: second < 2, onShift: second < 2 }),
      aDriver(3, { bannedUntil: second >= 2 ? at(900) : null }),
    ]
    expect(fatesOf(play({ steps: [pinned], drivers, until: 60 }))).toEqual([{ 1: 'open', 2: 'open', 3: 'withdrawn' }])
  })
})

describe('a pinned list', () => {
  test('stays when its step is over, and the next step runs beside it', () => {
    const played = play({ steps: [pinned, ringing], drivers: [aDriver(1)], until: 60 })
    expect(kinds(played)).toEqual([
      '0 round.opened',
      '0 offer.made',
      '6 round.pinned',
      '6 round.opened',
      '6 offer.made',
      '12 offer.closed',
      '12 round.closed',
      '12 walk.queued',
    ])
    expect(played.walk).toMatchObject({ status: 'queued', endedAt: null })
    expect(played.walk.pinned[0]?.offers[0]).toMatchObject({ fate: 'open', expiresAt: PINNED_UNTIL })
  })

  test('is shown to drivers who fit later, every five seconds, while other steps run and after the last', () => {
    const drivers = (second: number) => [
      aDriver(1),
      aDriver(2, { isOnline: second >= 8 }),
      aDriver(3, { isOnline: second >= 41 }),
    ]
    const played = play({ steps: [pinned, aStep({ searchType: 'by_near_zone' })], drivers, until: 60 })
    expect(shown(played)).toEqual([
      [0, 1, 1],
      [10, 1, 2],
      [45, 1, 3],
    ])
    expect(played.walk.pinned[0]?.offers.map((offer) => offer.rank)).toEqual([1, 2, 3])
  })

  test('is not shown to drivers offered elsewhere in the meantime when its step excludes those', () => {
    const drivers = (second: number) => [
      aDriver(1, { zoneId: second < 20 ? OTHER_ZONE : aSearchRequest().pickupZoneId }),
    ]
    const steps = [{ ...pinned, excludePrevious: true }, aStep({ searchType: 'by_radius', searchLimit: 500 })]
    const played = play({ steps, drivers, until: 60 })
    expect(shown(played)).toEqual([[6, 2, 1]])
    expect(played.walk.pinned[0]?.passedOver).toEqual({ already_asked: [1] })
  })

  test('an empty one ends early where empty steps are skipped, and goes on waiting', () => {
    const drivers = (second: number) => [aDriver(1, { isOnline: second >= 3 })]
    const played = play({ steps: [pinned], drivers, skipEmptySteps: true, until: 60 })
    expect(kinds(played)).toEqual(['0 round.opened', '1 round.pinned', '1 walk.queued', '5 offer.made'])
  })

  test('moving an order to the queue is one such step: all fitting drivers within ten kilometres, without a time limit', () => {
    const drivers = [aDriver(1, { metres: 9999, zoneId: null }), aDriver(2, { metres: 10_001 })]
    const played = play({ steps: [QUEUE_STEP], drivers, until: 60 })
    expect(kinds(played)).toEqual(['0 round.opened', '0 offer.made', '1 round.pinned', '1 walk.queued'])
    expect(played.walk.pinned[0]?.passedOver).toEqual({ beyond_limit: [2] })
  })

  test('an entry can be accepted after a hundred evaluations, and only by its driver', () => {
    const played = play({
      steps: [QUEUE_STEP],
      drivers: [aDriver(1)],
      cues: [answers(700, 9, 'accept'), answers(701, 1, 'accept')],
    })
    expect(played.refusals).toEqual(['offer.unknown', null])
    expect(played.log.at(-1)).toEqual({ at: 701, effect: { type: 'walk.ended', status: 'accepted', driverId: 1 } })
  })
})

describe('one acceptance ends everything that is open', () => {
  const drivers = [aDriver(1), aDriver(2), aDriver(3)]

  test('the ringing offer wins before the entry, which is withdrawn; all others have lost', () => {
    const played = play({ steps: [pinned, pinned, ringing], drivers, cues: [answers(13, 2, 'accept')] })
    expect(fatesOf(played)).toEqual([
      { 1: 'lost_race', 2: 'withdrawn', 3: 'lost_race' },
      { 1: 'lost_race', 2: 'withdrawn', 3: 'lost_race' },
      { 1: 'lost_race', 2: 'accepted', 3: 'lost_race' },
    ])
    expect(played.rounds.map((round) => [round.no, round.outcome])).toEqual([
      [1, 'withdrawn'],
      [2, 'withdrawn'],
      [3, 'accepted'],
    ])
  })

  test('of several lists the one shown first gets the acceptance', () => {
    const played = play({ steps: [pinned, pinned], drivers, cues: [answers(20, 2, 'accept')] })
    expect(fatesOf(played).map((fates) => fates[2])).toEqual(['accepted', 'withdrawn'])
  })

  test('accepting from the list while phones ring for others', () => {
    const played = play({
      steps: [pinned, aStep({ searchLimit: 1, excludePrevious: true })],
      drivers: (second) => (second < 6 ? drivers.slice(0, 2) : drivers),
      cues: [answers(7, 1, 'accept'), answers(8, 3, 'accept')],
    })
    expect(fatesOf(played)).toEqual([{ 1: 'accepted', 2: 'lost_race' }, { 3: 'lost_race' }])
    expect(played.refusals).toEqual([null, 'offer.taken'])
  })

  test("refusing a ringing offer also removes the order from that driver's list", () => {
    const played = play({ steps: [pinned, ringing], drivers, cues: [answers(7, 2, 'refuse')], until: 30 })
    expect(fatesOf(played)[0]).toEqual({ 1: 'open', 2: 'refused', 3: 'open' })
  })

  test('a cancellation withdraws pinned entries', () => {
    const queued = walkAt(20, [pinned], drivers)
    const { walk, effects } = abortWalk(queued, at(21))
    expect(walk.pinned[0]).toMatchObject({ outcome: 'withdrawn', closedAt: at(21) })
    expect(effects.map((effect) => effect.type)).toEqual([
      'offer.closed',
      'offer.closed',
      'offer.closed',
      'round.closed',
      'walk.ended',
    ])
    expect(() => answerOffer(walk, driverId(1), 'accept', at(22))).toThrow(
      expect.objectContaining({ code: 'offer.canceled' }),
    )
  })

  test('a repeated acceptance from a list changes nothing', () => {
    const won = answerOffer(walkAt(20, [pinned], drivers), driverId(1), 'accept', at(21)).walk
    expect(answerOffer(won, driverId(1), 'accept', at(22))).toEqual({ walk: won, effects: [], dueAt: null })
  })
})

describe('receipts and refusals by the database find the entry', () => {
  const both = walkAt(6, [pinned, ringing], [aDriver(1), aDriver(2)])

  test('a receipt applies to the ringing offer, or to the round it names', () => {
    const seen = receiptOfOffer(both, driverId(1), 'viewed', at(7)).walk
    expect([seen.round, seen.pinned[0]].map((round) => round?.offers[0]?.viewedAt)).toEqual([at(7), null])
    const entry = receiptOfOffer(both, driverId(1), 'viewed', at(7), 1).walk
    expect([entry.round, entry.pinned[0]].map((round) => round?.offers[0]?.viewedAt)).toEqual([null, at(7)])
  })

  test('an entry that could not be placed is removed, and the driver is evaluated again', () => {
    const { walk } = offerNotPlaced(both, driverId(1), 'busy', at(6), 1)
    expect(walk.pinned[0]).toMatchObject({ offers: [{ driverId: 2, rank: 1 }], passedOver: { busy: [1] } })
    expect(walk.round?.offers).toHaveLength(2)
    const later = advanceWalk(walk, { request: aSearchRequest(), drivers: [aDriver(1), aDriver(2)] }, at(10)).walk
    expect(later.pinned[0]?.offers.map((offer) => offer.driverId)).toEqual([2, 1])
  })
})
