import { metresBetween } from '@dispecerat/domain/kernel/geo'
import { expect, test } from 'vitest'
import { moveOn } from './drive.ts'
import { aDriver, anOrder, aPlace, PICKUP, WILLING } from './testing/a-pretend-driver.ts'

const CORNER = { lat: 45.65, long: 25.62 }
const GOAL = { lat: 45.66, long: 25.62 }

test('a car takes every corner of its road, faces its direction, and stops at the goal', () => {
  let at = PICKUP
  let road: Parameters<typeof moveOn>[2]['road'] = { goal: GOAL, ahead: [CORNER, GOAL] }
  let driven = 0
  const headings = new Set<number | null>()
  for (let steps = 0; road && steps < 1000; steps++) {
    const step = moveOn(at, GOAL, { metres: 10, road })
    at = step.at
    road = step.road
    driven += step.metres
    headings.add(step.heading)
    expect(Math.min(metresBetween(at, { ...at, lat: 45.65 }), metresBetween(at, { ...at, long: 25.62 }))).toBeLessThan(
      2,
    )
  }
  expect(at).toEqual(GOAL)
  const whole = metresBetween(PICKUP, CORNER) + metresBetween(CORNER, GOAL)
  expect(Math.abs(driven - whole)).toBeLessThan(whole / 100)
  expect([...headings]).toEqual([90, 0])
})

test('one long step goes round as many corners as it is long', () => {
  const step = moveOn(PICKUP, GOAL, { metres: 100_000, road: { goal: GOAL, ahead: [CORNER, GOAL] } })
  expect(step).toMatchObject({ at: GOAL, metresLeft: 0, road: null, isByRoad: true })
})

test('an assigned car drives the received route, and its taximeter counts its length', () => {
  const driver = aDriver()
  driver.hears({
    type: 'assigned',
    order: anOrder({ trip_state: 'started', places: [aPlace(45.65, 25.6), aPlace(45.66, 25.62)] }),
  })
  const begin = driver.model().at
  driver.hears({ type: 'told_the_way', goal: GOAL, line: [begin, CORNER, GOAL] })
  driver.lives(3600)
  const metres = metresBetween(begin, CORNER) + metresBetween(CORNER, GOAL)
  expect(driver.acts.at(-1)).toMatchObject({ do: 'finish', metres: expect.closeTo(metres, -2) })
  expect(driver.model().at).toEqual(GOAL)
})

test('a route to a place the car no longer drives to is ignored', () => {
  const driver = aDriver()
  driver.hears({ type: 'assigned', order: anOrder() })
  driver.hears({ type: 'told_the_way', goal: GOAL, line: [PICKUP, CORNER, GOAL] })
  expect(driver.model().road).toBeNull()
})

test('a new destination drops the route to the old one', () => {
  const driver = aDriver()
  driver.hears({
    type: 'assigned',
    order: anOrder({ trip_state: 'started', places: [aPlace(45.65, 25.6), aPlace(45.66, 25.62)] }),
  })
  driver.hears({ type: 'told_the_way', goal: GOAL, line: [driver.model().at, CORNER, GOAL] })
  const places = [aPlace(45.65, 25.6), aPlace(45.67, 25.62)]
  driver.hears({ type: 'updated', order: anOrder({ trip_state: 'started', places }) })
  driver.lives(3600)
  expect(driver.model().at).toEqual({ lat: 45.67, long: 25.62 })
})

test('an idle car stays on the street at the end of its road', () => {
  const driver = aDriver({ ...WILLING, roam: 'route' }, 3, PICKUP)
  const yard = driver.model().cruiseTo
  const street = { lat: yard.lat + 0.0003, long: yard.long }
  driver.hears({ type: 'told_the_way', goal: yard, line: [driver.model().at, street] })
  let nearest = Number.POSITIVE_INFINITY
  for (let s = 0; s < 1200 && driver.model().road; s++) {
    driver.lives(1)
    nearest = Math.min(nearest, metresBetween(driver.model().at, street))
  }
  expect(nearest).toBe(0)
})
