import { DEFAULT_BEHAVIOUR } from '@dispecerat/simulation/behaviour'
import { applyEvent, type DriverModel, pass, wakeUp } from '@dispecerat/simulation/driver-model'
import { seededRandom } from '@dispecerat/simulation/seeded-random'
import { expect, test } from 'vitest'
import { carStateOf, livedOf } from './row-of.ts'

const random = seededRandom(1)
const HOME = { lat: 45.65, long: 25.6 }

function createModel(changes: Partial<DriverModel> = {}): DriverModel {
  return { ...wakeUp({ ...DEFAULT_BEHAVIOUR, refusePercent: 0, ignorePercent: 0 }, random, HOME), ...changes }
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
  ['off without a model', null, true, 'off', null],
  ['connecting while the socket is down', createModel(), false, 'connecting', null],
  ['free', createModel(), true, 'free', 'free'],
  ['paused', createModel({ isPaused: true }), true, 'paused', 'paused'],
  [
    'banned before paused',
    createModel({ isPaused: true, bannedUntil: '2100-01-01 00:00:00' }),
    true,
    'banned',
    'banned',
  ],
  [
    'on the way, even when banned',
    createModel({ trip: { ...trip, phase: 'to_pickup' }, bannedUntil: 'x' }),
    true,
    'to_pickup',
    'busy',
  ],
  ['on the trip', createModel({ trip: { ...trip, phase: 'on_trip' } }), true, 'on_trip', 'busy'],
] as const)('a driver is %s', (_, model, isReady, state, car) => {
  expect(livedOf(model, isReady).state).toBe(state)
  expect(carStateOf(state)).toBe(car)
})

test('the countdown ends with the driver’s own answer', () => {
  let { model } = applyEvent(createModel(), offer(11, 20_000), random)
  expect(livedOf(model, true).ring).toMatchObject({ orderId: 11, left: 3, total: 3, answersItself: true })
  model = pass(model, 1, random).model
  expect(livedOf(model, true).ring?.left).toBe(2)
  model = pass(model, 5, random).model
  expect(livedOf(model, true).ring?.left).toBe(0)
})

test('for a driver answered by the user it ends with the offer, the most urgent first', () => {
  let model = createModel({ behaviour: { ...DEFAULT_BEHAVIOUR, answersAlone: false } })
  model = applyEvent(model, offer(11, 20_000), random).model
  model = applyEvent(model, offer(12, 9_500), random).model
  expect(livedOf(model, true).ring).toMatchObject({ orderId: 12, left: 10, total: 9.5, answersItself: false })
})

test('the next order after the trip is shown too', () => {
  const next = { id: 8 } as DriverModel['next']
  expect(livedOf(createModel({ trip: { ...trip, phase: 'on_trip' }, next }), true)).toMatchObject({
    orderId: 7,
    nextOrderId: 8,
  })
})
