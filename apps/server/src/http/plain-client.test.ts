import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadPages } from '../content/load-pages.ts'
import { aServer, type TestServer } from '../testing/a-server.ts'
import { aClient, aCompany, aDispatcher, aDriver, aUser, PASSWORD, TOWN_SQUARE } from '../testing/builders.ts'

// Written from the documented API alone: it knows paths, parameters and fields as text, and nothing of the contract.

type Json = Record<string, unknown>

let server: TestServer
let token = ''
let companyId = 0
let driverId = 0
let clientId = 0

beforeAll(async () => {
  server = await aServer({ env: { COMPANY_REGISTRY: 'fixture' } })
  companyId = (await aCompany(server)).companyId
  driverId = (await aDriver(server, { companyId, at: TOWN_SQUARE })).driverId
  clientId = (await aClient(server, { companyIds: [companyId], phone: '+40740123123', name: 'Ana Pop' })).clientId
  await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const { email } = await aDispatcher(server, { companyId })
  const { status, body } = await send('POST', '/api/access-tokens', { email, password: PASSWORD })
  expect(status).toBe(201)
  token = String((body as Json).token)
})
afterAll(() => server.stop())

async function send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: Json) {
  const headers = { 'company-id': '1', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const answer = await server.http.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, body: answer.body === '' ? null : (JSON.parse(answer.body) as unknown) }
}

async function get(url: string): Promise<Json> {
  const { status, body } = await send('GET', url)
  expect([url, status]).toEqual([url, 200])
  return body as Json
}

const rows = (reply: Json) => reply.data as Json[]

const firstOf = (what: Json | undefined, field: string) => (what?.[field] as Json[] | undefined)?.[0]

/** Every field is there, whatever else is. */
function expectFields(what: Json | undefined, fields: string): void {
  const missing = fields.split(' ').filter((field) => what === undefined || !(field in what))
  expect(missing).toEqual([])
}

const PLACE = 'id order_id name lat long place_id comment bloc scara reper'
const ORDER = [
  'id state phone client_phone name client_name about_client address client client_id places created_at',
  'created_by_company_id processed_by_company_id dispatcher_id dispatcher departure_time start_at assigned_at trip_started_at',
  'trip_finished_at driver driver_id car_indicativ custom_driver_ids manually_assigned waiting_driver_time',
  'send_to_other_company search_company_ids service_id options protocol_user in_pending_queue always_in_call call call_state',
  'call_started_at call_ended_at call_playback_state call_need_interaction cancellation_reason_type',
  'cancellation_reason_text cancelled_by cancelled_by_user cancelled_by_identifier cost discounted_cost payment_type',
  'finance_info discount_condition_id discount_amount discount_compensated',
].join(' ')

const place = (name: string) => ({ name, lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long })

async function anOrder(): Promise<Json> {
  const { status, body } = await send('POST', '/api/orders', {
    ...{ client_phone: '0740123123', client_name: 'Ana Pop', places: [place('Piața Sfatului 1'), place('Gara')] },
    ...{ options: {}, payment_type: 'cash', service_id: 1, custom_driver_ids: [], nobody_knows_this: 1 },
  })
  expect(status).toBe(201)
  return (body as { data: Json }).data
}

