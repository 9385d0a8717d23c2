import { acceptOrder, driverCancel, finishTrip, setPause, startTrip } from '@dispecerat/contract/dispatch/driver'
import { banUser } from '@dispecerat/contract/fleet/bans'
import { cancelOrder, createOrder } from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { SQUARE } from '../../orders/testing/order-fixture.ts'
import { connectDatabase } from '../../platform/db/connect.ts'
import { countWaiting } from '../../testing/database/queue-for-lock.ts'
import { expectInvariants, settle } from '../../testing/search-fixture.ts'
import { aRank, aStand, north, type Phone, queue, stays, written } from './testing/a-rank.ts'

type Rank = Awaited<ReturnType<typeof aRank>>
/** As far as a car drives in five seconds. */
const DOWN_THE_ROAD = north(200)

/** Two drivers in the queue of a stand, the first one ten seconds longer. */
async function aQueue() {
  const rank = await aRank(2)
  const [first, second] = rank.phones as [Phone, Phone]
  const standId = await aStand(rank)
  await stays(rank, first, north(5), 10)
  await stays(rank, second, north(10), 25)
  await expect.poll(() => written(rank.server)).toHaveLength(2)
  const inQueue = () => queue(rank.server, rank.dispatcher, standId)
  expect(await inQueue()).toEqual(['1', '2'])
  return { rank, first, second, inQueue, [Symbol.asyncDispose]: () => rank.server.stop() }
}

async function accepted({ server, dispatcher }: Rank, { driverId, token }: Phone): Promise<OrderId> {
  const body = { client_phone: '+40744000111', places: [SQUARE], custom_driver_ids: [driverId] }
  const id = asId<OrderId>((await server.request(createOrder, { body }, dispatcher)).reply.data.id)
  await settle(server)
  const { status } = await server.request(acceptOrder, { params: { id }, body: {} }, token)
  expect(status).toBe(200)
  return id
}

const idleOf = async ({ server }: Rank, { driverId }: Phone) =>
  (
    await server.db
      .selectFrom('driver_status')
      .select('idle_from')
      .where('driver_id', '=', driverId)
      .executeTakeFirstOrThrow()
  ).idle_from

const cancel = ({ server, dispatcher }: Rank, id: OrderId) =>
  server.request(cancelOrder, { params: { id } }, dispatcher)

test('an order that dies without the driver’s fault gives the place back: at once at the stand, once', async () => {
  await using stage = await aQueue()
  const { rank, first, inQueue } = stage
  const idle = await idleOf(rank, first)
  const id = await accepted(rank, first)
  await expect.poll(inQueue).toEqual(['2'])
  await stays(rank, first, DOWN_THE_ROAD, 20)
  await cancel(rank, id)
  await rank.server.remembers()
  expect(await idleOf(rank, first)).toEqual(idle)
  expect(await inQueue()).toEqual(['2'])

  await stays(rank, first, north(5), 5)
  expect(await inQueue()).toEqual(['1', '2'])
  await expect.poll(() => written(rank.server)).toEqual([first.driverId, stage.second.driverId])
  // A phone that is silent for a minute loses its place.
  await stays(rank, stage.second, north(10), 5)
  await stays(rank, first, DOWN_THE_ROAD, 30)
  expect(await inQueue()).toEqual(['2'])
  await stays(rank, first, north(5), 25)
  await stays(rank, stage.second, north(10), 5)
  expect(await inQueue()).toEqual(['2', '1'])
  await expectInvariants(rank.server)
})

test('a driver who never left the stand is in the queue again as soon as the order is canceled', async () => {
  await using stage = await aQueue()
  const { rank, first, inQueue } = stage
  const id = await accepted(rank, first)
  await expect.poll(inQueue).toEqual(['2'])
  await cancel(rank, id)
  await expect.poll(inQueue).toEqual(['1', '2'])
})

test.each(['gives it back', 'ends the trip'] as const)('a driver who %s waits at the end of the queue', async (how) => {
  await using stage = await aQueue()
  const { rank, first, second, inQueue } = stage
  const { server } = rank
  const id = await accepted(rank, first)
  const params = { id }
  if (how === 'gives it back') await server.request(driverCancel, { params, body: { reason: 'pană' } }, first.token)
  else {
    await server.request(startTrip, { params }, first.token)
    await server.request(finishTrip, { params, body: { cost: 15 } }, first.token)
  }
  expect(await written(server)).toEqual([second.driverId])
  await server.remembers()
  await stays(rank, first, north(5), 25)
  await stays(rank, second, north(10), 5)
  expect(await inQueue()).toEqual(['2', '1'])
  expect(await idleOf(rank, first)).not.toBeNull()
})

