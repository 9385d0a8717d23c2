import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import type { Router } from '../../adapters/routing/routing.ts'
import { straightLineRouter } from '../../adapters/routing/straight-line-router.ts'
import { TestClock } from '../../testing/test-clock.ts'
import { RouteCache } from './route-cache.ts'

const SQUARE = { lat: 45.642, long: 25.5887 }
const STATION = { lat: 45.6608, long: 25.613 }

/** A cache whose router counts requests, and the request of an evaluation at this moment. */
function aCache(metres: Router['metres'] = straightLineRouter.metres) {
  const clock = new TestClock('2026-03-01T20:00:00Z')
  const requests: number[] = []
  const router: Router = {
    ...straightLineRouter,
    metres: (from, to) => {
      requests.push(from.length)
      return metres(from, to)
    },
  }
  const question = () => ({
    orderId: asId<OrderId>(1),
    pickup: SQUARE,
    from: [{ key: 'driver 1', point: STATION }],
    wantedAt: clock.now().getTime(),
  })
  return { clock, requests, question, cache: new RouteCache(router, clock) }
}

test('two evaluations that need the same routes request them once, also when the second comes after the answer', async () => {
  const { clock, requests, question, cache } = aCache()
  const [first, second] = [question(), question()]
  const answered = cache.ask(first)
  await cache.ask(second)
  await answered
  await cache.ask(second)
  expect(requests).toEqual([1])
  clock.pass(1)
  await cache.ask(question())
  expect(requests).toEqual([1, 1])
})

test('a router without an answer is not asked again by an evaluation that began before', async () => {
  const { requests, question, cache } = aCache(() => Promise.reject(new Error('down')))
  const [first, second] = [question(), question()]
  await cache.ask(first)
  await cache.ask(second)
  expect(requests).toEqual([1])
})
