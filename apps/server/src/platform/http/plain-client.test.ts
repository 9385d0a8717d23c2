import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSchematicCity } from '../../adapters/map-import/schematic/schematic-city.ts'
import { loadPages } from '../../site/content/load-pages.ts'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aClient, aCompany, aDispatcher, aDriver, aUser, PASSWORD, TOWN_SQUARE } from '../../testing/builders.ts'
import { aDatabase } from '../../testing/database/test-database.ts'
import { TestClock } from '../../testing/test-clock.ts'
import { DOCUMENTED, expectFields } from './testing/documented-fields.ts'

// Written from the documented API alone: it knows paths, parameters and fields as text, and nothing of the contract.

type Json = Record<string, unknown>
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

let server: TestServer
/** Tokens of a dispatcher, and of an administrator of the company who also takes calls. */
let token = ''
let boss = ''
let companyId = asId<CompanyId>(0)
let driverId = 0
let clientId = 0
let dispatcherId = 0

const AT = '2026-03-01T20:00:00+02:00'
const PHONE = '+40740123123'

beforeAll(async () => {
  const database = await aDatabase()
  const ground = { db: database.db, clock: new TestClock(AT) }
  await loadSchematicCity(ground.db, ground.clock.now())
  companyId = (await aCompany(ground)).companyId
  driverId = (await aDriver(ground, { companyId, at: TOWN_SQUARE })).driverId
  clientId = (await aClient(ground, { companyIds: [companyId], phone: PHONE, name: 'Ana Pop' })).clientId
  const manager = await aUser(ground, { roles: ['company_admin', 'dispatcher'], companyIds: [companyId] })
  const dispatcher = await aDispatcher(ground, { companyId })
  dispatcherId = dispatcher.userId
  server = await aServer({ at: AT, database, env: { COMPANY_REGISTRY: 'fixture' } })
  await server.startJobs()
  boss = await logIn(manager.email)
  token = await logIn(dispatcher.email)
})
afterAll(() => server.stop())

async function logIn(email: string): Promise<string> {
  const { status, body } = await send('POST', '/api/access-tokens', { email, password: PASSWORD }, '')
  expect(status).toBe(201)
  expectFields(body, 'token:s user:o')
  return String((body as Json).token)
}

async function send(method: Method, url: string, payload?: Json, as = token) {
  const headers = { 'company-id': '1', ...(as ? { authorization: `Bearer ${as}` } : {}) }
  const answer = await server.http.inject({ method, url: encodeURI(url), headers, ...(payload ? { payload } : {}) })
  const isJson = /json/.test(String(answer.headers['content-type']))
  return { status: answer.statusCode, body: isJson ? (JSON.parse(answer.body) as unknown) : answer.body }
}

/** The body of a reply that must be a success. */
async function done(method: Method, url: string, payload?: Json, as = token): Promise<Json> {
  const { status, body } = await send(method, url, payload, as)
  expect([method, url, status < 300, status < 300 ? null : body]).toEqual([method, url, true, null])
  return body as Json
}

/** Requests a URL that is encoded already. */
const requestUrl = (url: string) => server.http.inject({ url, headers: { authorization: `Bearer ${token}` } })

const get = (url: string, as = token) => done('GET', url, undefined, as)
const listOf = async (url: string) => (await get(url)) as unknown as Json[]
const rows = (reply: Json) => reply.data as Json[]
const idsOf = async (url: string) => rows(await get(url)).map(({ id }) => id)
const firstOf = (what: Json | undefined, field: string) => (what?.[field] as Json[] | undefined)?.[0]
const inData = (reply: Json) => reply.data as Json

function expectOrder(order: Json | undefined): void {
  expectFields(order, DOCUMENTED.order)
  expectFields(firstOf(order, 'places'), DOCUMENTED.place)
  expectFields(order?.client, DOCUMENTED.client)
  expect(order?.finance_info).toHaveProperty('driver_payment')
  expect(order?.finance_info).toHaveProperty('is_paid')
}

const place = (name: string, north = 0) => ({ name, lat: TOWN_SQUARE.lat + north, long: TOWN_SQUARE.long })

