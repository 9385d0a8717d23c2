import { assignByHand, takeBackOrder } from '@dispecerat/contract/orders/by-hand'
import { readOrder } from '@dispecerat/contract/orders/orders'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { orderRow, queueForLock } from '../../testing/database/queue-for-lock.ts'
import { expectInvariants, type SearchFixture } from '../../testing/search-fixture.ts'
import { accept, aSearch, assign, idOf, takeBack } from '../testing/by-hand.ts'

const ROUNDS = 6

async function versionOf({ server, dispatcher }: SearchFixture, orderId: OrderId): Promise<number> {
  return (await server.request(readOrder, { params: { id: orderId } }, dispatcher)).reply.data.version
}

/** A dispatcher who saw this version names the driver. */
function name({ server, dispatcher }: SearchFixture, orderId: OrderId, driverId: number, version: number) {
  const headers = { 'if-match': `"${version}"` }
  return server.request(assignByHand, { params: { id: orderId }, body: { driver_id: driverId }, headers }, dispatcher)
}

test('two dispatchers name two drivers: one is assigned, the other dispatcher is told that the order has changed', async () => {
  await using fixture = await aSearch()
  const orderId = await fixture.place()
  for (let round = 0; round < ROUNDS; round++) {
    const version = await versionOf(fixture, orderId)
    const answers = await Promise.all([
      name(fixture, orderId, idOf(fixture, 0), version),
      name(fixture, orderId, idOf(fixture, 1), version),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(answers[1 - winner]?.body).toMatchObject({ code: 'order.changed_meanwhile' })
    expect(await fixture.order(orderId)).toMatchObject({ state: 'assigned', driver_id: idOf(fixture, winner) })
    await expectInvariants(fixture.server)
    await assign(fixture, orderId, idOf(fixture, 2))
  }
})

test.each([
  { first: 'the driver', codes: [undefined, 'order.changed_meanwhile'], winner: 0 },
  { first: 'the dispatcher', codes: ['offer.taken', undefined], winner: 1 },
])('an acceptance beside an assignment, the first one counts: $first', async ({ codes, winner }) => {
  await using fixture = await aSearch()
  const { server } = fixture
  const orderId = await fixture.place()
  const version = await versionOf(fixture, orderId)
  const both = [() => accept(fixture, 0, orderId), () => name(fixture, orderId, idOf(fixture, 1), version)]
  const inOrder = winner === 0 ? both : both.toReversed()
  const answers = await queueForLock<{ body: { code?: string } }>(server.database, orderRow(orderId), inOrder)
  const [yes, named] = winner === 0 ? answers : answers.toReversed()
  expect([yes?.body.code, named?.body.code]).toEqual(codes)
  expect(await fixture.order(orderId)).toMatchObject({ state: 'assigned', driver_id: idOf(fixture, winner) })
  await expectInvariants(server)
})

test('two dispatchers exchange the drivers of two orders: nobody waits for the other, and each driver has one order', async () => {
  await using fixture = await aSearch()
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = [await fixture.place(), await fixture.place()]
    await assign(fixture, first, idOf(fixture, 0))
    await assign(fixture, second, idOf(fixture, 1))
    const answers = await Promise.all([
      name(fixture, first, idOf(fixture, 1), await versionOf(fixture, first)),
      name(fixture, second, idOf(fixture, 0), await versionOf(fixture, second)),
    ])
    // Both drivers are on the way, so neither has room for another order.
    expect(answers.map(({ body }) => body.code)).toEqual(['driver.busy', 'driver.busy'])
    await expectInvariants(fixture.server)
    await takeBack(fixture, first)
    await takeBack(fixture, second)
  }
})

test('two dispatchers take an order back: one search begins, the other dispatcher is told the state', async () => {
  await using fixture = await aSearch()
  const { server, dispatcher } = fixture
  const orderId = await fixture.place()
  await accept(fixture, 0, orderId)
  const send = () => server.request(takeBackOrder, { params: { id: orderId }, body: { reason: 'Pană' } }, dispatcher)
  const answers = await Promise.all([send(), send()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await fixture.history(orderId)).filter((type) => type === 'taken_back')).toHaveLength(1)
  await expectInvariants(server)
})