test('an order is placed, read, edited, listed and called off', async () => {
  const order = await anOrder()
  expectFields(order, ORDER)
  expectFields((order.places as Json[])[0], PLACE)
  expectFields(order.client as Json, 'id name phone about protocol_parent_user')
  const id = Number(order.id)
  expectFields((await get(`/api/orders/${id}`)).data as Json, ORDER)

  const edited = await send('PATCH', `/api/orders/${id}`, { about_client: 'Sună la sosire', payment_type: 'card' })
  expect(edited).toMatchObject({
    status: 200,
    body: { data: { about_client: 'Sună la sosire', payment_type: 'card' } },
  })
  const first = (order.places as Json[])[0]
  const moved = await send('PATCH', `/api/orders/${id}/places/${first?.id}`, {
    ...place('Piața Sfatului 2'),
    scara: 'B',
  })
  expect(moved.status).toBe(200)
  const named = await send('PATCH', `/api/orders/${id}/update-name`, { name: 'Ana Maria', about: 'Blocul din colț' })
  expect(named).toMatchObject({
    status: 200,
    body: { data: { client: { name: 'Ana Maria', about: 'Blocul din colț' } } },
  })

  const live = await get('/api/dispatcher-orders/live?offset=0')
  const listed = rows(live).find((one) => one.id === id)
  expectFields(listed, ORDER)
  expectFields(firstOf(listed, 'places'), PLACE)
  expectFields(
    await get('/api/dispatcher-orders/statistics'),
    'inCallOrdersCount liveOrdersCount finishedOrdersCount canceledOrdersCount',
  )
  expectFields(rows(await get(`/api/order-history/${id}`))[0], 'id timestamp type initiator')
  expectFields(await get(`/order-drivers?orderId=${id}`), 'searches')
  const copy = await send('POST', `/api/orders/${id}/duplicate`)
  expect([copy.status, Object.keys(copy.body as Json)]).toEqual([201, ['id']])
  const queued = await send('PATCH', `/api/orders/${id}/move-to-pending`)
  expect(queued).toMatchObject({ status: 200, body: { data: { state: 'pending', in_pending_queue: true } } })
  expect((await send('PATCH', `/api/orders/${id}/retry`)).status).toBe(200)
  expect(await send('PATCH', `/api/orders/${id}/cancel`)).toMatchObject({ body: { data: { state: 'canceled' } } })
  expect(rows(await get('/api/dispatcher-orders/canceled')).map((one) => one.id)).toContain(id)
  for (const kind of ['in-call', 'finished']) expectFields(await get(`/api/dispatcher-orders/${kind}`), 'data meta')
  expect((await send('GET', '/api/dispatcher-orders/altele')).status).toBe(404)
})

test('each documented filter of the orders narrows them', async () => {
  const { id } = await anOrder()
  const day = 'date_from=2020-01-01 00:00:00&date_to=2030-01-01 00:00:00'
  const finds = [
    ...[`driver_or_client_id=${clientId}`, `client_id=${clientId}`, `client=${clientId}`, 'state=created', day],
    ...['states=created', 'states[]=created', 'states[0]=created&states[1]=assigned', `company=${companyId}`],
    ...[
      `company_id=${companyId}`,
      'payment_type=cash',
      'payment_method=cash',
      'include_payments=1',
      'per_page=30&page=1',
    ],
  ]
  const others = [
    ...[
      `driver_id=${driverId}`,
      `driver=${driverId}`,
      'state=finished',
      'states[]=finished',
      'payment_method=protocol',
    ],
    ...['driver_payment=paid', 'driver_payment_method=card', 'date_to=2020-01-01 00:00:00', 'online=1', 'page=2'],
  ]
  const idsOf = async (query: string) => rows(await get(`/api/orders?${encodeURI(query)}`)).map((one) => one.id)
  for (const query of finds) expect([query, await idsOf(query)]).toEqual([query, expect.arrayContaining([id])])
  for (const query of others) expect([query, await idsOf(query)]).toEqual([query, expect.not.arrayContaining([id])])
  expectFields((await get('/api/orders')).meta as Json, 'total page per_page')
  expectFields(
    rows(await get('/api/orders-for-report?per_page=7'))[0],
    'orderId callDuration orderDate placeName state indicativ',
  )
})

test('drivers, clients and their cars are read with every documented field', async () => {
  const found = rows(await get('/api/users?roles[0]=driver&search='))
  expect(found.map(({ id }) => id)).toEqual([driverId])
  expectFields(found[0], 'id name email phone roles companies default_car')
  expectFields(firstOf(found[0], 'companies'), 'id name type')
  const driver = (await get(`/api/users/${driverId}`)).data as Json
  expectFields(driver, 'id name phone email balance identifier roles companies ban_until ban_reason')
  expectFields(driver, 'is_busy is_paused is_online high_priority default_car current_location current_polygon_id')
  expectFields(driver.default_car as Json, 'indicativ model make color number')
  expect(await get(`/api/users/${driverId}/meta`)).toMatchObject({ data: expect.any(Array) })
  const about = await send('PATCH', `/api/users/${encodeURIComponent('+40740123123')}/about`, { about: 'Scara B' })
  expect(about.status).toBe(200)
  expectFields(
    (await get(`/api/users/${clientId}`)).data as Json,
    'id name phone about protocol_parent_user created_at',
  )
  expect(await send('GET', '/api/drivers-positions')).toMatchObject({ status: 200, body: expect.any(Array) })
})