async function anOrder(over: Json = {}): Promise<Json> {
  const reply = await done('POST', '/api/orders', {
    client_phone: '0740123123',
    client_name: 'Ana Pop',
    places: [place('Piața Sfatului 1'), place('Gara')],
    options: {},
    payment_type: 'cash',
    service_id: 1,
    custom_driver_ids: [],
    nobody_knows_this: 1,
    ...over,
  })
  return inData(reply)
}

test('an order is created, read, edited, listed and cancelled', async () => {
  const order = await anOrder()
  expectOrder(order)
  const id = Number(order.id)
  expectOrder(inData(await get(`/api/orders/${id}`)))

  const change = { about_client: 'Sună la sosire', payment_type: 'card' }
  expect(await done('PATCH', `/api/orders/${id}`, change)).toMatchObject({ data: change })
  const first = (order.places as Json[])[0]
  await done('PATCH', `/api/orders/${id}/places/${first?.id}`, { ...place('Piața Sfatului 2'), scara: 'B' })
  const named = { name: 'Ana Maria', about: 'Blocul din colț' }
  expect(await done('PATCH', `/api/orders/${id}/update-name`, named)).toMatchObject({ data: { client: named } })

  expectOrder(rows(await get('/api/dispatcher-orders/live?offset=0')).find((one) => one.id === id))
  expectFields(await get('/api/dispatcher-orders/statistics'), DOCUMENTED.tabCounts)
  expectFields(rows(await get(`/api/order-history/${id}`))[0], DOCUMENTED.history)
  expectFields(await done('POST', `/api/orders/${id}/duplicate`), 'id:n')
  const queued = await done('PATCH', `/api/orders/${id}/move-to-pending`)
  expect(queued).toMatchObject({ data: { state: 'pending', in_pending_queue: true } })
  expect(await done('PATCH', `/api/orders/${id}/retry`)).toMatchObject({ data: { state: 'created' } })
  expect(await done('DELETE', `/api/orders/${id}/always-in-call`)).toMatchObject({ data: { always_in_call: false } })
  const canceled = await done('PATCH', `/api/orders/${id}/cancel`)
  expect(canceled).toMatchObject({ data: { state: 'canceled', cancellation_reason_type: 'dispatcher_canceled' } })
  expect(await idsOf('/api/dispatcher-orders/canceled')).toContain(id)
  for (const kind of ['in-call', 'finished']) expectFields(await get(`/api/dispatcher-orders/${kind}`), 'data:a meta:o')
  expect((await send('GET', '/api/dispatcher-orders/altele')).status).toBe(404)
  const finished = await done('PATCH', `/api/orders/${id}/set-driver-and-finish`, { driverId })
  expect(finished).toMatchObject({ data: { state: 'finished', driver_id: driverId } })
  expectFields((inData(finished).driver as Json).default_car, DOCUMENTED.car)
  const map = await send('GET', `/api/orders/${id}/static-map`)
  expect([map.status, String(map.body).slice(1, 4)]).toEqual([200, 'PNG'])
})

test('each documented filter of the orders narrows them', async () => {
  const { id } = await anOrder()
  const day = 'date_from=2020-01-01 00:00:00&date_to=2030-01-01 00:00:00'
  const finds = [
    `driver_or_client_id=${clientId}`,
    `client_id=${clientId}`,
    `client=${clientId}`,
    'state=created',
    day,
    'states=created',
    'states[]=created',
    'states[0]=created&states[1]=assigned',
    `company=${companyId}`,
    `company_id=${companyId}`,
    'payment_type=cash',
    'payment_method=cash',
    'include_payments=1',
    'per_page=30&page=1',
    `dispatcher=${dispatcherId}`,
    `dispatcher_id=${dispatcherId}`,
  ]
  const others = [
    `driver_id=${driverId}`,
    `driver=${driverId}`,
    'state=finished',
    'states[]=finished',
    'page=2',
    'payment_method=protocol',
    'driver_payment=paid',
    'driver_payment_method=card',
    'online=1',
    'date_to=2020-01-01 00:00:00',
    `driver_or_client_id=${driverId}`,
    `dispatcher=${driverId}`,
  ]
  for (const query of finds)
    expect([query, await idsOf(`/api/orders?${query}`)]).toEqual([query, expect.arrayContaining([id])])
  for (const query of others) {
    expect([query, await idsOf(`/api/orders?${query}`)]).toEqual([query, expect.not.arrayContaining([id])])
  }
  const all = await get('/api/orders')
  expectFields(all.meta, 'total:n page:n per_page:n')
  expectOrder(rows(all)[0])
  expectFields(rows(await get('/api/orders-for-report?per_page=7'))[0], DOCUMENTED.reportRow)
  await done('PATCH', `/api/orders/${id}/cancel`)
})

