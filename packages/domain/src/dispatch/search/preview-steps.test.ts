import { expect, test } from 'vitest'
import { STEP_DEFAULTS } from '../search-rules.ts'
import { previewSteps } from './preview-steps.ts'
import { aDriver, aSearchRequest, at, OTHER_ZONE, START } from './testing/builders.ts'
import type { DriverFacts, WalkStep } from './walk.ts'

const RADIUS: WalkStep = { ...STEP_DEFAULTS, searchType: 'by_radius', searchLimit: 1000 }
const preview = (steps: WalkStep[], drivers: DriverFacts[]) =>
  previewSteps(
    steps,
    { request: aSearchRequest(), drivers: drivers.map((d) => ({ ...d, positionAt: START })) },
    START,
  ).map(({ offered, passedOver }) => ({ offered: offered.map(({ driver }) => driver.driverId), passedOver }))

test('each step lists the drivers it would offer to, best first, and one reason for each of the others', () => {
  const drivers = [
    aDriver(112, { metres: 300 }),
    aDriver(27, { metres: 200 }),
    aDriver(44, { isBusy: true }),
    aDriver(9, { bannedUntil: at(600) }),
    aDriver(5, { zoneId: OTHER_ZONE, metres: 900 }),
  ]
  expect(preview([{ ...RADIUS, searchType: 'by_zone' }, RADIUS], drivers)).toEqual([
    { offered: [27, 112], passedOver: { banned: [9], busy: [44], other_zone: [5] } },
    { offered: [27, 112, 5], passedOver: { banned: [9], busy: [44] } },
  ])
})

test('a step that excludes previously offered drivers says so', () => {
  const steps = [RADIUS, { ...RADIUS, searchLimit: 5000, excludePrevious: true }]
  const drivers = [aDriver(1), aDriver(2, { metres: 2000 })]
  expect(preview(steps, drivers)[1]).toEqual({ offered: [2], passedOver: { already_asked: [1] } })
})

test('priority comes first, and neither head start nor groups hide a driver', () => {
  const steps = [{ ...RADIUS, stagger: { drivers: 1, seconds: 30 } }]
  const drivers = [aDriver(1, { metres: 100 }), aDriver(2, { metres: 900, highPriority: true }), aDriver(3)]
  expect(preview(steps, drivers)).toEqual([{ offered: [2, 1, 3], passedOver: {} }])
})

test('a rotation reaches twenty drivers, and those behind them get a reason', () => {
  const drivers = Array.from({ length: 23 }, (_, i) => aDriver(i + 1, { metres: 10 * (i + 1) }))
  const [step] = preview([{ ...RADIUS, notificationMethod: 'by_rotation' }], drivers)
  expect(step?.offered).toHaveLength(20)
  expect(step?.passedOver).toEqual({ lower_rank: [21, 22, 23] })
})
