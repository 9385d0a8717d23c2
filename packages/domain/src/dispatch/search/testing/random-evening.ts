import fc from 'fast-check'
import { asId, type OrderId, type StandId, type ZoneId } from '../../../kernel/ids.ts'
import { limitIsDriverCount, NOTIFICATION_METHODS, SEARCH_ORDERS, SEARCH_TYPES } from '../../search-rules.ts'
import type { DriverFacts, WalkStep } from '../walk.ts'
import {
  aDriver,
  aStep,
  at,
  CENTRE_ZONE,
  driverId,
  northOfPickup,
  OTHER_ZONE,
  OUR_COMPANY,
  PARTNER,
  PICKUP,
  START,
} from './builders.ts'
import type { Evening, Happening } from './evening.ts'

export const FLEET_SIZE = 9

/** An ordinary evening, and the last seconds before the clocks in Bucharest go forward and back. */
const STARTS = [START, new Date('2026-03-29T00:59:57.000Z'), new Date('2026-10-25T00:59:58.500Z')]
/** Bans that end a few seconds into each of them, and one that does not. */
const BANS = [...STARTS.map((start) => new Date(start.getTime() + 5000)), new Date('2100-01-01T00:00:00.000Z')]
const ALWAYS_FRESH = new Date('2030-01-01T00:00:00.000Z')

/** Mostly eligible, so that most walks make offers. */
const seldom = fc.integer({ min: 0, max: 9 }).map((n) => n === 0)
const nobodysStand = { standId: null, standSince: null }
const someFacts = fc.record({
  isPaused: seldom,
  isBusy: seldom,
  isOnline: seldom.map((no) => !no),
  onShift: seldom.map((no) => !no),
  isActive: fc.integer({ min: 0, max: 30 }).map((n) => n > 0),
  isBarredSimulation: fc.integer({ min: 0, max: 30 }).map((n) => n === 0),
  highPriority: seldom,
  documentsExpired: fc.integer({ min: 0, max: 30 }).map((n) => n === 0),
  holdsOfferOf: seldom.map((does) => (does ? asId<OrderId>(501) : null)),
  bannedUntil: seldom.chain((is) => fc.constantFrom<(Date | null)[]>(...(is ? BANS : [null]))),
  positionAt: seldom.map((isOld) => (isOld ? at(-200) : ALWAYS_FRESH)),
  zoneId: fc.constantFrom<(ZoneId | null)[]>(CENTRE_ZONE, CENTRE_ZONE, OTHER_ZONE, null),
  stand: fc.oneof(
    fc.constant(nobodysStand),
    fc.record({
      standId: fc.constantFrom(...[1, 1, 2, 3].map((id) => asId<StandId>(id))),
      standSince: fc.constantFrom(null, at(-400), at(-500), at(-600)),
    }),
  ),
  metres: fc.integer({ min: 0, max: 3000 }),
  idleFrom: fc.constantFrom(null, at(-100), at(-200), at(-300)),
  companyId: fc.constantFrom(OUR_COMPANY, OUR_COMPANY, PARTNER),
  finishing: fc.constantFrom(
    null,
    { destination: null, zoneId: null },
    { destination: PICKUP, zoneId: CENTRE_ZONE },
    { destination: northOfPickup(900), zoneId: OTHER_ZONE },
  ),
})
type SomeFacts = typeof someFacts extends fc.Arbitrary<infer Facts> ? Facts : never
const driverOf = (id: number, { stand, ...facts }: SomeFacts): DriverFacts => aDriver(id, { ...facts, ...stand })
const someDriver = fc.integer({ min: 1, max: FLEET_SIZE })
const aFleet = fc
  .array(someFacts, { minLength: FLEET_SIZE, maxLength: FLEET_SIZE })
  .map((facts) => facts.map((of, i) => driverOf(i + 1, of)))

const someConditions = fc.record({
  active: fc.constantFrom(true, true, false),
  type: fc.constantFrom('ban' as const, 'reset' as const),
  drivers: fc.constantFrom({ from: 1, to: 1 }, { from: 1, to: 9 }, { from: 2, to: 9 }),
  count: fc.integer({ min: 1, max: 3 }),
  resetInterval: fc.constantFrom(1, 60),
})
const someStagger = fc.oneof(
  fc.constant(null),
  fc.record({ drivers: fc.integer({ min: 1, max: 3 }), seconds: fc.integer({ min: 1, max: 4 }) }),
)

/** Any step the engine runs, `custom` among them. */
const someStep: fc.Arbitrary<WalkStep> = fc
  .record({
    searchType: fc.constantFrom<Exclude<WalkStep['searchType'], 'waiting'>[]>(...SEARCH_TYPES, 'custom'),
    notificationMethod: fc.constantFrom(...NOTIFICATION_METHODS),
    searchOrderBy: fc.constantFrom(...SEARCH_ORDERS),
    searchSeconds: fc.integer({ min: 1, max: 9 }),
    excludePrevious: fc.boolean(),
    showForBusyDrivers: fc.boolean(),
    banConditions: someConditions,
    stagger: someStagger,
    size: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ size, ...rules }) =>
    aStep({
      ...rules,
      stagger: rules.notificationMethod === 'all' ? rules.stagger : null,
      searchLimit: rules.searchType !== 'custom' && limitIsDriverCount(rules.searchType) ? size : size * 600,
    }),
  )

const somethingHappens: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('wait' as const),
      ms: fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.constantFrom(0, 500, 1000, 2000, 60_000)),
    }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('due' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constantFrom(
        'accept' as const,
        'refuse' as const,
        'refuse' as const,
        'viewed' as const,
        'viewed' as const,
        'viewed' as const,
        'viewed' as const,
        'delivered' as const,
        'lost' as const,
        'notPlaced' as const,
      ),
      who: fc.integer({ min: 1, max: FLEET_SIZE + 1 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(someDriver, someFacts)
      .map(([id, of]) => ({ what: 'driver' as const, facts: driverOf(id, of) })),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('restart' as const) }) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 0, max: 12 })
      .map((n): Happening => (n === 0 ? { what: 'cancel' } : { what: 'wait', ms: n })),
  },
)

/** A short walk with random events in between. */
export const anEvening: fc.Arbitrary<Evening> = fc.record({
  startsAt: fc.constantFrom(...STARTS),
  steps: fc.array(someStep, { minLength: 1, maxLength: 4 }),
  skipEmptySteps: fc.boolean(),
  waitSeconds: fc.constantFrom(0, 30, 900),
  leftToOlder: fc.constantFrom([], [], [1, 5]),
  request: fc.record({
    pickupZoneId: fc.constantFrom(CENTRE_ZONE, CENTRE_ZONE, CENTRE_ZONE, null),
    nearZoneIds: fc.constantFrom<ZoneId[][]>([OTHER_ZONE], [OTHER_ZONE], []),
    canceledByDriverIds: fc.constantFrom([], [], [driverId(2)]),
    excludedDriverIds: fc.constantFrom([], [], [driverId(4)]),
  }),
  fleet: aFleet,
  happenings: fc.array(somethingHappens, { minLength: 10, maxLength: 60 }),
})