test('drivers, clients and their cars are read with every documented field', async () => {
  const found = rows(await get('/api/users?roles[0]=driver&search='))
  expect(found.map(({ id }) => id)).toEqual([driverId])
  expectFields(found[0], DOCUMENTED.user)
  expectFields(found[0]?.default_car, 'indicativ:s')
  expectFields(firstOf(found[0], 'companies'), DOCUMENTED.company)
  expect(await idsOf(`/api/users?identifier=${found[0]?.identifier}`)).toEqual([driverId])
  const driver = inData(await get(`/api/users/${driverId}`))
  expectFields(driver, DOCUMENTED.driver)
  expectFields(driver.default_car, DOCUMENTED.car)
  expect(driver.current_location).toEqual([TOWN_SQUARE.long, TOWN_SQUARE.lat])
  expectFields(await get(`/api/users/${driverId}/meta`), 'data:a')
  await done('PATCH', `/api/users/${PHONE}/about`, { about: 'Scara B' })
  const client = inData(await get(`/api/users/${clientId}`))
  expectFields(client, `${DOCUMENTED.client} created_at:t`)
  expectFields((await listOf('/api/drivers-positions'))[0], DOCUMENTED.position)
  expectFields(inData(await get('/api/account')), 'id:n companies:a')
})

test('cars are created, found, edited and deleted', async () => {
  const made = inData(await done('POST', '/api/cars', { number: 'BV 77 TST', indicativ: '77', make: 'Dacia' }, boss))
  expectFields(made, `${DOCUMENTED.car} id:n company_id:n year:n? seats:n category:s options:a is_active:b drivers:a`)
  for (const query of [
    'search=77',
    'is_active=1',
    'without_driver=1',
    `company_id=${companyId}`,
    'category=standard',
  ]) {
    expect([query, rows(await get(`/api/cars?${query}`, boss)).map(({ id }) => id)]).toEqual([
      query,
      expect.arrayContaining([made.id]),
    ])
  }
  const edited = await done('PATCH', `/api/cars/${made.id}`, { color: 'alb' }, boss)
  expect(edited).toMatchObject({ data: { color: 'alb', make: 'Dacia' } })
  await done('DELETE', `/api/cars/${made.id}`, undefined, boss)
  expect((await send('GET', `/api/cars/${made.id}`, undefined, boss)).status).toBe(404)
})

test('zones and statistics with their filters', async () => {
  const { lat, long } = TOWN_SQUARE
  const corners = [
    [-0.01, -0.01],
    [-0.01, 0.01],
    [0.01, 0.01],
    [0.01, -0.01],
  ]
  const paths = corners.map(([north = 0, east = 0]) => ({ lat: lat + north, long: long + east }))
  const zone = inData(await done('POST', '/api/polygons', { name: 'Centru', paths }, boss))
  expectFields(await get('/api/statistics/common'), DOCUMENTED.statistics)
  expectFields((await listOf('/api/polygons'))[0], DOCUMENTED.polygon)
  const read = await get(`/api/polygons/${zone.id}`)
  expectFields(read, DOCUMENTED.polygon)
  expectFields(firstOf(read, 'paths'), 'lat:n long:n')
  expectFields((await listOf('/api/polygons/statistics'))[0], DOCUMENTED.zoneCounts)
  const waiting = await listOf(`/api/statistics/drivers-info?polygon_id=${zone.id}`)
  expectFields(waiting[0], DOCUMENTED.waitingDriver)
  expect(await listOf('/api/statistics/drivers-info')).toEqual([])
  expectFields(rows(await get('/api/statistics/orders-by-day?range=1m'))[0], 'day:s orders:n finished:n canceled:n')
})

