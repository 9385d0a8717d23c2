import { metresBetween } from '@dispecerat/domain/kernel/geo'
import { expect, test } from 'vitest'
import { type DriverBehaviour, FAULTS, type Fault } from './behaviour.ts'
import type { Act } from './driver-model.ts'
import { aDriver, aListed, anOffer, anOrder, PICKUP, WILLING } from './testing/a-pretend-driver.ts'

const CONFIRMED: ('delivered' | 'viewed')[] = ['delivered', 'viewed']

/** Receipts the phone sends for an offer, and the driver's answer with its delay. */
function answerOf(behaviour: DriverBehaviour, seed = 1) {
  const driver = aDriver(behaviour, seed)
  const acts = driver.hears({ type: 'offered', offer: anOffer() })
  const confirmed = acts.flatMap((act) => (act.do === 'confirm' ? [act.what] : []))
  const thinks = acts.find((act): act is Extract<Act, { do: 'think' }> => act.do === 'think')
  const [act] = driver.hears({ type: 'time_to_answer', orderId: 11, roundId: 21 })
  return { confirmed, after: thinks?.seconds ?? null, answer: act?.do ?? null }
}

test.each<{ name: string; behaviour: Partial<DriverBehaviour>; expected: ReturnType<typeof answerOf> }>([
  { name: 'a willing driver', behaviour: {}, expected: { confirmed: CONFIRMED, after: 3, answer: 'accept' } },
  {
    name: 'a quick one',
    behaviour: { acceptSeconds: 0 },
    expected: { confirmed: CONFIRMED, after: 0, answer: 'accept' },
  },
  {
    name: 'one who refuses everything',
    behaviour: { refusePercent: 100 },
    expected: { confirmed: CONFIRMED, after: 3, answer: 'refuse' },
  },
  {
    name: 'one who ignores everything',
    behaviour: { ignorePercent: 100 },
    expected: { confirmed: CONFIRMED, after: null, answer: null },
  },
  {
    name: 'one in somebody’s hand',
    behaviour: { answersAlone: false },
    expected: { confirmed: CONFIRMED, after: null, answer: null },
  },
  { name: 'a deaf one', behaviour: { fault: 'deaf' }, expected: { confirmed: [], after: null, answer: null } },
  {
    name: 'one who only looks',
    behaviour: { fault: 'looks_only' },
    expected: { confirmed: CONFIRMED, after: null, answer: null },
  },
])('answers of $name to an offer', ({ behaviour, expected }) => {
  expect(answerOf({ ...WILLING, ...behaviour })).toEqual(expected)
})

test('a slow driver takes between eight and twenty-five seconds, whatever the usual delay', () => {
  const after = Array.from({ length: 200 }, (_, seed) => answerOf({ ...WILLING, fault: 'slow' }, seed).after ?? 0)
  expect(Math.min(...after)).toBeGreaterThanOrEqual(8)
  expect(Math.max(...after)).toBeLessThanOrEqual(25)
  expect(new Set(after).size).toBeGreaterThan(10)
})

test('ringing runs in real time and stops when the offer is gone', () => {
  const driver = aDriver({ ...WILLING, speedUp: 100 })
  driver.hears({ type: 'offered', offer: anOffer() })
  driver.lives(2)
  expect(driver.model().ringing.get(11)).toMatchObject({ rungSeconds: 2, answerSeconds: 3, address: 'Strada Lungă 5' })
  driver.hears({ type: 'order_gone', orderId: 11 })
  expect(driver.model().ringing.size).toBe(0)
})

test.each(['accept', 'refuse'] as const)("the simulator's user may %s what rings, and nothing else", (answer) => {
  const driver = aDriver({ ...WILLING, answersAlone: false })
  driver.hears({ type: 'offered', offer: anOffer() })
  expect(driver.hears({ type: 'told', orderId: 11, answer })).toMatchObject([{ do: answer, orderId: 11 }])
  expect(driver.hears({ type: 'told', orderId: 12, answer })).toEqual([])
})