test('a reserved place ends after ten minutes', async () => {
  await using stage = await aQueue()
  const { rank, first, second, inQueue } = stage
  await rank.server.request(setPause, { body: { is_paused: true } }, first.token)
  await expect.poll(inQueue).toEqual(['2'])
  rank.server.pass(601)
  await rank.server.request(setPause, { body: { is_paused: false } }, first.token)
  await rank.server.remembers()
  await stays(rank, second, north(10), 25)
  await stays(rank, first, north(5), 25)
  await stays(rank, second, north(10), 5)
  expect(await inQueue()).toEqual(['2', '1'])
})

test('a ban made by hand costs a place that a pause reserved', async () => {
  await using stage = await aQueue()
  const { rank, first, second, inQueue } = stage
  const { server } = rank
  const ban = (body: object) => server.request(banUser, { params: { id: first.driverId }, body }, rank.boss)
  await server.request(setPause, { body: { is_paused: true } }, first.token)
  expect((await ban({ unit: 'hour', amount: 3, reason: 'Refuză comenzi' })).status).toBe(200)
  await ban({})
  await server.request(setPause, { body: { is_paused: false } }, first.token)
  await server.remembers()
  await stays(rank, first, north(5), 25)
  await stays(rank, second, north(10), 5)
  expect(await inQueue()).toEqual(['2', '1'])
})

test('a driver who took the place again and left the stand has it no more, also after a further order', async () => {
  await using stage = await aQueue()
  const { rank, first, second, inQueue } = stage
  const id = await accepted(rank, first)
  await expect.poll(inQueue).toEqual(['2'])
  await cancel(rank, id)
  await expect.poll(() => written(rank.server)).toEqual([first.driverId, second.driverId])
  await stays(rank, first, DOWN_THE_ROAD, 30)
  await expect.poll(() => written(rank.server)).toEqual([second.driverId])
  await stays(rank, second, north(10), 5)

  const further = await accepted(rank, first)
  await cancel(rank, further)
  await rank.server.remembers()
  await stays(rank, first, north(5), 25)
  await stays(rank, second, north(10), 5)
  expect(await inQueue()).toEqual(['2', '1'])
  await expectInvariants(rank.server)
})

test('a place that is taken again while the queue is being written is reserved no longer', async () => {
  await using stage = await aQueue()
  const { rank, first, second, inQueue } = stage
  const { server } = rank
  const id = await accepted(rank, first)
  await expect.poll(inQueue).toEqual(['2'])
  await server.remembers()
  const { db, close } = connectDatabase(server.database.address, { max: 1, isPatient: true })
  await db
    .transaction()
    .execute(async (holder) => {
      await sql`lock table stand_queue in share mode`.execute(holder)
      await stays(rank, second, DOWN_THE_ROAD, 30)
      await expect.poll(() => countWaiting(holder)).toBe(1)
      await cancel(rank, id)
      await expect.poll(inQueue).toEqual(['1'])
    })
    .finally(close)
  await expect.poll(() => written(server)).toEqual([first.driverId])
  await server.remembers()
  const { reserved_stand_until } = await server.db
    .selectFrom('driver_status')
    .select('reserved_stand_until')
    .where('driver_id', '=', first.driverId)
    .executeTakeFirstOrThrow()
  expect(reserved_stand_until).toBeNull()
})

test('two drivers who get their places back at once stand as they stood', async () => {
  await using stage = await aQueue()
  const { rank, first, second, inQueue } = stage
  const ids = [await accepted(rank, first), await accepted(rank, second)]
  await expect.poll(inQueue).toEqual([])
  await Promise.all([second, first].map((phone) => stays(rank, phone, DOWN_THE_ROAD, 5)))
  for (const id of ids.toReversed()) await cancel(rank, id)
  await rank.server.remembers()
  await stays(rank, second, north(10), 5)
  await stays(rank, first, north(5), 5)
  expect(await inQueue()).toEqual(['1', '2'])
  await expect.poll(() => written(rank.server)).toEqual([first.driverId, second.driverId])
  await expectInvariants(rank.server)
})