test('services, options, discounts and refused phones', async () => {
  expectFields(rows(await get('/api/services'))[0], 'id:n name:s')
  expectFields(rows(await get('/api/order-options'))[0], 'key:s name:s')
  const discount = { name: 'Vara', type: 'percent', value: 10, trigger: 'manual' }
  await done('POST', '/api/discounts', discount, boss)
  expectFields(rows(await get('/api/discounts'))[0], 'id:n name:s')
  await done('POST', '/api/blocked-phone', { phone: '0740999888', reason: 'Glume' })
  const [entry] = rows(await get('/api/blocked-phone'))
  expectFields(entry, DOCUMENTED.blocked)
  await done('DELETE', `/api/blocked-phone/${entry?.id}`)
  expect(await idsOf('/api/blocked-phone')).toEqual([])
  await done('PATCH', '/api/user-activity', { isOnline: true })
})

test('priority windows are created, listed and deleted', async () => {
  const window = { from: '2026-03-02 08:00:00', to: '2026-03-02 10:00:00', users: [{ id: driverId, indicativ: 'x' }] }
  const made = inData(await done('POST', '/api/users-intervals', window))
  expectFields(made, DOCUMENTED.window)
  expectFields(firstOf(made, 'users'), 'id:n indicativ:s')
  const list = await get('/api/users-intervals?page=1&per_page=10')
  expectFields(list, 'data:a total:n meta:o')
  expect(rows(list).map(({ id }) => id)).toEqual([made.id])
  await done('DELETE', `/api/users-intervals/${made.id}`)
  expect(await idsOf('/api/users-intervals')).toEqual([])
})

test('search rules are created, read, reordered and deleted', async () => {
  const step = {
    search_type: 'by_radius',
    search_time: 30,
    search_limit: 5000,
    search_order_by: 'by_distance',
    notification_method: 'all',
    exclude_previous: false,
    show_for_busy_drivers: false,
    ban_conditions: { active: false, type: 'ban', drivers: { from: 1, to: 1 }, count: 1, reset_interval: 60 },
  }
  const definitions = { items: [step] }
  const method = inData(await done('POST', '/api/search-methods', { definitions }, boss))
  expectFields(method, 'id:n definitions:o')
  const slower = { items: [{ ...step, search_time: 45 }] }
  await done('PATCH', `/api/search-methods/${method.id}`, { definitions: slower }, boss)
  const value = { time_from: '22:00:00', time_to: '06:00:00', selected_day: null, custom_day: null }
  const night = { search_method_id: method.id, type: 'weekdays', value }
  const made = inData(await done('POST', '/api/search-intervals', night, boss))
  const other = inData(await done('POST', '/api/search-intervals', { ...night, value: {} }, boss))
  expectFields(made, DOCUMENTED.interval)
  expectFields(other.value, DOCUMENTED.intervalValue)
  expect(other.value).toMatchObject({ time_from: '00:00:00', time_to: '23:59:59' })
  const monday = { ...value, selected_day: 1 }
  const edited = await done('PATCH', `/api/search-intervals/${made.id}`, { ...night, value: monday }, boss)
  expect(edited).toMatchObject({ data: { value: { selected_day: 1 } } })
  await done('POST', '/api/search-intervals/sort', { ids: [other.id, made.id] }, boss)
  const list = await get('/api/search-intervals')
  expectFields(list, 'company_id:n companies:a data:a')
  expect(rows(list).map(({ id }) => id)).toEqual([other.id, made.id])
  const read = firstOf(rows(list)[1]?.definitions as Json | undefined, 'items')
  expectFields(read, DOCUMENTED.step)
  expectFields(read?.ban_conditions, DOCUMENTED.stepBans)
  expect(read).toMatchObject({ ...step, search_time: 45 })
  await done('DELETE', `/api/search-intervals/${made.id}`, undefined, boss)
  expect(await idsOf('/api/search-intervals')).toEqual([other.id])
})

test('the rounds of a search list the offered drivers', async () => {
  // Uses the search rules that the previous test created.
  const { id } = await anOrder({ client_phone: '0740123999' })
  const rounds = async () => (await get(`/order-drivers?orderId=${id}`)).searches as Json[]
  const roundWithOffers = async () => (await rounds()).find(({ drivers }) => (drivers as Json[]).length > 0)
  await expect.poll(roundWithOffers, { timeout: 30_000 }).toBeDefined()
  const round = await roundWithOffers()
  expectFields(round, DOCUMENTED.round)
  expectFields(round?.params, 'search_order_by:s search_type:s')
  expectFields(firstOf(round, 'drivers'), DOCUMENTED.searched)
  expectFields(firstOf(round, 'drivers')?.driver, 'identifier:s?')
  await done('PATCH', `/api/orders/${id}/cancel`)
})

