import {
  orderDriversChannel,
  POSITIONS_CHANNEL,
  STAND_QUEUES_CHANNEL,
  SUPPLY_CHANNEL,
} from '@dispecerat/contract/api/realtime'
import { cancelOrder, createOrder } from '@dispecerat/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, anAccount } from '../../orders/testing/an-account.ts'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { TOWN_SQUARE } from '../../testing/builders.ts'
import { aFurnishedCompany, CANARY, OTHER_TENANT_PHONE, type Rows } from '../../testing/tenants/other-tenant-company.ts'

let server: TestServer
let fixture: Rows
let dispatcher: string
let mine: Account
let theirs: Account

beforeAll(async () => {
  server = await aServer()
  fixture = await aFurnishedCompany(server, CANARY, OTHER_TENANT_PHONE)
  dispatcher = await server.logIn(fixture.dispatcherEmail)
  mine = await anAccount(server, fixture.companyId)
  theirs = await anAccount(server, fixture.companyId)
})
afterAll(() => server.stop())

function place(token: string) {
  const square = { name: CANARY, lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long }
  return server.request(createOrder, { body: { client_phone: '+40744123456', places: [square] } }, token)
}

test('the socket of an account receives its own orders by number, and nothing that is published to dispatchers', async () => {
  // Waits until the events of the earlier tests have been published.
  await server.remembers()
  const [own, other, socket] = [
    await server.socket(mine.token),
    await server.socket(theirs.token),
    await server.socket(dispatcher),
  ]
  const [first] = [(await place(mine.token)).reply.data.id, await place(theirs.token)]
  await place(dispatcher)
  await server.request(cancelOrder, { params: { id: first } }, dispatcher)
  await socket.waitForEvent('order_canceled')
  await own.waitForEvents('own_order_changed', 2)
  await other.waitForEvent('own_order_changed')
  const received = own.frames.map(({ event, data }) => [event, data])
  expect(received).toEqual([
    ['ready', expect.anything()],
    ['own_order_changed', { order_id: first }],
    ['own_order_changed', { order_id: first }],
  ])
  expect(socket.frames.map(({ event }) => event)).not.toContain('own_order_changed')
})

test('the socket of an account subscribes to no channel of dispatchers, nor to the search of its own order', async () => {
  const { id } = (await place(mine.token)).reply.data
  const own = await server.socket(mine.token)
  const channels = [orderDriversChannel(id), POSITIONS_CHANNEL, STAND_QUEUES_CHANNEL, SUPPLY_CHANNEL, 'ws_replay:1']
  for (const channel of channels) await own.subscribe(channel)
  expect(own.framesOf('error').map(({ data }) => data)).toEqual(channels.map(() => ({ message: 'Canal necunoscut' })))
})

test('the socket of an account is not shown to others as a viewer, and receives no viewers', async () => {
  const { id } = (await place(mine.token)).reply.data
  const [own, socket] = [await server.socket(mine.token), await server.socket(dispatcher)]
  own.send({ action: 'viewing', order_id: id, editing: true })
  await own.caughtUp()
  socket.send({ action: 'viewing', order_id: id, editing: false })
  await socket.caughtUp()
  const viewers = socket.framesOf('order_lookers').map(({ data }) => data as { dispatchers: { id: number }[] })
  expect(viewers.flatMap(({ dispatchers }) => dispatchers.map((who) => who.id))).not.toContain(mine.userId)
  expect(own.framesOf('order_lookers')).toEqual([])
})
