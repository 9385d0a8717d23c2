import { STAND_QUEUES_CHANNEL } from '@dispecerat/contract/api/realtime'
import { setPause, stopShift } from '@dispecerat/contract/dispatch/driver'
import { listStands, readStandQueue } from '@dispecerat/contract/fleet/stands'
import { asId, type DriverId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher } from '../../testing/builders.ts'
import { aRank, aStand, north, type Phone, queue, stays, written } from './testing/a-rank.ts'

test('two drivers come to a stand: after 20 s each is in the queue, in the order of arrival, however near', async () => {
  await using rank = await aRank(2)
  const { server, dispatcher } = rank
  const [first, second] = rank.phones as [Phone, Phone]
  const standId = await aStand(rank)

  await stays(rank, first, north(90), 10)
  await stays(rank, second, north(5), 5)
  expect(await queue(server, dispatcher, standId)).toEqual([])
  server.pass(10)
  expect(await queue(server, dispatcher, standId)).toEqual(['1'])
  server.pass(10)
  expect(await queue(server, dispatcher, standId)).toEqual(['1', '2'])

  const { reply } = await server.request(readStandQueue, { params: { id: standId } }, dispatcher)
  expect(reply.data[0]).toMatchObject({ driver_id: first.driverId, arrived_at: '2026-03-01 18:00:05' })
  const { reply: stands } = await server.request(listStands, {}, dispatcher)
  expect(stands.data).toMatchObject([{ id: standId, queue_length: 2 }])
})

test('a driver may move up to one and a half radii away and keeps the place; after 20 s beyond that it is lost', async () => {
  await using rank = await aRank(1)
  const [driver] = rank.phones as [Phone]
  const standId = await aStand(rank)
  await stays(rank, driver, north(10), 25)
  await stays(rank, driver, north(140), 60)
  await stays(rank, driver, north(160), 15)
  expect(await queue(rank.server, rank.dispatcher, standId)).toEqual(['1'])
  await stays(rank, driver, north(160), 15)
  expect(await queue(rank.server, rank.dispatcher, standId)).toEqual([])
})

test('a driver who pauses leaves the queue and has the place again afterwards; one who goes off duty loses it', async () => {
  await using rank = await aRank(2)
  const { server, dispatcher } = rank
  const [first, second] = rank.phones as [Phone, Phone]
  const standId = await aStand(rank)
  await stays(rank, first, north(5), 5)
  await stays(rank, second, north(10), 25)
  expect(await queue(server, dispatcher, standId)).toEqual(['1', '2'])

  await expect.poll(() => written(server)).toHaveLength(2)
  await server.request(setPause, { body: { is_paused: true } }, first.token)
  expect(await queue(server, dispatcher, standId)).toEqual(['2'])
  await server.request(setPause, { body: { is_paused: false } }, first.token)
  await stays(rank, first, north(5), 5)
  expect(await queue(server, dispatcher, standId)).toEqual(['1', '2'])

  await server.request(stopShift, {}, second.token)
  expect(await queue(server, dispatcher, standId)).toEqual(['1'])
  await expect.poll(() => written(server)).toEqual([first.driverId])
})

test('a driver whose phone is silent for a minute leaves the queue', async () => {
  await using rank = await aRank(1)
  const [driver] = rank.phones as [Phone]
  const standId = await aStand(rank)
  rank.server.pass(61)
  await stays(rank, driver, north(5), 25)
  rank.server.pass(59)
  expect(await queue(rank.server, rank.dispatcher, standId)).toEqual(['1'])
  rank.server.pass(2)
  expect(await queue(rank.server, rank.dispatcher, standId)).toEqual([])
  await expect.poll(() => written(rank.server)).toEqual([])
})

