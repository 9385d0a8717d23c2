import type { Ask, Endpoint } from '@dispecerat/contract/endpoint'
import { cancelOrder, createOrder } from '@dispecerat/contract/orders'
import {
  orderDriversChannel,
  POSITIONS_CHANNEL,
  STAND_QUEUES_CHANNEL,
  SUPPLY_CHANNEL,
} from '@dispecerat/contract/realtime'
import { rolesMay } from '@dispecerat/domain/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, anAccount } from '../orders/testing/an-account.ts'
import { aServer, type TestServer } from '../testing/a-server.ts'
import { TOWN_SQUARE } from '../testing/builders.ts'
import { contractEndpoints, lineOf } from '../testing/contract-endpoints.ts'
import { foreignAsks } from '../testing/foreign-asks.ts'
import { aFurnishedCompany, CANARY, FOREIGN_PHONE, type Rows } from '../testing/foreign-company.ts'

/**
 * Everything a protocol company may ask (§4.2, column COM); the rest of the contract answers 403. hidden: what belongs to its
 * company's room or to another account does not exist for it. clean: the answer holds nothing of them. company: things its whole
 * company shares: its name, its services, options and prices, its own places.
 */
const OPEN: Record<string, 'hidden' | 'clean' | 'company'> = {
  'DELETE /api/access-tokens/:id': 'hidden',
  'DELETE /api/access-tokens/current': 'clean',
  'DELETE /api/addresses/:id': 'hidden',
  'DELETE /api/delete-place/:id': 'company',
  'DELETE /api/orders/:id/places/:placeId': 'hidden',
  'GET /api/access-tokens': 'clean',
  'GET /api/account': 'company',
  'GET /api/account/meta': 'clean',
  'GET /api/account/photo': 'clean',
  'GET /api/account/two-factor': 'clean',
  'GET /api/addresses/:phoneOrUserId': 'clean',
  'GET /api/exports/:id': 'hidden',
  'GET /api/order-options': 'company',
  'GET /api/orders': 'clean',
  'GET /api/orders-for-report': 'clean',
  'GET /api/orders/export': 'clean',
  'GET /api/orders/:id': 'hidden',
  'GET /api/orders/:id/proof-photo': 'hidden',
  'GET /api/orders/:id/static-map': 'hidden',
  'GET /api/place-details': 'company',
  'GET /api/place-details-new/:id': 'company',
  'GET /api/place-geocode': 'company',
  'GET /api/place-reverse': 'company',
  'GET /api/places-search': 'company',
  'GET /api/places-search-new': 'company',
  'POST /api/places-search-new': 'company',
  'GET /api/protocol-account': 'company',
  'DELETE /api/protocol-account/clients/:id': 'hidden',
  'GET /api/protocol-account/clients': 'clean',
  'GET /api/protocol-account/invoices': 'clean',
  'GET /api/protocol-account/invoices/:id/file': 'hidden',
  'GET /api/protocol-account/messages': 'clean',
  'GET /api/protocol-account/messages/unread-count': 'clean',
  'GET /api/protocol-account/months': 'clean',
  'PATCH /api/protocol-account/clients/:id': 'hidden',
  'POST /api/protocol-account/clients': 'clean',
  'POST /api/protocol-account/clients/:id/restore': 'hidden',
  'POST /api/protocol-account/clients/search': 'clean',
  'POST /api/protocol-account/messages': 'hidden',
  'PUT /api/protocol-account/pickup': 'company',
  'GET /api/protocol-account/statement': 'company',
  'GET /api/protocol-account/statement/file': 'company',
  'GET /api/protocol-companies': 'clean',
  'GET /api/services': 'company',
  'GET /api/static-map': 'clean',
  'PATCH /api/account': 'company',
  'PATCH /api/orders/:id': 'hidden',
  'PATCH /api/orders/:id/cancel': 'hidden',
  'PATCH /api/orders/:id/places/:placeId': 'hidden',
  'PATCH /api/orders/:id/places/sort': 'hidden',
  'PATCH /api/orders/:id/update-name': 'hidden',
  'PATCH /api/user-activity': 'clean',
  'POST /api/account/password': 'clean',
  'POST /api/account/two-factor': 'clean',
  'POST /api/account/two-factor/confirm': 'clean',
  'POST /api/account/two-factor/off': 'clean',
  'POST /api/account/two-factor/recovery-codes': 'clean',
  'POST /api/add-place': 'clean',
  'POST /api/addresses/:id/restore': 'hidden',
  'POST /api/client-errors': 'clean',
  'POST /api/delete-place/:id/restore': 'company',
  'POST /api/estimates': 'company',
  'POST /api/orders': 'clean',
  'POST /api/orders/:id/places': 'hidden',
  'POST /api/orders/search': 'clean',
  'POST /api/orders/search/export': 'clean',
  'POST /api/routes': 'clean',
}

const endpoints = await contractEndpoints()
const open = endpoints.filter(({ may }) => may !== 'public' && rolesMay(['company'], may))

