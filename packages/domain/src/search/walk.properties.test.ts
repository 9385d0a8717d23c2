import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderId, ZoneId } from '../ids.ts'
import { advanceWalk, driversToRoute } from './advance-walk.ts'
import { lookingFor, whyNotEligible } from './eligibility.ts'
import {
  aDriver,
  anAsk,
  aStep,
  at,
  CENTRE_ZONE,
  driverId,
  OTHER_ZONE,
  OUR_COMPANY,
  PARTNER,
} from './testing/builders.ts'
import { ask, type Evening, live } from './testing/evening.ts'
import type { Round, WalkStep } from './walk.ts'

const FLEET = 8

/** Mostly fit, so that most walks ask somebody. */
const seldom = fc.integer({ min: 0, max: 9 }).map((n) => n === 0)
const someFacts = fc.record({
  isPaused: seldom,
  isBusy: seldom,
  isOnline: seldom.map((no) => !no),
  onShift: seldom.map((no) => !no),
  highPriority: seldom,
  holdsOfferOf: seldom.map((does) => (does ? (501 as OrderId) : null)),
  bannedUntil: fc.constantFrom(null, null, null, at(5), at(500)),
  zoneId: fc.constantFrom<(ZoneId | null)[]>(CENTRE_ZONE, CENTRE_ZONE, OTHER_ZONE, null),
  metres: fc.integer({ min: 0, max: 3000 }),
  idleFrom: fc.constantFrom(null, at(-100), at(-200), at(-300)),
  companyId: fc.constantFrom(OUR_COMPANY, OUR_COMPANY, PARTNER),
  finishing: fc.constantFrom(null, { destination: null }, { destination: anAsk().pickup }),
})
const aFleet = fc
  .array(someFacts, { minLength: FLEET, maxLength: FLEET })
  .map((facts) => facts.map((of, i) => aDriver(i + 1, of)))

const someStep: fc.Arbitrary<WalkStep> = fc
  .record({
    searchType: fc.constantFrom('by_zone' as const, 'by_radius' as const, 'by_route' as const, 'custom' as const),
    notificationMethod: fc.constantFrom('all' as const, 'by_rotation' as const),
    searchOrderBy: fc.constantFrom(
      'by_distance' as const,
      'by_route_distance' as const,
      'by_idle_from' as const,
      'any' as const,
    ),
    searchSeconds: fc.integer({ min: 1, max: 9 }),
    excludePrevious: fc.boolean(),
    showForBusyDrivers: fc.boolean(),
    size: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ size, ...rules }) => aStep({ ...rules, searchLimit: rules.searchType === 'by_zone' ? size : size * 600 }))

/** What happens, in order: the world changes, or a driver does something, or time passes (a clock may jump far). */
const somethingHappens = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('wait' as const),
      ms: fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.constantFrom(0, 500, 1000, 2000, 60_000)),
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('due' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constantFrom(
        'accept' as const,
        'refuse' as const,
        'viewed' as const,
        'delivered' as const,
        'notPlaced' as const,
      ),
      who: fc.integer({ min: 1, max: FLEET + 1 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('world' as const), fleet: aFleet }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('cancel' as const) }) },
)
const anEvening = fc.record({
  steps: fc.array(someStep, { minLength: 1, maxLength: 4 }),
  skipEmptySteps: fc.boolean(),
  fleet: aFleet,
  happenings: fc.array(somethingHappens, { maxLength: 40 }),
})

const passedIds = (round: Round) => Object.values(round.passedOver).flat()
const property = (check: (evening: Evening) => void) => fc.assert(fc.property(anEvening, check), { numRuns: 400 })

test('nobody is offered an order whom a filter refuses, and nobody beyond the step', () => {
  property((evening) => {
    live(evening, (before, { walk, effects }, scene, now) => {
      for (const effect of effects) {
        if (effect.type !== 'offer.made' || walk.round === null) continue
        const driver = scene.drivers.find((d) => d.driverId === effect.offer.driverId)
        const asOf = before.round?.no === effect.roundNo ? before : walk
        const { step } = walk.round
        expect(driver && whyNotEligible(driver, lookingFor(asOf, walk.round, ask, now))).toBe(null)
        if (step.searchType === 'by_zone') expect(driver?.zoneId).toBe(ask.pickupZoneId)
        if (step.searchType === 'by_radius') expect(effect.offer.metres).toBeLessThanOrEqual(step.searchLimit)
        if (step.searchType === 'by_route') expect(effect.offer.routeMetres).toBeLessThanOrEqual(step.searchLimit)
        if (step.searchType === 'custom') expect(ask.namedDriverIds).toContain(effect.offer.driverId)
      }
      const round = walk.round
      if (round?.step.searchType === 'by_zone') expect(round.offers.length).toBeLessThanOrEqual(round.step.searchLimit)
    })
  })
})

