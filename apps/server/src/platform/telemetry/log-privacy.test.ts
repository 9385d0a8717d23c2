import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { searchPlaces } from '@dispecerat/contract/geography/addresses'
import { beginReset } from '@dispecerat/contract/identity/account'
import { logIn } from '@dispecerat/contract/identity/accounts'
import type { Endpoint } from '@dispecerat/contract/kernel/endpoint'
import { reportClientError } from '@dispecerat/contract/office/client-errors'
import { runImport } from '@dispecerat/contract/office/imports'
import { sendMessage } from '@dispecerat/contract/office/messages'
import { createOrder, editOrder, listOrders } from '@dispecerat/contract/orders/orders'
import { planRoute } from '@dispecerat/contract/orders/routes'
import { acceptCall, ringSimulatedCall } from '@dispecerat/contract/telephony/calls'
import type { DriverId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { addressOf, aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDriver, aUser, PASSWORD } from '../../testing/builders.ts'
import { contractEndpoints, lineOf } from '../../testing/contract-endpoints.ts'
import { queueSms } from '../outbox/queue-message.ts'

/** Values that a log must not contain, in every notation in which a client or a person could send them. */
const PHONE = '743218765'
const NAME = 'Ferecatu'
const EMAIL = 'ferecatu@tainic.ro'
const WRONG_PASSWORD = 'Parola-Tainica-77'
const STREET = 'Strada Tainelor 13'
const NOTE = 'bate la geamul din spate'
const TOKEN = 'tx_tainic-tainic-tainic-tainic-tainic-tainic-tai'
const GATEWAY_KEY = 'cheia-portii-de-sms'
const PLACE = { lat: 45.64237, long: 25.58873 }
const PERSONAL_DATA = [
  PHONE,
  NAME,
  EMAIL,
  WRONG_PASSWORD,
  PASSWORD,
  'Tainelor',
  'geamul din spate',
  'tainic-tainic',
  GATEWAY_KEY,
]
const EXACTLY = ['45.64237', '25.58873']

const lines: string[] = []
let server: TestServer
let gateway: http.Server
let manager: string
let admin: string
let driver: { driverId: DriverId; email: string }
let secrets: string[]

/** A gateway that refuses everything and echoes the request, as some do. */
function anEchoingGateway(): http.Server {
  return http.createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    response.writeHead(500).end(`no: ${request.url} ${request.headers.authorization} ${body}`)
  })
}

beforeAll(async () => {
  gateway = anEchoingGateway()
  await once(gateway.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  server = await aServer({
    logTo: (line) => lines.push(line),
    env: {
      SMS_WEBHOOK_URL: `${url}/sms`,
      SMS_WEBHOOK_KEY: GATEWAY_KEY,
      CHAT_WEBHOOK_URL: `${url}/chat`,
      GEOCODER: 'photon',
      GEOCODER_URL: url,
      ROUTER: 'osrm',
      ROUTER_URL: url,
    },
  })
  const { companyId } = await aCompany(server)
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId], email: EMAIL, name: NAME })
  driver = await aDriver(server, { companyId, at: PLACE })
  manager = await server.logIn(boss.email)
  admin = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
  secrets = [...PERSONAL_DATA, ...EXACTLY, manager, admin]
})

afterAll(async () => {
  await server?.stop()
  gateway?.close()
})

/** The lines of the log so far that contain a forbidden value. */
function betrayed(): string[] {
  return lines.filter((line) => secrets.some((secret) => line.toLowerCase().includes(secret.toLowerCase())))
}

async function isLogged(text: string): Promise<void> {
  await expect.poll(() => lines.some((line) => line.includes(text))).toBe(true)
}

const orderBody = {
  client_phone: `0${PHONE}`,
  client_name: NAME,
  about_client: NOTE,
  places: [{ name: STREET, ...PLACE }],
}

test('log-ins, wrong passwords, forgotten passwords', async () => {
  const { reply } = await server.request(logIn, { body: { email: EMAIL, password: PASSWORD } })
  secrets.push(reply.token)
  for (const [email, password] of [
    [EMAIL, WRONG_PASSWORD],
    [`x-${EMAIL}`, PASSWORD],
  ] as const)
    expect((await server.request(logIn, { body: { email, password } })).status).toBe(422)
  expect((await server.request(beginReset, { body: { email: EMAIL } })).status).toBe(202)
  expect(
    (await server.inject({ url: `/api/orders?token=${TOKEN}`, headers: { authorization: `Bearer ${TOKEN}` } }))
      .statusCode,
  ).toBe(401)
  await isLogged('"route":"/api/access-tokens","status":422')
  expect(betrayed()).toEqual([])
})

