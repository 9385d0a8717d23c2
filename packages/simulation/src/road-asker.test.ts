import type { Point } from '@dispecerat/domain/kernel/geo'
import { expect, test } from 'vitest'
import { RoadAsker } from './road-asker.ts'
import { aDriver, anOrder, PICKUP } from './testing/a-pretend-driver.ts'

const FAR = { lat: 45.66, long: 25.61 }

function anAsker(answer: () => Promise<unknown>) {
  const requests: unknown[] = []
  const routes: [Point, readonly Point[]][] = []
  const asker = new RoadAsker(
    (_, path, body) => {
      requests.push([path, body])
      return answer()
    },
    ({ goal, line }) => routes.push([goal, line]),
  )
  return { asker, requests, routes }
}

test('the route is requested once for each place the car drives to', async () => {
  const line = [FAR, PICKUP]
  const { asker, requests, routes } = anAsker(async () => ({ data: { line } }))
  const driver = aDriver()
  driver.hears({ type: 'assigned', order: anOrder() })
  for (let second = 0; second < 10; second++) asker.update(driver.model(), second * 1000)
  await Promise.resolve()
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject(['/api/driver/route', { points: [driver.model().at, PICKUP] }])
  await expect.poll(() => routes).toEqual([[PICKUP, line]])
})

test('idle cars at a high speed factor do not send unlimited requests', () => {
  const { asker, requests } = anAsker(() => Promise.reject(new Error('down')))
  for (let second = 0; second < 10; second++) asker.update(aDriver(undefined, second).model(), second * 1000)
  expect(requests.length).toBeLessThanOrEqual(2)
})

test.each([
  ['no answer', () => Promise.reject(new Error('down'))],
  ['an answer without a line', async () => ({ data: {} })],
  ['nothing', async () => null],
])('%s is not a route', async (_, answer) => {
  const { asker, routes } = anAsker(answer)
  const driver = aDriver()
  driver.hears({ type: 'assigned', order: anOrder() })
  asker.update(driver.model(), 0)
  await new Promise((resolve) => setImmediate(resolve))
  expect(routes).toEqual([])
})