test('a driver has at most one offer in a round; a rotation rings one phone at a time', () => {
  property((evening) => {
    live(evening, (_before, { walk }) => {
      const offers = walk.round?.offers ?? []
      expect(new Set(offers.map((o) => o.driverId)).size).toBe(offers.length)
      expect(offers.map((o) => o.rank)).toEqual(offers.map((_o, i) => i + 1))
      const ringing = offers.filter((o) => o.fate === 'open').length
      if (walk.round?.step.notificationMethod === 'by_rotation') expect(ringing).toBeLessThanOrEqual(1)
      if (walk.status !== 'running') expect(ringing).toBe(0)
    })
  })
})

test('at most one driver wins a walk, and only an accepted walk has a winner', () => {
  property((evening) => {
    const decisions = live(evening, () => {})
    const wins = decisions
      .flatMap((d) => d.effects)
      .filter((e) => e.type === 'offer.closed' && e.offer.fate === 'accepted')
    expect(wins).toHaveLength(decisions.at(-1)?.walk.status === 'accepted' ? 1 : 0)
    const ends = decisions.flatMap((d) => d.effects).filter((e) => e.type === 'walk.ended')
    expect(ends.length).toBeLessThanOrEqual(1)
  })
})

test('who refused is never asked again; exclude_previous leaves out whoever was asked before', () => {
  property((evening) => {
    const asked = new Map<number, number>()
    const refused = new Set<number>()
    live(evening, (_before, { walk, effects }) => {
      for (const effect of effects) {
        if (effect.type === 'offer.closed' && effect.offer.fate === 'refused') refused.add(effect.offer.driverId)
        if (effect.type !== 'offer.made') continue
        const { driverId: id } = effect.offer
        expect(refused.has(id)).toBe(false)
        const earlier = walk.askedBefore.includes(id) && asked.get(id) !== effect.roundNo
        if (walk.round?.step.excludePrevious) expect(earlier).toBe(false)
        asked.set(id, effect.roundNo)
      }
    })
  })
})

test('after every look each driver of the scene has exactly one offer or one reason, and closed rounds have no open offer', () => {
  property((evening) => {
    live(evening, (_before, { walk, effects }, scene) => {
      const { round } = walk
      if (round === null) return
      const opened = effects.some((e) => e.type === 'round.opened')
      const everyone = [...round.offers.map((o) => o.driverId), ...passedIds(round)].sort((a, b) => a - b)
      expect(new Set(everyone).size).toBe(everyone.length)
      if (opened) expect(everyone).toEqual(scene.drivers.map((d) => d.driverId))
      for (const effect of effects) {
        if (effect.type !== 'round.closed') continue
        expect(effect.round.offers.every((o) => o.fate !== 'open' && o.closedAt !== null)).toBe(true)
        expect([...effect.round.offers.map((o) => o.driverId), ...passedIds(effect.round)]).toHaveLength(FLEET)
      }
    })
  })
})

test('advancing twice at the same instant does nothing the second time, and the next due instant is ahead', () => {
  property((evening) => {
    live(evening, (_before, decision, scene, now) => {
      const settled = advanceWalk(decision.walk, scene, now)
      const again = advanceWalk(settled.walk, scene, now)
      expect(again.effects).toEqual([])
      expect(again.walk).toEqual(settled.walk)
      if (settled.dueAt !== null) expect(settled.dueAt.getTime()).toBeGreaterThan(now.getTime())
      expect(settled.dueAt === null).toBe(settled.walk.status !== 'running')
    })
  })
})

test('the order in which the drivers are listed changes nothing, nor does living the evening twice', () => {
  property((evening) => {
    const decisions = live(evening, () => {})
    expect(live(evening, () => {})).toEqual(decisions)
    const reversed = {
      ...evening,
      fleet: [...evening.fleet].reverse(),
      happenings: evening.happenings.map((h) => (h.what === 'world' ? { ...h, fleet: [...h.fleet].reverse() } : h)),
    }
    expect(live(reversed, () => {})).toEqual(decisions)
  })
})

test('a walk survives being written down and read back between any two events', () => {
  property((evening) => {
    live(evening, (_before, { walk }, scene, now) => {
      const readBack = structuredClone(walk)
      expect(advanceWalk(readBack, scene, now)).toEqual(advanceWalk(walk, scene, now))
    })
  })
})

test('the router is asked beforehand about every driver that is then ranked by road', () => {
  property((evening) => {
    live(evening, (before, _decision, scene, now) => {
      const wanted = new Set(driversToRoute(before, scene, now))
      const asks: number[] = []
      const routeMetres = (id: number) => {
        asks.push(id)
        return 900
      }
      advanceWalk(before, { ...scene, routeMetres }, now)
      expect(asks.filter((id) => !wanted.has(driverId(id)))).toEqual([])
    })
  })
})

test('no offer outlives its round, and no round is prolonged', () => {
  property((evening) => {
    live(evening, (before, { walk }) => {
      const { round } = walk
      if (round === null) return
      for (const offer of round.offers) expect(offer.expiresAt <= round.endsAt).toBe(true)
      const wasSame = before.round?.no === round.no && before.round.step.notificationMethod === 'all'
      if (wasSame) expect(round.endsAt).toEqual(before.round?.endsAt)
    })
  })
})
