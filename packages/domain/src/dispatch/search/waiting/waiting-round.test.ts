import { describe, expect, test } from 'vitest'
import { asId, type OrderId } from '../../../kernel/ids.ts'
import { advanceWalk } from '../advance-walk.ts'
import { abortWalk, answerOffer, offerNotPlaced } from '../answer-offer.ts'
import { aDriver, aSearchRequest, aStep, at, driverId, OTHER_ZONE } from '../testing/builders.ts'
import { type Cue, type Played, play } from '../testing/play.ts'
import type { DriverFacts } from '../walk.ts'

const OTHER_ORDER = asId<OrderId>(9)
const shown = ({ log }: Played) =>
  log.flatMap(({ at: second, effect }) =>
    effect.type === 'offer.made' ? [[second, effect.roundNo, effect.offer.driverId]] : [],
  )
const endOf = ({ walk, log }: Played) => ({ status: walk.status, at: log.at(-1)?.at })
const answers = (second: number, id: number, answer: 'accept' | 'refuse'): Cue => ({
  at: second,
  does: (walk, now) => answerOffer(walk, driverId(id), answer, now),
})
/** A driver who rings for another order until a second of the play. */
const ringsUntil =
  (end: number, facts: Partial<DriverFacts> = {}) =>
  (second: number) => [aDriver(1, { holdsOfferOf: second < end ? OTHER_ORDER : null, ...facts })]

describe('an order whose steps are over', () => {
  test('waits for a driver who fits and rings for another order, and gets the driver once the phone is silent', () => {
    const played = play({ steps: [aStep()], drivers: ringsUntil(20), cues: [answers(25, 1, 'accept')] })
    expect(shown(played)).toEqual([[22, 2, 1]])
    expect(endOf(played)).toEqual({ status: 'accepted', at: 25 })
    expect(played.rounds.map(({ no, step, startedAt }) => [no, step.searchType, startedAt])).toEqual([
      [1, 'by_zone', at(0)],
      [2, 'waiting', at(6)],
    ])
  })

  test('says who rings for another order', () => {
    const { walk } = play({ steps: [aStep()], drivers: ringsUntil(99), until: 10 })
    expect(walk).toMatchObject({ status: 'running', round: { no: 2, passedOver: { holds_another_offer: [1] } } })
  })

  test.each<[why: string, facts: (second: number) => Partial<DriverFacts>]>([
    ['takes the other order', (second) => ({ isBusy: second >= 10 })],
    ['goes off duty', (second) => ({ onShift: second < 10 })],
    ['is banned', (second) => ({ bannedUntil: second < 10 ? null : at(900) })],
    ['leaves the zone', (second) => ({ zoneId: second < 10 ? aDriver(1).zoneId : OTHER_ZONE })],
  ])('ends without a driver as soon as the only one it waited for %s', (_why, facts) => {
    const drivers = (second: number) => [aDriver(1, { holdsOfferOf: OTHER_ORDER, ...facts(second) })]
    expect(endOf(play({ steps: [aStep()], drivers }))).toEqual({ status: 'exhausted', at: 10 })
  })

  test('waits as long as the company lets an order wait', () => {
    const played = play({ steps: [aStep()], drivers: ringsUntil(9999), waitSeconds: 60 })
    expect(endOf(played)).toEqual({ status: 'exhausted', at: 66 })
  })

  test.each<[why: string, cue: Cue | null, facts: Partial<DriverFacts>]>([
    ['refused it', answers(2, 1, 'refuse'), {}],
    ['let it ring', null, {}],
    ['does not fit', null, { zoneId: OTHER_ZONE }],
    ['is busy', null, { isBusy: true }],
  ])('does not wait for a driver who %s', (_why, cue, facts) => {
    const played = play({ steps: [aStep()], drivers: [aDriver(1, facts)], cues: cue ? [cue] : [] })
    expect(endOf(played)).toEqual({ status: 'exhausted', at: 6 })
  })

  test('offers again to a driver whose offer was withdrawn, because the other order was accepted from a list', () => {
    const drivers = (second: number) => [
      aDriver(1, { isBusy: second >= 2 && second < 20 }),
      aDriver(2, { holdsOfferOf: OTHER_ORDER }),
    ]
    const played = play({ steps: [aStep()], drivers, until: 23 })
    expect(shown(played)).toEqual([
      [0, 1, 1],
      [22, 2, 1],
    ])
  })

  test('keeps the number of drivers that a step may ask', () => {
    const drivers = [aDriver(1), aDriver(2), aDriver(3, { holdsOfferOf: OTHER_ORDER })]
    expect(endOf(play({ steps: [aStep({ searchLimit: 2 })], drivers }))).toEqual({ status: 'exhausted', at: 6 })
    expect(endOf(play({ steps: [aStep({ searchLimit: 3 })], drivers, until: 30 })).status).toBe('running')
  })

  test('asks two at a time, those of the first step first; a refusal or the end of an offer passes the turn on', () => {
    const drivers = (second: number) => {
      const holdsOfferOf = second < 20 ? OTHER_ORDER : null
      return [
        aDriver(1, { metres: 400, holdsOfferOf, zoneId: OTHER_ZONE }),
        aDriver(2, { metres: 900, holdsOfferOf }),
        aDriver(3, { metres: 500, holdsOfferOf, zoneId: OTHER_ZONE }),
        aDriver(4, { metres: 1900, holdsOfferOf, zoneId: OTHER_ZONE }),
      ]
    }
    const steps = [aStep(), aStep({ searchType: 'by_radius', searchLimit: 1000, searchSeconds: 10 })]
    const played = play({ steps, drivers, cues: [answers(25, 2, 'refuse')] })
    expect(shown(played)).toEqual([
      [20, 3, 2],
      [20, 3, 1],
      [25, 3, 3],
    ])
    expect(endOf(played)).toEqual({ status: 'exhausted', at: 35 })
  })

  test('offers at once to a free driver whom no group reached', () => {
    const steps = [aStep({ searchSeconds: 6, stagger: { drivers: 1, seconds: 10 } })]
    const played = play({ steps, drivers: [aDriver(1, { metres: 100 }), aDriver(2, { metres: 200 })] })
    expect(shown(played)).toEqual([
      [0, 1, 1],
      [6, 2, 2],
    ])
  })

  test('waits for a driver who is left to an older order', () => {
    let isLeft = true
    const drivers = (second: number) => {
      isLeft = second < 30
      return [aDriver(1)]
    }
    const played = play({ steps: [aStep()], drivers, isLeftToOlder: () => isLeft, until: 31 })
    expect(shown(played)).toEqual([[30, 2, 1]])
  })

  test('is withdrawn with the order', () => {
    const played = play({ steps: [aStep()], drivers: ringsUntil(99), cues: [{ at: 12, does: abortWalk }] })
    expect(endOf(played)).toEqual({ status: 'aborted', at: 12 })
    expect(played.rounds.at(-1)).toMatchObject({ no: 2, outcome: 'withdrawn' })
  })

  test('with a pinned list stays in the list instead, and one of lists alone ends', () => {
    const pinned = aStep({ notificationMethod: 'pending_pinned', searchType: 'by_near_zone' })
    const drivers = [aDriver(1, { holdsOfferOf: OTHER_ORDER })]
    expect(play({ steps: [pinned, aStep()], drivers, until: 30 }).walk.status).toBe('queued')
    expect(endOf(play({ steps: [aStep({ notificationMethod: 'pending' })], drivers }))).toMatchObject({ at: 6 })
  })
})