test('calls, orders, searches, messages', async () => {
  const call = await server.request(ringSimulatedCall, { body: { phone: `0${PHONE}` } }, manager)
  const { phone, sip_caller_id } = call.reply.data
  await server.request(acceptCall, { body: { phone_number: phone, sip_caller_id } }, manager)
  const { reply } = await server.request(createOrder, { body: orderBody }, manager)
  await server.request(editOrder, { params: { id: reply.data.id }, body: { about_client: `${NOTE}!` } }, manager)
  await server.request(listOrders, { query: { search: `0${PHONE}` } }, manager)
  await server.request(searchPlaces, { query: { input: STREET } }, manager)
  await server.request(planRoute, { body: { points: [PLACE, { ...PLACE, lat: PLACE.lat + 0.01 }] } }, manager)
  await server.request(sendMessage, { body: { user_id: driver.driverId, message: `${NAME}: ${NOTE}` } }, manager)
  await isLogged('the geocoder did not answer')
  await isLogged('the router did not answer')
  expect(betrayed()).toEqual([])
})

test('refused requests: unknown addresses, invalid fields, invalid files, broken JSON', async () => {
  const headers = { authorization: `Bearer ${manager}`, 'content-type': 'application/json' }
  for (const url of [`/api/addresses/0${PHONE}`, `/api/nothing/${EMAIL}`, `/nothing/${PHONE}?q=${NAME}`])
    await server.inject({ url, headers })
  await server.request(createOrder, { body: { ...orderBody, client_phone: `${PHONE}-${PHONE}` } }, manager)
  const broken = await server.inject({
    method: 'POST',
    url: '/api/orders',
    headers,
    payload: `{"phone": ${NAME} ${PHONE}`,
  })
  expect(broken.statusCode).toBe(422)
  const file = Buffer.from(`Telefon;Nume\n${PHONE}x;${NAME}\n0${PHONE};${NAME}`).toString('base64')
  await server.request(runImport, { params: { kind: 'clients' }, body: { file, dry_run: false } }, manager)
  expect(betrayed()).toEqual([])
})

test('sockets: tokens, malformed frames, positions', async () => {
  const wrong = server.bareSocket()
  await wrong.opened()
  wrong.send({ action: 'auth', token: TOKEN })
  await wrong.closed()
  const socket = await server.socket(await server.logIn(driver.email))
  socket.send({ event: 'position', data: { ...PLACE, accuracy: 5 } })
  socket.send({ event: NAME, data: { phone: PHONE } } as never)
  await socket.waitForEvent('error')
  expect(betrayed()).toEqual([])
})

test('gateways that refuse and echo the request, and failures of consoles', async () => {
  const now = server.clock.now()
  await server.db
    .transaction()
    .execute((tx) => queueSms(tx, { companyId: null, to: `+40${PHONE}`, text: `${NAME}, ${STREET}` }, now))
  const report = { context: `order of ${EMAIL}`, message: `cannot read ${NAME}`, phone: `0${PHONE}` }
  expect((await server.request(reportClientError, { body: report }, manager)).status).toBe(201)
  await server.startJobs()
  await isLogged('the chat webhook refused')
  const smsRows = () => server.db.selectFrom('outbox').select('reason').where('kind', '=', 'sms').execute()
  await expect.poll(async () => (await smsRows())[0]?.reason ?? '').not.toBe('')
  expect(betrayed()).toEqual([])
})

test('PostgreSQL quotes the row that it refuses: to a request, and to a job', async () => {
  const later = { ...orderBody, departure_time: '2026-03-02 10:00:00' }
  expect((await server.request(createOrder, { body: later }, manager)).status).toBe(201)
  await sql`alter table orders add constraint nothing_is_searched check (state <> 'created') not valid`.execute(
    server.db,
  )
  expect((await server.request(createOrder, { body: orderBody }, manager)).status).toBe(500)
  server.pass(24 * 3600)
  await isLogged('a due order failed')
  expect(lines.join('')).toContain('nothing_is_searched')
  await sql`alter table orders drop constraint nothing_is_searched`.execute(server.db)
  expect(betrayed()).toEqual([])
})

test('every endpoint, with a forbidden value in every parameter and field', async () => {
  for (const endpoint of await contractEndpoints()) {
    const answer = await server.inject({
      method: endpoint.method,
      url: addressOf(endpoint, { params: filled(endpoint, 'params'), query: filled(endpoint, 'query') } as never),
      headers: { authorization: `Bearer ${admin}` },
      ...(endpoint.method === 'GET' ? {} : { payload: filled(endpoint, 'body') }),
    })
    expect([lineOf(endpoint), answer.statusCode]).not.toEqual([lineOf(endpoint), 500])
  }
  expect(lines.length).toBeGreaterThan(100)
  expect(betrayed()).toEqual([])
})

/** Fills every text of a shape with forbidden values. */
function filled(endpoint: Endpoint, part: 'params' | 'query' | 'body'): Record<string, unknown> {
  const shape = endpoint[part]
  if (!(shape instanceof z.ZodObject)) return {}
  return Object.fromEntries(Object.keys(shape.shape).map((name) => [name, canaryOf(name)]))
}

function canaryOf(name: string): string {
  if (/phone|number/i.test(name)) return `0${PHONE}`
  if (/mail/i.test(name)) return EMAIL
  if (/password|code|token|secret/i.test(name)) return WRONG_PASSWORD
  return `${NAME} ${STREET}`
}
