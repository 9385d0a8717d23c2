import { hear, type Mind, pass, wakeUp } from '@dispecerat/simulation/driver-mind'
import { seededRandom } from '@dispecerat/simulation/seeded-random'
import { USUAL_TEMPER } from '@dispecerat/simulation/temper'
import { expect, test } from 'vitest'
import { carStateOf, livedOf } from './row-of.ts'

const random = seededRandom(1)
const HOME = { lat: 45.65, long: 25.6 }

function aMind(changes: Partial<Mind> = {}): Mind {
  return { ...wakeUp({ ...USUAL_TEMPER, refusePercent: 0, ignorePercent: 0 }, random, HOME), ...changes }
}

function offer(orderId: number, expiresMs: number) {
  const order = {
    id: orderId,
    places: [],
    options: {},
    service_id: 1,
    payment_type: 'cash' as const,
    departure_time: '',
  }
  return {
    type: 'offered' as const,
    offer: {
      round_id: orderId + 100,
      order: { ...order, distance_m: null, route_m: null, package_note: null, cod_amount: null, weight_kg: null },
      expires_at: '',
      expires_in_ms: expiresMs,
      notification_method: 'all' as const,
    },
  }
}

const trip = {
  orderId: 7,
  pickup: HOME,
  destination: HOME,
  standSeconds: 0,
  rodeSeconds: 0,
  metres: 0,
  isSaying: false,
  asksForPhoto: false,
}

test.each([
  ['off without a mind', null, true, 'off', null],
  ['connecting while the line is down', aMind(), false, 'connecting', null],
  ['free', aMind(), true, 'free', 'free'],
  ['paused', aMind({ isPaused: true }), true, 'paused', 'paused'],
  ['banned before paused', aMind({ isPaused: true, bannedUntil: '2100-01-01 00:00:00' }), true, 'banned', 'banned'],
  [
    'on the way, even when banned',
    aMind({ trip: { ...trip, phase: 'to_pickup' }, bannedUntil: 'x' }),
    true,
    'to_pickup',
    'busy',
  ],
  ['on the trip', aMind({ trip: { ...trip, phase: 'on_trip' } }), true, 'on_trip', 'busy'],
] as const)('a driver is %s', (_, mind, isReady, state, car) => {
  expect(livedOf(mind, isReady).state).toBe(state)
  expect(carStateOf(state)).toBe(car)
})

test('the ring counts down to the driver’s own answer', () => {
  let { mind } = hear(aMind(), offer(11, 20_000), random)
  expect(livedOf(mind, true).ring).toMatchObject({ orderId: 11, left: 3, total: 3, answersItself: true })
  mind = pass(mind, 1, random).mind
  expect(livedOf(mind, true).ring?.left).toBe(2)
  mind = pass(mind, 5, random).mind
  expect(livedOf(mind, true).ring?.left).toBe(0)
})

test('for a driver in the hand it counts down to the end of the offer, the most urgent first', () => {
  let mind = aMind({ temper: { ...USUAL_TEMPER, answersAlone: false } })
  mind = hear(mind, offer(11, 20_000), random).mind
  mind = hear(mind, offer(12, 9_500), random).mind
  expect(livedOf(mind, true).ring).toMatchObject({ orderId: 12, left: 10, total: 9.5, answersItself: false })
})

test('the order behind the trip is shown besides', () => {
  const next = { id: 8 } as Mind['next']
  expect(livedOf(aMind({ trip: { ...trip, phase: 'on_trip' }, next }), true)).toMatchObject({
    orderId: 7,
    nextOrderId: 8,
  })
})