let server: TestServer
let room: Rows
let dispatcher: string
let mine: Account
let theirs: Account
let theirOrder: { orderId: number; placeId: number }

beforeAll(async () => {
  server = await aServer()
  room = await aFurnishedCompany(server, CANARY, FOREIGN_PHONE)
  dispatcher = await server.logIn(room.dispatcherEmail)
  mine = await anAccount(server, room.companyId)
  theirs = await anAccount(server, room.companyId)
  const { reply } = await place(theirs.token)
  theirOrder = { orderId: reply.data.id, placeId: Number(reply.data.places[0]?.id) }
})
afterAll(() => server.stop())

/** What only an account may ask, of rows that are not its own. */
function accountAsks({ clientId, invoiceId, orderId }: Rows): Record<string, Ask<Endpoint>> {
  const client = { params: { id: clientId } }
  return {
    'GET /api/protocol-account/invoices/:id/file': { params: { id: invoiceId } },
    'GET /api/protocol-account/clients': { query: { search: 'Canar' } },
    'POST /api/protocol-account/clients/search': { body: { search: 'Canar' } },
    'PATCH /api/protocol-account/clients/:id': { ...client, body: { name: 'x' } },
    'DELETE /api/protocol-account/clients/:id': client,
    'POST /api/protocol-account/clients/:id/restore': client,
    'POST /api/protocol-account/messages': { body: { message: 'x', order_id: orderId } },
    'GET /api/protocol-account/invoices': {},
    'GET /api/protocol-account/messages': {},
    'GET /api/protocol-account/messages/unread-count': {},
    'GET /api/protocol-account/months': {},
  }
}

function place(token: string) {
  const square = { name: CANARY, lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long }
  return server.call(createOrder, { body: { client_phone: '+40744123456', places: [square] } }, token)
}

test('a protocol company reaches these endpoints and no others', () => {
  expect(open.map(lineOf).toSorted()).toEqual(Object.keys(OPEN).toSorted())
})

test.each(open.map((endpoint) => [lineOf(endpoint), endpoint] as const))(
  '%s shows an account neither its room’s rows nor another account’s',
  async (line, endpoint) => {
    if (line === 'DELETE /api/access-tokens/current') return
    const token = mine.token
    if (!server.http.hasRoute({ method: endpoint.method, url: endpoint.path })) return
    for (const rows of [room, { ...room, ...theirOrder }]) {
      const ask = foreignAsks(rows)[line]?.ask ?? accountAsks(rows)[line]
      if (!ask) continue
      const answer = await server.call(endpoint, ask, token)
      if (OPEN[line] === 'hidden') expect(answer.status).toBe(404)
      if (OPEN[line] !== 'company') expect(JSON.stringify(answer.body)).not.toContain(CANARY)
      expect(answer.status).toBeLessThan(500)
    }
  },
)

test('its socket hears of its own orders alone, by their number, and of nothing the room hears', async () => {
  // The orders of the tests before have been told of.
  await server.remembers()
  const [own, other, desk] = [
    await server.socket(mine.token),
    await server.socket(theirs.token),
    await server.socket(dispatcher),
  ]
  const [first] = [(await place(mine.token)).reply.data.id, await place(theirs.token)]
  await place(dispatcher)
  await server.call(cancelOrder, { params: { id: first } }, dispatcher)
  await desk.heard('order_canceled')
  await own.heardTimes('own_order_changed', 2)
  await other.heard('own_order_changed')
  const heard = own.frames.map(({ event, data }) => [event, data])
  expect(heard).toEqual([
    ['ready', expect.anything()],
    ['own_order_changed', { order_id: first }],
    ['own_order_changed', { order_id: first }],
  ])
  expect(desk.frames.map(({ event }) => event)).not.toContain('own_order_changed')
})

test('its socket may listen to no channel of the room, nor to the search of its own order', async () => {
  const { id } = (await place(mine.token)).reply.data
  const own = await server.socket(mine.token)
  const channels = [orderDriversChannel(id), POSITIONS_CHANNEL, STAND_QUEUES_CHANNEL, SUPPLY_CHANNEL, 'ws_replay:1']
  for (const channel of channels) await own.subscribe(channel)
  expect(own.framesOf('error').map(({ data }) => data)).toEqual(channels.map(() => ({ message: 'Canal necunoscut' })))
})

test('what it looks at is told to nobody, and it is told of nobody’s looking', async () => {
  const { id } = (await place(mine.token)).reply.data
  const [own, desk] = [await server.socket(mine.token), await server.socket(dispatcher)]
  own.send({ action: 'look', order_id: id, editing: true })
  await own.caughtUp()
  desk.send({ action: 'look', order_id: id, editing: false })
  await desk.caughtUp()
  const lookers = desk.framesOf('order_lookers').map(({ data }) => data as { dispatchers: { id: number }[] })
  expect(lookers.flatMap(({ dispatchers }) => dispatchers.map((who) => who.id))).not.toContain(mine.userId)
  expect(own.framesOf('order_lookers')).toEqual([])
})
