import { spawn, spawnSync } from 'node:child_process'
import { asId, type CompanyId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { expect, onTestFinished, test } from 'vitest'
import { twoCompanies } from '../../platform/realtime/testing/two-companies.ts'
import { aServer } from '../../testing/a-server.ts'
import { aDispatcher, anOrder, aUser } from '../../testing/builders.ts'
import { freePort } from '../../testing/free-port.ts'
import type { SocketClient } from '../../testing/socket-client.ts'
import { ViewerRegistry, type Viewing, viewersOf } from './viewer-registry.ts'

interface Viewers {
  order_id: OrderId
  dispatchers: { id: number; name: string | null; is_editing: boolean; is_away: boolean }[]
}

const viewFrame = (orderId: OrderId | null, editing = false) => ({ action: 'viewing', order_id: orderId, editing })
const whoIs = (socket: SocketClient, orderId: OrderId, isSo: (people: Viewers['dispatchers']) => boolean) =>
  socket.waitForEvent<Viewers>('order_lookers', (data) => data.order_id === orderId && isSo(data.dispatchers))
const viewersSent = (socket: SocketClient) => socket.framesOf('order_lookers').map(({ data }) => data as Viewers)

test('a dispatcher opens an order: colleagues see who is there, then who edits, then that nobody is', async () => {
  await using server = await aServer()
  const { companyId, dispatcher: mihai } = await twoCompanies(server)
  const maria = await aUser(server, { roles: ['dispatcher'], companyIds: [companyId], name: 'Maria' })
  const { orderId } = await anOrder(server, { companyId })
  const hers = await server.socket(await server.logIn(maria.email))
  const his = await server.socket(await server.logIn(mihai.email))

  hers.send(viewFrame(orderId))
  const [here] = (await whoIs(his, orderId, (people) => people.length === 1)).data.dispatchers
  expect(here).toEqual({ id: maria.userId, name: 'Maria', is_editing: false, is_away: false })
  hers.send(viewFrame(orderId, true))
  await whoIs(his, orderId, (people) => people[0]?.is_editing === true)
  hers.close()
  await whoIs(his, orderId, (people) => people.length === 0)
})

test('a console of the version before reports its order by the old name of the frame', async () => {
  await using server = await aServer()
  const { companyId, dispatcher: mihai } = await twoCompanies(server)
  const maria = await aDispatcher(server, { companyId })
  const { orderId } = await anOrder(server, { companyId })
  const hers = await server.socket(await server.logIn(maria.email))
  const his = await server.socket(await server.logIn(mihai.email))
  hers.send({ ...viewFrame(orderId), action: 'look' })
  await whoIs(his, orderId, (people) => people.length === 1)
})

test('a window opened later gets the viewers of all orders, whatever it shows itself', async () => {
  await using server = await aServer()
  const { companyId, dispatcher: mihai } = await twoCompanies(server)
  const maria = await aDispatcher(server, { companyId })
  const { orderId } = await anOrder(server, { companyId })
  const hers = await server.socket(await server.logIn(maria.email))
  hers.send(viewFrame(orderId))
  await whoIs(hers, orderId, (people) => people.length === 1)

  const his = await server.socket(await server.logIn(mihai.email))
  his.send(viewFrame(null))
  const sent = await whoIs(his, orderId, (people) => people.length === 1)
  expect(sent.data.dispatchers.map(({ id }) => id)).toEqual([maria.userId])
})

test('two windows of one user are one viewer, gone with the last of them', async () => {
  await using server = await aServer()
  const { companyId, dispatcher: mihai } = await twoCompanies(server)
  const maria = await aDispatcher(server, { companyId })
  const { orderId } = await anOrder(server, { companyId })
  const token = await server.logIn(maria.email)
  const windows = [await server.socket(token), await server.socket(token)]
  const his = await server.socket(await server.logIn(mihai.email))
  windows[0]?.send(viewFrame(orderId, true))
  windows[1]?.send(viewFrame(orderId))
  await windows[1]?.caughtUp()
  await whoIs(his, orderId, (people) => people.length === 1 && people[0]?.is_editing === true)
  windows[0]?.close()
  await whoIs(his, orderId, (people) => people.length === 1 && people[0]?.is_editing === false)
  expect(viewersSent(his).every(({ dispatchers }) => dispatchers.length === 1)).toBe(true)
  windows[1]?.close()
  await whoIs(his, orderId, (people) => people.length === 0)
})

test('a user is away once all their windows with the order are idle, and back with the first', async () => {
  await using server = await aServer()
  const { companyId, dispatcher: mihai } = await twoCompanies(server)
  const maria = await aDispatcher(server, { companyId })
  const { orderId } = await anOrder(server, { companyId })
  const token = await server.logIn(maria.email)
  const windows = [await server.socket(token), await server.socket(token)]
  const his = await server.socket(await server.logIn(mihai.email))
  for (const one of windows) one.send(viewFrame(orderId))
  await whoIs(his, orderId, (people) => people.length === 1)
  windows[0]?.send({ ...viewFrame(orderId), away: true })
  windows[1]?.send(viewFrame(orderId, true))
  await whoIs(his, orderId, ([she]) => she?.is_editing === true && !she.is_away)
  windows[1]?.send({ ...viewFrame(orderId), away: true })
  await whoIs(his, orderId, ([she]) => she?.is_away === true && !she.is_editing)
  windows[0]?.send(viewFrame(orderId))
  await windows[0]?.caughtUp()
  await expect.poll(() => viewersSent(his).at(-1)?.dispatchers[0]?.is_away).toBe(false)
})

test('another company is not a viewer and gets no viewers; nor does a protocol company', async () => {
  await using server = await aServer()
  const { companyId, dispatcher, foreigner } = await twoCompanies(server)
  const protocol = await aUser(server, { roles: ['company'], companyIds: [companyId] })
  const { orderId } = await anOrder(server, { companyId })
  const [mine, theirs, account] = await Promise.all(
    [dispatcher, foreigner, protocol].map(async ({ email }) => server.socket(await server.logIn(email))),
  )
  if (!mine || !theirs || !account) throw new Error('no sockets')
  for (const socket of [theirs, account]) {
    socket.send(viewFrame(orderId))
    await socket.caughtUp()
  }
  mine.send(viewFrame(orderId))
  await whoIs(mine, orderId, (people) => people.length === 1)
  for (const socket of [theirs, account]) {
    await socket.caughtUp()
    expect(viewersSent(socket)).toEqual([])
  }
  expect(viewersSent(mine).flatMap(({ dispatchers }) => dispatchers.map(({ id }) => id))).toEqual(
    viewersSent(mine).map(() => dispatcher.userId),
  )
})

const viewing = (userId: UserId, isEditing = false): Viewing => ({
  orderId: asId<OrderId>(7),
  companyId: asId<CompanyId>(1),
  userId,
  name: `D${userId}`,
  isEditing,
  isAway: false,
  since: userId,
})

test('the first viewer is listed first, whichever node they are on, by the oldest of their windows', () => {
  const registry = new ViewerRegistry<object>()
  const ids = () => viewersOf(registry.all(), asId<OrderId>(7)).map(({ id }) => id)
  registry.put({}, { ...viewing(asId<UserId>(1)), since: 50 })
  registry.applyNodeReport('b', [{ ...viewing(asId<UserId>(2)), since: 20 }], 1000)
  expect(ids()).toEqual([2, 1])
  const older = {}
  registry.put(older, { ...viewing(asId<UserId>(1)), since: 10 })
  expect(ids()).toEqual([1, 2])
  registry.put(older, null)
  expect(ids()).toEqual([2, 1])
})

test("viewers of other nodes are merged with local ones; a silent node's viewers are removed", () => {
  const registry = new ViewerRegistry<object>()
  registry.put({}, viewing(asId<UserId>(1)))
  expect(registry.applyNodeReport('b', [viewing(asId<UserId>(2), true)], 1000).map(({ userId }) => userId)).toEqual([2])
  expect(registry.applyNodeReport('b', [viewing(asId<UserId>(2), true)], 2000)).toEqual([])
  expect(viewersOf(registry.all(), asId<OrderId>(7)).map(({ id, is_editing }) => [id, is_editing])).toEqual([
    [1, false],
    [2, true],
  ])
  expect(registry.forgetSilent(1500)).toEqual([])
  expect(registry.forgetSilent(2500).map(({ userId }) => userId)).toEqual([2])
  expect(viewersOf(registry.all(), asId<OrderId>(7)).map(({ id }) => id)).toEqual([1])
})

const hasRedis = spawnSync('redis-server', ['--version']).status === 0

test.skipIf(!hasRedis)('two connected nodes show the same viewers', async () => {
  const port = await freePort()
  const redis = spawn('redis-server', ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], {
    stdio: 'ignore',
  })
  onTestFinished(() => void redis.kill('SIGKILL'))
  const env = { REDIS_URL: `redis://127.0.0.1:${port}` }
  await using one = await aServer({ env })
  await using other = await aServer({ env, besides: one })
  const { companyId, dispatcher: mihai } = await twoCompanies(one)
  const maria = await aDispatcher(one, { companyId })
  const { orderId } = await anOrder(one, { companyId })
  const hers = await one.socket(await one.logIn(maria.email))
  const his = await other.socket(await one.logIn(mihai.email))
  const isThere = () => viewersSent(his).some(({ dispatchers }) => dispatchers.some(({ id }) => id === maria.userId))
  let isEditing = false
  // The Redis subscription may not be active yet, and a notification may be lost: the test repeats the change until it arrives.
  await expect
    .poll(
      () => {
        isEditing = !isEditing
        hers.send(viewFrame(orderId, isEditing))
        return isThere()
      },
      { timeout: 15_000, interval: 200 },
    )
    .toBe(true)
  hers.close()
  await expect.poll(() => viewersSent(his).at(-1)?.dispatchers, { timeout: 15_000 }).toEqual([])
})
