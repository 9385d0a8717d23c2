import { expect, test } from 'vitest'
import { aDriver, PASSWORD } from '../../testing/builders.ts'
import { createSearchFixture, northOfPickup } from '../../testing/search-fixture.ts'
import { expectFields } from './testing/documented-fields.ts'

// Sends what docs/driver-api.md described for the app of November 2026, as plain text and without the contract: no device_token, no
// is_mock, no receipts of offers, no Idempotency-Key, no queued next order. Do not add what later apps send.

type Json = Record<string, unknown>

const OFFERED = 'id:n places:a options:o service_id:n payment_type:s departure_time:t distance_m:n? route_m:n?'
const ASSIGNED = 'id:n state:s trip_state:s? phone:s name:s? places:a payment_type:s cost:n?'

test('an app that sends none of the later frames and fields completes a whole trip, including a lost connection', async () => {
  await using fixture = await createSearchFixture({
    metres: [],
    steps: [{ searchType: 'by_radius', searchLimit: 1000, searchSeconds: 30 }],
    hasJobs: false,
  })
  const { server, companyId } = fixture
  const { email, driverId, carId } = await aDriver(server, { companyId })
  await server.startJobs()
  let token = ''
  const send = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: Json): Promise<Json> => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await server.inject({ method, url, headers, ...(payload && { payload }) })
    expect([url, answer.statusCode]).toEqual([url, url === '/api/access-tokens' ? 201 : 200])
    return answer.json<Json>()
  }
  const here = async (metres: number) => {
    server.pass(5)
    const recorded_at = server.clock.now().toISOString().slice(0, 19).replace('T', ' ')
    const data = { ...northOfPickup(metres), heading: 90, speed: 34, accuracy: 8, recorded_at }
    return { event: 'position', data }
  }

  token = String((await send('POST', '/api/access-tokens', { email, password: PASSWORD, device: 'Pixel 8' })).token)
  const phone = { install_id: '6f1f7a52-5d0c-4c35-8d2e-3f0f5c0f8a11', platform: 'android', model: 'Pixel 8' }
  await send('POST', '/api/driver/device', { ...phone, app_version: '3.4.0', push_token: 'jeton' })
  expect((await send('GET', '/api/driver/me')).data).toMatchObject({ id: driverId, active_orders: [] })
  const socket = server.bareSocket()
  await socket.authenticate(token)
  await send('POST', '/api/driver/shift/start', { car_id: carId })
  await server.remembers()
  socket.send(await here(300))
  await socket.caughtUp()

  const orderId = await fixture.place()
  const { data: offer } = await socket.waitForEvent<{ order: Json }>('order_available')
  expectFields(offer, 'round_id:n order:o expires_at:t expires_in_ms:n notification_method:s')
  expectFields(offer.order, OFFERED)
  expect(offer.order.id).toBe(orderId)
  const accepted = (await send('POST', `/api/driver/orders/${orderId}/accept`, { waiting_driver_time: 5 })).data
  expectFields(accepted, ASSIGNED)
  const confirmed = await socket.waitForEvent<{ order: Json }>('order_accept_confirmed')
  expectFields(confirmed.data.order, ASSIGNED)

  expect((await send('PATCH', `/api/driver/orders/${orderId}/arrived`)).data).toMatchObject({
    trip_state: 'waiting_client',
  })
  const lastSeq = socket.lastSeq
  socket.close()
  expect((await send('POST', '/api/driver/position', { ...(await here(0)).data })).accepted).toBe(true)
  expect((await send('PATCH', `/api/driver/orders/${orderId}/start`)).data).toMatchObject({ trip_state: 'started' })

  const again = server.bareSocket()
  expect((await again.authenticate(token, lastSeq)).data).toMatchObject({ resumed: true })
  const { data: snapshot } = await again.waitForEvent<{ offers: Json[]; active_orders: Json[] }>('offers_snapshot')
  expect([snapshot.offers, snapshot.active_orders.map(({ id, trip_state }) => [id, trip_state])]).toEqual([
    [],
    [[orderId, 'started']],
  ])
  again.send(await here(-2000))
  await again.caughtUp()
  server.pass(300)
  const fare = { cost: 18.5, payment_type: 'cash', distance_m: 2000 }
  expect((await send('PATCH', `/api/driver/orders/${orderId}/finish`, fare)).data).toMatchObject({ state: 'finished' })

  const trips = (await send('GET', '/api/driver/orders')).data as Json[]
  expect(trips).toMatchObject([{ id: orderId, cost: 18.5, payment_type: 'cash' }])
  await send('POST', '/api/driver/shift/stop')
  expect((await send('GET', '/api/driver/me')).data).toMatchObject({ on_shift: false, is_busy: false })
  expect([socket.framesOf('error'), again.framesOf('error')]).toEqual([[], []])
})