test('with the client in the car one more order may wait behind; it begins when the trip is over', () => {
  const driver = aDriver()
  driver.hears({ type: 'assigned', order: anOrder({ trip_state: 'started' }) })
  driver.hears({ type: 'offered', offer: anOffer(12, 22) })
  expect(driver.hears({ type: 'time_to_answer', orderId: 12, roundId: 22 })).toMatchObject([{ do: 'accept' }])
  driver.hears({ type: 'assigned', order: anOrder({ id: 12, is_next: true }) })
  expect(driver.model()).toMatchObject({ trip: { orderId: 11 }, next: { id: 12 } })

  driver.hears({ type: 'offered', offer: anOffer(13, 23) })
  expect(driver.hears({ type: 'time_to_answer', orderId: 13, roundId: 23 })).toEqual([])

  driver.lives(3600)
  driver.hears({ type: 'step_taken', orderId: 11 })
  expect(driver.model()).toMatchObject({ trip: { orderId: 12, phase: 'to_pickup' }, next: null })
})

test('an order queued behind a canceled trip begins when the server says so', () => {
  const driver = aDriver()
  driver.hears({ type: 'assigned', order: anOrder({ trip_state: 'started' }) })
  driver.hears({ type: 'assigned', order: anOrder({ id: 12, is_next: true }) })
  driver.hears({ type: 'order_gone', orderId: 11 })
  expect(driver.model()).toMatchObject({ trip: null, next: { id: 12 } })
  driver.hears({ type: 'updated', order: anOrder({ id: 12, is_next: false }) })
  expect(driver.model()).toMatchObject({ trip: { orderId: 12 }, next: null })
})

test('after a reconnect both the trip and the order behind it are restored', () => {
  const driver = aDriver()
  const orders = [anOrder({ trip_state: 'started' }), anOrder({ id: 12, is_next: true })]
  driver.hears({ type: 'snapshot', offers: [], orders })
  expect(driver.model()).toMatchObject({ trip: { orderId: 11, phase: 'on_trip' }, next: { id: 12 } })
  driver.hears({ type: 'snapshot', offers: [], orders: [anOrder({ id: 12, is_next: false })] })
  expect(driver.model()).toMatchObject({ trip: { orderId: 12, phase: 'to_pickup' }, next: null })
})

test('a driver who takes from the pending list accepts its first order, and the next one when the first is lost', () => {
  const driver = aDriver({ ...WILLING, takesPending: true })
  const acts = driver.hears({ type: 'pending_listed', orders: [aListed(31, 41), aListed(32, 42)] })
  expect(acts).toEqual([{ do: 'think', orderId: 31, roundId: 41, seconds: 3 }])
  expect(driver.hears({ type: 'pending_listed', orders: [aListed(31, 41), aListed(32, 42)] })).toEqual([])
  expect(driver.hears({ type: 'time_to_answer', orderId: 31, roundId: 41 })).toMatchObject([{ do: 'accept' }])
  expect(driver.hears({ type: 'offer_gone', orderId: 31 })).toEqual([
    { do: 'think', orderId: 32, roundId: 42, seconds: 3 },
  ])
  driver.hears({ type: 'pending_listed', orders: [] })
  expect(driver.hears({ type: 'time_to_answer', orderId: 32, roundId: 42 })).toEqual([])
})

test.each<[string, Partial<DriverBehaviour>, (driver: ReturnType<typeof aDriver>) => void]>([
  ['does not care for the list', {}, () => undefined],
  ['is paused', { takesPending: true }, (driver) => driver.hears({ type: 'paused', isPaused: true })],
  ['is banned', { takesPending: true }, (driver) => driver.hears({ type: 'ban', until: '2100-01-01 00:00:00' })],
  ['has a trip', { takesPending: true }, (driver) => driver.hears({ type: 'assigned', order: anOrder() })],
  ['is deaf', { takesPending: true, fault: 'deaf' }, () => undefined],
])('a driver who %s leaves the pending list alone', (_, behaviour, before) => {
  const driver = aDriver({ ...WILLING, ...behaviour })
  before(driver)
  expect(driver.hears({ type: 'pending_listed', orders: [aListed(31, 41)] })).toEqual([])
})

