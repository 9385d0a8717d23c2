import { roadSecondsGuess } from '@dispecerat/domain/geography/road'
import { expect, test } from 'vitest'
import { TestClock } from '../../testing/test-clock.ts'
import { Roads } from './roads.ts'
import type { Router } from './routing.ts'
import { straightLineRouter } from './straight-line-router.ts'

const SQUARE = { lat: 45.642, long: 25.5887 }
const STATION = { lat: 45.6608, long: 25.613 }
const POIANA = { lat: 45.5946, long: 25.5553 }
const clock = new TestClock('2026-03-01T20:00:00Z')

/** A router that returns the same distance for every road, and counts its requests. */
function aCountingRouter(metres: number): Router & { requests: number } {
  return {
    requests: 0,
    async metres(from) {
      this.requests += 1
      return from.map(() => ({ metres, estimated: false, seconds: 60 }))
    },
    route: straightLineRouter.route,
  }
}

test('the route over several places is the sum of its legs, each requested once', async () => {
  const router = aCountingRouter(1500)
  const roads = new Roads(router, clock)
  expect(await roads.along([SQUARE, STATION, POIANA])).toEqual({ metres: 3000, seconds: 120, isGuess: false })
  await roads.along([SQUARE, STATION, POIANA])
  expect(router.requests).toBe(2)
})

test('a single place has no route', async () => {
  expect(await new Roads(straightLineRouter, clock).along([SQUARE])).toBeNull()
})

test('without a road network the straight line is stretched, timed and marked as an estimate', async () => {
  const road = await new Roads(straightLineRouter, clock).along([STATION, SQUARE])
  expect(road?.metres).toBeGreaterThan(3500)
  expect(road?.isGuess).toBe(true)
  expect(road?.seconds).toBe(roadSecondsGuess(road?.metres ?? 0))
})

test('a router that is down or never replies leaves estimates, and nothing waits for it', async () => {
  const no = () => Promise.reject(new Error('down'))
  const nothing = () => new Promise<never>(() => undefined)
  const down: Router = { metres: no, route: no }
  const silent: Router = { metres: nothing, route: nothing }
  for (const router of [down, silent]) {
    const roads = new Roads(router, clock)
    expect((await roads.along([STATION, SQUARE]))?.isGuess).toBe(true)
    expect((await roads.to([STATION, POIANA], SQUARE)).map(({ isGuess }) => isGuess)).toEqual([true, true])
    expect(await roads.way([STATION, SQUARE])).toMatchObject({ estimated: true, line: [STATION, SQUARE] })
  }
})

test('an estimate is not cached: when the router works again the next result is exact', async () => {
  let isDown = true
  const router: Router = {
    metres: async (from) => {
      if (isDown) throw new Error('down')
      return from.map(() => ({ metres: 2000, estimated: false }))
    },
    route: straightLineRouter.route,
  }
  const roads = new Roads(router, clock)
  expect((await roads.along([STATION, SQUARE]))?.isGuess).toBe(true)
  isDown = false
  expect(await roads.along([STATION, SQUARE])).toMatchObject({ metres: 2000, isGuess: false })
})