test('a call rings, is accepted, held, resumed and ended', async () => {
  const ring = async (phone: string) => inData(await done('POST', '/api/simulator/calls', { phone }, boss))
  const phone = '+40740555111'
  const { sip_caller_id } = await ring(phone)
  const accepted = await done('POST', '/api/calls/accept', { phone_number: phone, sip_caller_id })
  expectFields(accepted, 'data:o call:o client:o')
  const order = inData(accepted)
  expectFields(order.call, DOCUMENTED.call)
  expect(order).toMatchObject({ client_phone: phone, call_state: 'active', call: { state: 'started' } })
  expect(await idsOf('/api/dispatcher-orders/in-call?offset=0')).toContain(order.id)
  await done('PATCH', `/api/calls/hold/${order.id}`)
  expect(await get(`/api/orders/${order.id}`)).toMatchObject({ data: { call: { state: 'on_hold' } } })
  await done('PATCH', `/api/calls/unhold/${order.id}`)
  expect(await get(`/api/orders/${order.id}`)).toMatchObject({ data: { call: { state: 'started' } } })
  const reason = { reason_type: 'call_ended', reason_text: 'A închis' }
  await done('PATCH', '/api/calls/cancel', { phone_number: phone, ...reason })
  const next = '+40740555222'
  const second = await ring(next)
  await done('POST', '/api/calls/accept', { phone_number: next, sip_caller_id: second.sip_caller_id })
  await done('PATCH', '/api/calls/cancel/', { phone_number: next })
  expect(rows(await get('/api/calls')).map((call) => call.phone)).toEqual([])
})

test('the geocoding endpoints find, complete and reverse an address', async () => {
  const circle = { center: { latitude: TOWN_SQUARE.lat, longitude: TOWN_SQUARE.long }, radius: 50_000 }
  const near = `locationRestriction=${encodeURIComponent(JSON.stringify({ circle }))}`
  const search = `input=lung&languageCode=ro&includedRegionCodes=ro&sessionToken=s1&${near}`
  const [found] = (await requestUrl(`/api/places-search-new?${search}`)).json<Json[]>()
  expectFields(found, DOCUMENTED.suggestion)
  const details = await get(`/api/place-details-new/${found?.placeId}?sessionToken=s1`)
  expectFields(details.location, 'latitude:n longitude:n')
  const at = `location=${TOWN_SQUARE.lat},${TOWN_SQUARE.long}&radius=25000`
  for (const bias of [`${at}&strictbounds=true`, `locationbias=circle:25000@${TOWN_SQUARE.lat},${TOWN_SQUARE.long}`]) {
    const older = await get(`/api/places-search?input=lung&language=ro&components=country:ro&${bias}`)
    expectFields(firstOf(older, 'predictions'), 'place_id:s description:s')
  }
  const older = await get(`/api/place-details?place_id=${found?.placeId}&fields=geometry&language=ro`)
  const geocoded = await get(`/api/place-geocode?place_id=${found?.placeId}`)
  for (const one of [older.result as Json, firstOf(geocoded, 'results')]) {
    expectFields((one?.geometry as Json | undefined)?.location, 'lat:n lng:n')
  }
  const { latitude, longitude } = details.location as Json
  expectFields(inData(await get(`/api/place-reverse?lat=${latitude}&lng=${longitude}`)), DOCUMENTED.suggestion)
})

