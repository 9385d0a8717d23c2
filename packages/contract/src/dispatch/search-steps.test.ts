import {
  NOTIFICATION_METHODS,
  SEARCH_ORDERS,
  SEARCH_TYPES,
  type SearchStep,
  STEP_DEFAULTS,
} from '@dispecerat/domain/dispatch/search-rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SearchRules, SearchStepShape } from './search-rules.ts'
import { type EditedInterval, intervalFromWire, intervalToWire, stepFromWire, stepToWire } from './search-steps.ts'

const aNumber = fc.integer({ min: 1, max: 600 })
const aStep: fc.Arbitrary<SearchStep> = fc.record({
  searchType: fc.constantFrom(...SEARCH_TYPES),
  searchSeconds: aNumber,
  searchLimit: aNumber,
  searchOrderBy: fc.constantFrom(...SEARCH_ORDERS),
  notificationMethod: fc.constantFrom(...NOTIFICATION_METHODS),
  excludePrevious: fc.boolean(),
  showForBusyDrivers: fc.boolean(),
  banConditions: fc.record({
    active: fc.boolean(),
    type: fc.constantFrom('ban' as const, 'reset' as const),
    drivers: fc.record({ from: aNumber, to: aNumber }),
    count: aNumber,
    resetInterval: aNumber,
  }),
  stagger: fc.option(fc.record({ drivers: aNumber, seconds: aNumber }), { nil: null }),
})

const overJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown

test('a step round-trips through the wire and through the store', () => {
  fc.assert(
    fc.property(aStep, (step) => {
      expect(stepFromWire(SearchStepShape.parse(overJson(stepToWire(step))))).toEqual(step)
    }),
  )
})

test('left-out fields of a step have the documented defaults, in the shape and in the adapter alike', () => {
  expect(stepFromWire({})).toEqual(STEP_DEFAULTS)
  expect(stepFromWire(SearchStepShape.parse({}))).toEqual(STEP_DEFAULTS)
  expect(stepToWire(STEP_DEFAULTS)).toEqual(SearchStepShape.parse({}))
})

test('whole rules round-trip through the wire, including unsaved intervals', () => {
  const anInterval: fc.Arbitrary<EditedInterval> = fc.record({
    id: fc.integer({ min: -50, max: 50 }),
    searchMethodId: fc.constant(null),
    name: fc.option(fc.constantFrom('Noaptea', 'Crăciun'), { nil: null }),
    type: fc.constantFrom('weekdays' as const, 'custom' as const),
    timeFrom: fc.constantFrom('00:00:00', '22:00:00'),
    timeTo: fc.constantFrom('23:59:59', '05:59:59'),
    selectedDay: fc.option(fc.integer({ min: 1, max: 7 }), { nil: null }),
    customDay: fc.option(fc.constant('2026-12-01'), { nil: null }),
    steps: fc.array(aStep, { maxLength: 3 }),
  })
  fc.assert(
    fc.property(fc.array(anInterval, { maxLength: 5 }), (intervals) => {
      const wire = SearchRules.parse(overJson({ intervals: intervals.map(intervalToWire) }))
      expect(wire.intervals.map(intervalFromWire)).toEqual(intervals)
    }),
  )
})