describe('what happens outside the search', () => {
  const request = aSearchRequest()
  const isOfferedTo2 = { status: 'running', round: { offers: [{ driverId: 1 }, { driverId: 2, fate: 'open' }] } }

  test('an offer withdrawn by the database frees the turn, and nothing is concluded from an older evaluation', () => {
    const drivers = (second: number) => [...ringsUntil(20)(second), aDriver(2, { isPaused: true })]
    const { walk } = play({ steps: [aStep()], drivers, until: 23 })
    const round = walk.round && {
      ...walk.round,
      offers: walk.round.offers.map((offer) => ({ ...offer, fate: 'withdrawn' as const, closedAt: at(24) })),
    }
    const now = [aDriver(1, { isBusy: true }), aDriver(2)]
    expect(advanceWalk({ ...walk, round }, { request, drivers: now }, at(24)).walk).toMatchObject(isOfferedTo2)
  })

  test.each([
    [false, 'running'],
    [true, 'exhausted'],
  ])('a driver whom the database calls busy is asked again at the next tick (busy then: %s)', (isBusy, status) => {
    const { walk } = play({ steps: [aStep()], drivers: ringsUntil(20), until: 22 })
    const refused = offerNotPlaced(walk, driverId(1), 'busy', at(22)).walk
    const stillWaiting = advanceWalk(refused, { request, drivers: [aDriver(1)] }, at(22)).walk
    expect(stillWaiting).toMatchObject({ status: 'running', round: { offers: [], nextEvaluationAt: at(26) } })
    const then = advanceWalk(stillWaiting, { request, drivers: [aDriver(1, { isBusy })] }, at(26)).walk
    expect(then).toMatchObject({ status, round: { offers: isBusy ? [] : [{ driverId: 1, fate: 'open' }] } })
  })
})