test('own and saved addresses are created, listed and deleted', async () => {
  const door = { scara: 'B', bloc: '4', reper: 'farmacie', comment: 'curte' }
  const own = { place_id: 'x1', name: 'Spitalul Județean', lat: TOWN_SQUARE.lat, lng: TOWN_SQUARE.long, ...door }
  const { placeId } = inData(await done('POST', '/api/add-place', own))
  await done('DELETE', `/api/delete-place/${placeId}`)
  await anOrder()
  await anOrder({ places: [place('Strada Lungă 3', 0.01)] })
  for (const whose of [encodeURIComponent(PHONE), '0740123123', clientId]) {
    const saved = (await requestUrl(`/api/addresses/${whose}`)).json<Json[]>()
    expectFields(saved[0], DOCUMENTED.savedAddress)
  }
  const past = rows(await get(`/api/dispatcher-orders/${clientId}/address-history`))
  expectFields(past[0], DOCUMENTED.savedAddress)
  await done('PATCH', `/api/dispatcher-orders/${clientId}/address-history-delete/${past[0]?.id}`)
  const [left] = await listOf(`/api/addresses/${clientId}`)
  await done('DELETE', `/api/addresses/${left?.id}`)
  expect((await listOf(`/api/addresses/${clientId}`)).map(({ id }) => id)).not.toContain(left?.id)
})

test('public pages, the register and the form of a company need no token', async () => {
  await loadPages(server)
  const asVisitor = async (url: string) => JSON.parse((await server.http.inject({ url })).body) as Json | Json[]
  expectFields(await asVisitor('/api/content/1'), 'title:s content:s')
  expectFields(((await asVisitor('/api/check-cui?cui=14399840')) as Json[])[0], 'denumire:s scpTVA:b cui:s adresa:s')
  const form = {
    cui: '14399840',
    euid: '',
    name: 'Taxi Nou SRL',
    address: 'Str. Lungă 1, Brașov',
    phone: '0740111222',
    lat: TOWN_SQUARE.lat,
    lng: TOWN_SQUARE.long,
    package_id: 1,
    description: '',
    user_name: 'Ion Pop',
    user_email: 'ion@taxinou.ro',
    user_password: 'trei cuvinte fără legătură',
    consent: true,
  }
  expectFields((await done('POST', '/api/company', form, '')).company, 'id:n name:s package_id:n')
  expect((await send('GET', '/api/orders', undefined, '')).status).toBe(401)
})

test('the reply to a banned user has date and reason', async () => {
  const banned = await done('PATCH', `/api/users/${driverId}/ban`, { unit: 'hour', amount: 1, reason: 'Refuză curse' })
  expectFields(banned, 'date:t reason:s')
  expectFields(inData(await get(`/api/users/${driverId}`)), 'ban_until:t ban_reason:s')
  expectFields(rows(await get('/api/users?roles=driver'))[0], 'ban_until:t ban_reason:s')
  expect(await done('PATCH', `/api/users/${driverId}/ban`)).toEqual({ date: null, reason: null })
})

test('invalid input names its fields in the documented form', async () => {
  const { status, body } = await send('POST', '/api/orders', {
    client_phone: '07',
    places: [{ name: '', lat: 1, long: 1 }],
    service_id: 999,
  })
  expect(status).toBe(422)
  const fields = ['client_phone', 'places.0.name', 'service_id']
  expect(body).toMatchObject({
    message: 'Date invalide',
    errors: Object.fromEntries(fields.map((field) => [field, [expect.any(String)]])),
  })
  const pair = await send('POST', '/api/access-tokens', { email: 'nimeni@proba.ro', password: 'greșită' }, '')
  expect(pair).toMatchObject({ status: 422, body: { errors: { email: [expect.any(String)] } } })
})

test('conversations, messages and their counts', async () => {
  const text = { user_id: driverId, title: 'Anunț', message: 'Bună seara', type: 'chat' }
  expectFields(inData(await done('POST', '/api/messages/to-user', text)), DOCUMENTED.message)
  expectFields(rows(await get('/api/messages/self-interlocutors'))[0], DOCUMENTED.conversation)
  const messages = await get(`/api/messages/self?page=1&type=chat&receiver_id=${driverId}`)
  expectFields(rows(messages)[0], 'message:s sender_id:n is_read:b created_at:t user_id:n')
  expect(await get('/api/messages/unread-count')).toEqual({ count: 0 })
  for (const all of ['drivers', 'clients']) {
    // At most one message to everybody is allowed in ten seconds.
    server.pass(11)
    expect((await send('POST', `/api/messages/to-all-${all}`, { message: 'Spor la treabă' }, boss)).status).toBe(202)
  }
})