test('a driver who is sent to the back is last in the queue', async () => {
  await using rank = await aRank(2)
  const { server, dispatcher } = rank
  const [first, second] = rank.phones as [Phone, Phone]
  const standId = await aStand(rank)
  await stays(rank, first, north(5), 5)
  await stays(rank, second, north(10), 25)
  await expect.poll(() => written(server)).toHaveLength(2)

  await server.db.transaction().execute((tx) =>
    server.domainEvents.emit(tx, 'driver.sent_to_back', {
      driverId: asId<DriverId>(first.driverId),
      now: server.clock.now(),
    }),
  )
  server.committed()
  await expect.poll(() => queue(server, dispatcher, standId)).toEqual(['2'])
  await stays(rank, first, north(5), 25)
  expect(await queue(server, dispatcher, standId)).toEqual(['2', '1'])
})

test('a restart keeps the queue and its arrival times', async () => {
  await using rank = await aRank(2)
  const { server, dispatcher } = rank
  const [first, second] = rank.phones as [Phone, Phone]
  const standId = await aStand(rank)
  await stays(rank, second, north(5), 5)
  await stays(rank, first, north(10), 30)
  const before = (await server.request(readStandQueue, { params: { id: standId } }, dispatcher)).reply.data
  expect(before.map(({ indicativ }) => indicativ)).toEqual(['2', '1'])
  await expect.poll(() => written(server)).toHaveLength(2)

  await server.stopJobs()
  // Longer than a phone may be silent: after a start it has a minute to reconnect.
  server.pass(100)
  await using restarted = await aServer({ besides: server })
  await restarted.startJobs()
  const after = (await restarted.request(readStandQueue, { params: { id: standId } }, dispatcher)).reply.data
  expect(after.map(({ driver_id, arrived_at }) => [driver_id, arrived_at])).toEqual(
    before.map(({ driver_id, arrived_at }) => [driver_id, arrived_at]),
  )
})

test('a second server uses the arrival times that the first one wrote, and keeps drivers whose phones report to the first', async () => {
  await using rank = await aRank(1)
  const { server, dispatcher } = rank
  const [driver] = rank.phones as [Phone]
  const standId = await aStand(rank)
  await using other = await aServer({ besides: server })
  await other.startJobs()
  await stays(rank, driver, north(5), 30)
  await expect.poll(() => written(server)).toHaveLength(1)
  const arrivals = async (node: TestServer) =>
    (await node.request(readStandQueue, { params: { id: standId } }, dispatcher)).reply.data.map(
      (one) => one.arrived_at,
    )
  expect(await arrivals(server)).toEqual(['2026-03-01 18:00:05'])

  // The same phone reports to the other server, which would count from now.
  await stays({ server: other }, driver, north(5), 25)
  await expect.poll(() => arrivals(other)).toEqual(['2026-03-01 18:00:05'])

  // The first server has received nothing for more than a minute; the table shows that the other one has.
  for (let i = 0; i < 4; i++) {
    await stays({ server: other }, driver, north(5), 25)
    const last = () => server.db.selectFrom('driver_last_positions').select('recorded_at').executeTakeFirstOrThrow()
    await expect.poll(last).toEqual({ recorded_at: server.clock.now() })
  }
  await expect.poll(() => arrivals(server)).toEqual(['2026-03-01 18:00:05'])
  expect(await written(server)).toEqual([driver.driverId])
}, 90_000)

test('the queue is published to viewers of the map, and only to the company', async () => {
  await using rank = await aRank(1)
  const { server } = rank
  const [driver] = rank.phones as [Phone]
  const standId = await aStand(rank)
  const unknown = await aDispatcher(server, { companyId: (await aCompany(server)).companyId })
  const [ours, theirs, phone] = await Promise.all([
    server.socket(rank.dispatcher),
    server.socket(await server.logIn(unknown.email)),
    server.socket(driver.token),
  ])
  for (const socket of [ours, theirs, phone]) await socket.subscribe(STAND_QUEUES_CHANNEL)
  expect([ours, theirs, phone].map((socket) => socket.framesOf('error').length)).toEqual([0, 0, 1])

  await stays(rank, driver, north(5), 30)
  expect(await ours.waitForEvent('stand_queue_changed')).toMatchObject({ data: { stand_id: standId, queue_length: 1 } })
  await theirs.caughtUp()
  expect(theirs.framesOf('stand_queue_changed')).toEqual([])
})