test('a driver who finishes after a minute does so at any place; the taximeter counts the distance driven', () => {
  const driver = aDriver({ ...WILLING, finishAfterSeconds: 60, kmPerHour: { from: 36, to: 36 } })
  driver.hears({ type: 'snapshot', offers: [], orders: [anOrder()] })
  driver.lives(3600)
  driver.hears({ type: 'step_taken', orderId: 11 })
  driver.lives(120)
  driver.hears({ type: 'step_taken', orderId: 11 })
  driver.lives(59)
  expect(driver.acts.at(-1)?.do).toBe('start')
  driver.lives(1)
  expect(driver.acts.at(-1)).toMatchObject({ do: 'finish', metres: expect.closeTo(780, -1), withPhoto: false })
})

test('a courier photographs the delivery where the order requires it', () => {
  const courier = aDriver({ ...WILLING, finishAfterSeconds: 5 })
  courier.hears({ type: 'snapshot', offers: [], orders: [anOrder({ proof_photo_required: true })] })
  courier.lives(3600)
  courier.hears({ type: 'step_taken', orderId: 11 })
  courier.lives(120)
  courier.hears({ type: 'step_taken', orderId: 11 })
  courier.lives(10)
  expect(courier.acts.at(-1)).toMatchObject({ do: 'finish', withPhoto: true })
})

test('priority, ban and pause are stored as received', () => {
  const driver = aDriver()
  driver.hears({ type: 'priority', hasPriority: true })
  driver.hears({ type: 'ban', until: '2026-03-18 12:00:00' })
  driver.hears({ type: 'paused', isPaused: true })
  expect(driver.model()).toMatchObject({ hasPriority: true, bannedUntil: '2026-03-18 12:00:00', isPaused: true })
  driver.hears({ type: 'ban', until: null })
  expect(driver.model().bannedUntil).toBeNull()
})

test('a driver sent to a stand drives there and stays, between trips too', () => {
  const stand = { lat: 45.66, long: 25.61 }
  const driver = aDriver()
  driver.hears({ type: 'told_to_stand', at: stand })
  driver.lives(3600)
  expect(driver.model().at).toEqual(stand)
  driver.lives(600)
  expect(driver.model().at).toEqual(stand)

  driver.hears({ type: 'assigned', order: anOrder({ trip_state: 'started' }) })
  driver.lives(60)
  driver.hears({ type: 'order_gone', orderId: 11 })
  driver.lives(3600)
  expect(driver.model().at).toEqual(stand)

  driver.hears({ type: 'told_to_stand', at: null })
  driver.lives(600)
  expect(driver.model().at).not.toEqual(stand)
})

test.each([
  { roam: 'stay', farthest: 0 },
  { roam: 'walk', farthest: 700 },
  { roam: 'route', farthest: 4000 },
] as const)('an idle car with $roam stays near its home', ({ roam, farthest }) => {
  const driver = aDriver({ ...WILLING, roam }, 5, PICKUP)
  let away = 0
  for (let minute = 0; minute < 120; minute++) {
    driver.lives(60)
    away = Math.max(away, metresBetween(PICKUP, driver.model().at))
  }
  expect(away).toBeLessThanOrEqual(farthest)
  if (roam !== 'stay') expect(away).toBeGreaterThan(farthest / 10)
})

test('a new behaviour applies from the next offer on', () => {
  const driver = aDriver()
  driver.hears({ type: 'became', behaviour: { ...WILLING, refusePercent: 100, kmPerHour: { from: 90, to: 90 } } })
  driver.hears({ type: 'offered', offer: anOffer() })
  expect(driver.model()).toMatchObject({ kmPerHour: 90 })
  expect(driver.hears({ type: 'time_to_answer', orderId: 11, roundId: 21 })).toEqual([{ do: 'refuse', orderId: 11 }])
})

test.each(FAULTS)('with %s the network is lost only when it flaps', (fault: Fault) => {
  const driver = aDriver({ ...WILLING, fault })
  driver.lives(600)
  const gone = driver.acts.flatMap((act) => (act.do === 'lose_network' ? [act.seconds] : []))
  if (fault !== 'flapping') return expect(gone).toEqual([])
  expect(gone.length).toBeGreaterThan(8)
  expect(Math.min(...gone)).toBeGreaterThanOrEqual(2)
  expect(Math.max(...gone)).toBeLessThanOrEqual(9)
})
