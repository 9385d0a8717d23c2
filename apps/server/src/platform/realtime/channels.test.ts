import { CLOSE, orderDriversChannel, POSITIONS_CHANNEL } from '@dispecerat/contract/api/realtime'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aDriver, anOrder } from '../../testing/builders.ts'
import { aChange, happened, twoCompanies } from './testing/two-companies.ts'

test('only permitted users subscribe to a channel: orders need their guard, positions a permission, unknown channels are refused', async () => {
  await using server = await aServer()
  const { companyId, dispatcher, foreigner } = await twoCompanies(server)
  const orderId = asId<OrderId>(42)
  server.realtime.guardChannel('test_orders:', 'orders.history', async (login, id) => {
    return id === orderId && login.scope.companies !== 'every' && login.scope.companies.includes(companyId)
  })
  const driver = await aDriver(server, { companyId })
  const [mine, theirs, phone] = await Promise.all(
    [dispatcher, foreigner, driver].map(async ({ email }) => server.socket(await server.logIn(email))),
  )
  if (!mine || !theirs || !phone) throw new Error('no sockets')
  for (const socket of [mine, theirs]) await socket.subscribe(`test_orders:${orderId}`)
  await mine.subscribe('ws_everything')
  await mine.subscribe('test_orders:43')
  await phone.subscribe(POSITIONS_CHANNEL)
  expect(mine.framesOf('error')).toHaveLength(2)
  expect(theirs.framesOf('error')).toHaveLength(1)
  expect(phone.framesOf('error')).toHaveLength(1)
  expect(server.realtime.hasSubscribers(POSITIONS_CHANNEL)).toBe(false)

  await happened(server, { event: 'ws_order_drivers', channel: `test_orders:${orderId}`, data: { order_id: orderId } })
  expect(await mine.waitForEvent('ws_order_drivers')).toMatchObject({ channel: `test_orders:${orderId}` })
  await theirs.caughtUp()
  expect(theirs.framesOf('ws_order_drivers')).toEqual([])

  mine.send({ action: 'unsubscribe', channel: `test_orders:${orderId}` })
  await mine.caughtUp()
  expect(server.realtime.hasSubscribers(`test_orders:${orderId}`)).toBe(false)
})

test('a confirmed subscription receives every later event of the channel, a refused one none', async () => {
  await using server = await aServer()
  const { companyId, dispatcher } = await twoCompanies(server)
  const { orderId } = await anOrder(server, { companyId })
  const channel = orderDriversChannel(orderId)
  let check: (may: boolean) => void = () => undefined
  const checked = new Promise<boolean>((resolve) => {
    check = resolve
  })
  server.realtime.guardChannel('test_orders:', 'orders.history', () => checked)
  const socket = await server.socket(await server.logIn(dispatcher.email))
  socket.send({ action: 'subscribe', channel: 'ws_everything' })
  socket.send({ action: 'subscribe', channel })
  socket.send({ action: 'subscribe', channel: 'test_orders:1' })
  expect((await socket.waitForEvent('subscribed')).data).toEqual({ channel })
  expect(server.realtime.hasSubscribers(channel)).toBe(true)
  await happened(server, { event: 'ws_order_drivers', channel, data: { order_id: orderId } })
  await socket.waitForEvent('ws_order_drivers')
  expect(socket.framesOf('subscribed')).toHaveLength(1)
  check(true)
  await socket.waitForEvent('subscribed', (data: { channel: string }) => data.channel === 'test_orders:1')
})

test('a subscription that cannot be checked closes the socket, which reconnects and subscribes again', async () => {
  await using server = await aServer()
  const { dispatcher } = await twoCompanies(server)
  server.realtime.guardChannel('test_orders:', 'orders.history', () => Promise.reject(new Error('no database')))
  const socket = await server.socket(await server.logIn(dispatcher.email))
  socket.send({ action: 'subscribe', channel: 'test_orders:1' })
  expect(await socket.closed()).toBe(CLOSE.tryAgainLater)
  expect(socket.framesOf('error')).toEqual([])
})

test('a connection that stalled delivers its frames at once: those beyond the allowance are processed a little later', async () => {
  await using server = await aServer()
  const { companyId, dispatcher } = await twoCompanies(server)
  const { orderId } = await anOrder(server, { companyId })
  const channel = orderDriversChannel(orderId)
  const socket = await server.socket(await server.logIn(dispatcher.email))
  for (let n = 0; n < 24; n++) socket.send({ event: 'ping' })
  socket.send({ action: 'subscribe', channel })
  await socket.waitForEvent('subscribed')
  expect(socket.framesOf('pong')).toHaveLength(24)
})

test('the search panel of an order is sent to its company, not to another one, not to its drivers', async () => {
  await using server = await aServer()
  const { companyId, dispatcher, foreigner } = await twoCompanies(server)
  const { orderId } = await anOrder(server, { companyId })
  const driver = await aDriver(server, { companyId })
  const channel = orderDriversChannel(orderId)
  const refusals = []
  for (const { email } of [dispatcher, foreigner, driver]) {
    const socket = await server.socket(await server.logIn(email))
    await socket.subscribe(channel)
    refusals.push(socket.framesOf('error').length)
  }
  expect(refusals).toEqual([0, 1, 1])
})

test('volatile frames go to the subscribers of the company and repeat the current sequence number', async () => {
  await using server = await aServer()
  const { companyId, dispatcher, foreigner } = await twoCompanies(server)
  await happened(server, aChange(1, companyId))
  const [mine, theirs] = [
    await server.socket(await server.logIn(dispatcher.email)),
    await server.socket(await server.logIn(foreigner.email)),
  ]
  for (const socket of [mine, theirs]) await socket.subscribe(POSITIONS_CHANNEL)
  expect(server.realtime.hasSubscribers(POSITIONS_CHANNEL)).toBe(true)
  const data = { positions: [], gone: [] }
  server.realtime.publish({ event: POSITIONS_CHANNEL, channel: POSITIONS_CHANNEL, toCompanies: [companyId], data })
  const frame = await mine.waitForEvent(POSITIONS_CHANNEL)
  // A busy node may have read the change only after the socket joined, or after this frame.
  const logged = mine.frames.slice(
    0,
    mine.frames.findIndex(({ event }) => event === POSITIONS_CHANNEL),
  )
  expect(frame.seq).toBe(Math.max(...logged.map(({ seq }) => seq)))
  await theirs.caughtUp()
  expect(theirs.framesOf(POSITIONS_CHANNEL)).toEqual([])
})
