import { expect, test } from 'vitest'
import { DEFAULT_BEHAVIOUR } from './behaviour.ts'
import type { Act } from './driver-model.ts'
import { aDriver, anOffer, anOrder, aPlace, PICKUP, WILLING } from './testing/a-pretend-driver.ts'

test('a willing driver confirms an offer, waits three seconds and accepts', () => {
  const driver = aDriver()
  expect(driver.hears({ type: 'offered', offer: anOffer() })).toEqual([
    { do: 'confirm', what: 'delivered', roundId: 21 },
    { do: 'confirm', what: 'viewed', roundId: 21 },
    { do: 'think', orderId: 11, roundId: 21, seconds: 3 },
  ])
  expect(driver.hears({ type: 'time_to_answer', orderId: 11, roundId: 21 })).toMatchObject([
    { do: 'accept', orderId: 11, roundId: 21 },
  ])
})

test('an offer that was withdrawn meanwhile is not answered', () => {
  const driver = aDriver()
  driver.hears({ type: 'offered', offer: anOffer() })
  driver.hears({ type: 'order_gone', orderId: 11 })
  expect(driver.hears({ type: 'time_to_answer', orderId: 11, roundId: 21 })).toEqual([])
})

test('the same offer received twice is answered once, a new round is a new offer', () => {
  const driver = aDriver()
  driver.hears({ type: 'offered', offer: anOffer() })
  expect(driver.hears({ type: 'offered', offer: anOffer() })).toEqual([])
  expect(driver.hears({ type: 'offered', offer: anOffer(11, 22) }).length).toBe(3)
  expect(driver.hears({ type: 'time_to_answer', orderId: 11, roundId: 21 })).toEqual([])
  expect(driver.hears({ type: 'time_to_answer', orderId: 11, roundId: 22 }).length).toBe(1)
})

test("the behaviour's shares of many offers are refused and ignored", () => {
  const driver = aDriver({ ...DEFAULT_BEHAVIOUR, refusePercent: 30, ignorePercent: 20 })
  for (let id = 1; id <= 2000; id++) driver.hears({ type: 'offered', offer: anOffer(id, id) })
  for (let id = 1; id <= 2000; id++) driver.hears({ type: 'time_to_answer', orderId: id, roundId: id })
  const share = (what: Act['do']) => driver.acts.filter((act) => act.do === what).length / 2000
  expect(share('refuse')).toBeCloseTo(0.3, 1)
  expect(share('accept')).toBeCloseTo(0.5, 1)
  expect(share('think')).toBeCloseTo(0.8, 1)
})

test('an assigned driver drives to the pickup, arrives, waits, starts, drives on and finishes with a cost', () => {
  const driver = aDriver()
  driver.hears({ type: 'assigned', order: anOrder() })
  driver.lives(3600)
  expect(driver.acts).toEqual([{ do: 'arrived', orderId: 11 }])
  expect(driver.model().at).toEqual(PICKUP)

  driver.hears({ type: 'step_taken', orderId: 11 })
  driver.lives(120)
  expect(driver.acts.at(-1)).toEqual({ do: 'start', orderId: 11 })

  driver.hears({ type: 'step_taken', orderId: 11 })
  driver.lives(3600)
  expect(driver.acts.at(-1)).toMatchObject({
    do: 'finish',
    orderId: 11,
    costRon: 10.5,
    metres: expect.closeTo(1765, -1),
  })
  expect(driver.model().at).toEqual({ lat: 45.66, long: 25.61 })

  driver.hears({ type: 'step_taken', orderId: 11 })
  expect(driver.model().trip).toBeNull()
  expect(driver.acts.length).toBe(3)
})

test('a step the server did not accept is sent again', () => {
  const driver = aDriver()
  driver.hears({ type: 'assigned', order: anOrder() })
  driver.lives(3600)
  driver.hears({ type: 'step_failed', orderId: 11 })
  driver.lives(1)
  expect(driver.acts).toEqual([
    { do: 'arrived', orderId: 11 },
    { do: 'arrived', orderId: 11 },
  ])
})

test('at four times the speed the trip takes a quarter of the time, the answer as long as before', () => {
  const seconds = [1, 4].map((speedUp) => {
    const driver = aDriver({ ...WILLING, speedUp })
    driver.hears({ type: 'assigned', order: anOrder() })
    let lived = 0
    for (; driver.acts.length === 0; lived++) driver.lives(1)
    expect(driver.hears({ type: 'offered', offer: anOffer(12, 1) }).at(-1)).toMatchObject({ seconds: 3 })
    return lived
  })
  expect(Math.abs((seconds[0] ?? 0) / 4 - (seconds[1] ?? 0))).toBeLessThan(2)
})

test('a driver with a trip does not take another', () => {
  const driver = aDriver()
  driver.hears({ type: 'offered', offer: anOffer(12, 1) })
  driver.hears({ type: 'assigned', order: anOrder() })
  expect(driver.hears({ type: 'time_to_answer', orderId: 12, roundId: 1 })).toEqual([])
})

test('a canceled order ends the trip where the car is', () => {
  const driver = aDriver()
  driver.hears({ type: 'assigned', order: anOrder() })
  driver.lives(5)
  driver.hears({ type: 'order_gone', orderId: 11 })
  expect(driver.model().trip).toBeNull()
})

test('after a reconnect the driver continues from the step the server has', () => {
  const driver = aDriver()
  driver.hears({ type: 'snapshot', offers: [], orders: [anOrder({ trip_state: 'started' })] })
  expect(driver.model().trip?.phase).toBe('on_trip')
  driver.hears({ type: 'snapshot', offers: [], orders: [] })
  expect(driver.model().trip).toBeNull()
})

test('a snapshot adds missed offers and removes those that are gone', () => {
  const driver = aDriver()
  driver.hears({ type: 'offered', offer: anOffer(11, 21) })
  expect(driver.hears({ type: 'snapshot', offers: [anOffer(12, 22)], orders: [] }).length).toBe(3)
  expect([...driver.model().ringing.keys()]).toEqual([12])
  driver.hears({ type: 'snapshot', offers: null, orders: [] })
  expect([...driver.model().ringing.keys()]).toEqual([12])
})

test('a new destination applies at once', () => {
  const driver = aDriver()
  driver.hears({ type: 'assigned', order: anOrder({ trip_state: 'started' }) })
  const places = [aPlace(PICKUP.lat, PICKUP.long), aPlace(45.67, 25.62)]
  driver.hears({ type: 'updated', order: anOrder({ trip_state: 'started', places }) })
  driver.lives(3600)
  expect(driver.model().at).toEqual({ lat: 45.67, long: 25.62 })
})

test('an idle car keeps roaming the city', () => {
  const driver = aDriver()
  const before = driver.model().at
  driver.lives(600)
  expect(driver.model().at).not.toEqual(before)
  expect(driver.acts).toEqual([])
})