test('conversations, messages and their counts', async () => {
  const text = { user_id: driverId, title: 'Anunț', message: 'Bună seara', type: 'chat' }
  const sent = await send('POST', '/api/messages/to-user', text)
  expect(sent.status).toBe(201)
  expectFields(
    (sent.body as { data: Json }).data,
    'user_id title message type sender_name sender_id is_read created_at',
  )
  const [talk] = rows(await get('/api/messages/self-interlocutors'))
  expectFields(talk, 'interlocutor_id name phone email identifier has_unread unread_count last_message_at')
  const messages = await get(`/api/messages/self?page=1&type=chat&receiver_id=${driverId}`)
  expectFields(rows(messages)[0], 'message sender_id is_read created_at user_id')
  expect(await get('/api/messages/unread-count')).toEqual({ count: 0 })
  expect((await send('POST', '/api/messages/to-all-drivers', { message: 'Spor la treabă' })).status).toBe(202)
})

test('statistics, zones, services and the lists of the room', async () => {
  const counts = 'driversCount driversOnlineCount driversBusyCount clientsCount ordersTodayCount ordersTotalCount'
  expectFields(await get('/api/statistics/common'), `${counts} canceledOrdersTodayCount announcesCount incidentsCount`)
  for (const list of ['/api/polygons', '/api/polygons/statistics', '/api/statistics/drivers-info']) {
    expect(await send('GET', list)).toMatchObject({ status: 200, body: expect.any(Array) })
  }
  expectFields(rows(await get('/api/services'))[0], 'id name')
  expectFields(rows(await get('/api/order-options'))[0], 'key name')
  const blocked = await send('POST', '/api/blocked-phone', { phone: '0740999888', reason: 'Glume' })
  expect(blocked.status).toBe(201)
  const [entry] = rows(await get('/api/blocked-phone'))
  expectFields(entry, 'id phone reason created_at')
  expect((await send('DELETE', `/api/blocked-phone/${entry?.id}`)).status).toBe(200)
  expectFields(await get('/api/users-intervals?page=1&per_page=10'), 'data total meta')
  expect((await send('PATCH', '/api/user-activity', { isOnline: true })).status).toBe(200)
})

test('public pages and the register need no token', async () => {
  await loadPages(server)
  const asVisitor = async (url: string) => JSON.parse((await server.http.inject({ url })).body) as Json | Json[]
  expectFields((await asVisitor('/api/content/1')) as Json, 'title content')
  expectFields(((await asVisitor('/api/check-cui?cui=14399840')) as Json[])[0], 'denumire scpTVA cui adresa')
})

test('a ban answers its date and reason', async () => {
  const banned = await send('PATCH', `/api/users/${driverId}/ban`, { unit: 'hour', amount: 1, reason: 'Refuză curse' })
  expect([banned.status, Object.keys(banned.body as Json).sort()]).toEqual([200, ['date', 'reason']])
  const lifted = await send('PATCH', `/api/users/${driverId}/ban`)
  expect(lifted).toMatchObject({ status: 200, body: { date: null, reason: null } })
})

test('wrong input names its fields, in the documented form', async () => {
  const { status, body } = await send('POST', '/api/orders', {
    client_phone: '07',
    places: [{ name: '', lat: 1, long: 1 }],
  })
  expect(status).toBe(422)
  expect(body).toMatchObject({
    message: 'Date invalide',
    errors: { client_phone: [expect.any(String)], 'places.0.name': [expect.any(String)] },
  })
})
