import * as driverContract from '@dispecerat/contract/dispatch/driver'
import * as contract from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { afterAll, describe, expect, test } from 'vitest'
import { aDriver, TOWN_SQUARE } from '../../testing/builders.ts'
import { createFixture } from '../testing/order-fixture.ts'

const fixture = await createFixture()
const { server } = fixture
afterAll(() => server.stop())

const ROUNDS = 12

const rowOf = (id: number) =>
  server.db.selectFrom('orders').selectAll().where('id', '=', asId<OrderId>(id)).executeTakeFirstOrThrow()
const cancel = (id: number) => server.request(contract.cancelOrder, { params: { id } }, fixture.dispatcher)

describe('two requests at once', () => {
  // Without the row lock the cancel that read "created" overwrites the driver's acceptance and the driver stays busy (seen with it
  // removed).
  test("a cancel and a driver's acceptance: it ends canceled, and an assigned driver is notified and released", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await fixture.place()
      const [canceled, won] = await Promise.all([cancel(id), fixture.assign(asId<OrderId>(id))])
      expect(canceled.status).toBe(200)
      const row = await rowOf(id)
      expect(row.state).toBe('canceled')
      expect(row.driver_id).toBe(won ? fixture.driver.driverId : null)
      expect(fixture.emitted.includes(`order.driver_released ${id}`)).toBe(won)
      expect(await fixture.history(asId<OrderId>(id))).toEqual(
        won ? ['created', 'placed', 'driver_accepted', 'assigned', 'canceled'] : ['created', 'placed', 'canceled'],
      )
    }
  })

  test('two drivers accept: one is assigned, the other gets nothing', async () => {
    const second = await aDriver(server, { companyId: fixture.companyId, at: TOWN_SQUARE })
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await fixture.place()
      const won = await Promise.all([fixture.assign(asId<OrderId>(id)), fixture.assign(asId<OrderId>(id), second)])
      expect(won.toSorted()).toEqual([false, true])
      expect((await rowOf(id)).driver_id).toBe(won[0] ? fixture.driver.driverId : second.driverId)
      await cancel(id)
    }
  })

  test('one driver accepts two orders: one commits, the other is refused as a whole', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [a, b] = [(await fixture.place()).id, (await fixture.place()).id]
      const answers = await Promise.allSettled([fixture.assign(asId<OrderId>(a)), fixture.assign(asId<OrderId>(b))])
      expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const refused = answers.find((answer) => answer.status === 'rejected')
      expect((refused as PromiseRejectedResult).reason).toMatchObject({ code: 'driver.busy' })
      const states = [(await rowOf(a)).state, (await rowOf(b)).state]
      expect(states.toSorted()).toEqual(['assigned', 'created'])
      await cancel(a)
      await cancel(b)
    }
  })

  test('the driver gives it back while the dispatcher cancels: it ends canceled by the dispatcher, and the driver is released once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await fixture.place()
      await fixture.assign(asId<OrderId>(id))
      const request = { params: { id }, body: { reason: 'Pană' } }
      const both = await Promise.all([
        cancel(id),
        server.request(driverContract.driverCancel, request, fixture.driverToken),
      ])
      const [canceled, returned] = both.map(({ status }) => status)
      // The cancellation also ends the search that the driver's return has just started.
      expect(canceled).toBe(200)
      const history = await fixture.history(asId<OrderId>(id))
      expect(history.filter((type) => type === 'canceled')).toHaveLength(1)
      expect([returned, history.includes('returned')]).toEqual(returned === 200 ? [200, true] : [409, false])
      expect(fixture.emitted.filter((line) => line === `order.driver_released ${id}`)).toHaveLength(1)
    }
  })

  test('four retries: one search is requested, three get the current state', async () => {
    const { id } = await fixture.place()
    await cancel(id)
    fixture.emitted.length = 0
    const retry = () => server.request(contract.retryOrder, { params: { id } }, fixture.dispatcher)
    const answers = await Promise.all([retry(), retry(), retry(), retry()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(fixture.emitted).toEqual([`order.search_wanted ${id}`])
  })

  test('a retry and a manual assignment: one succeeds, the other gets 409', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await fixture.place()
      await cancel(id)
      const manualInput = { params: { id }, body: { driverId: fixture.driver.driverId } }
      const [retried, assigned] = await Promise.all([
        server.request(contract.retryOrder, { params: { id } }, fixture.dispatcher),
        server.request(contract.setDriverAndFinish, manualInput, fixture.colleague),
      ])
      expect([retried.status, assigned.status].toSorted()).toEqual([200, 409])
      expect((await rowOf(id)).state).toBe(retried.status === 200 ? 'created' : 'finished')
      if (retried.status === 200) await cancel(id)
    }
  })

  test('a repeated finish with one key is one finish with one cost', async () => {
    const { id } = await fixture.place()
    await fixture.assign(asId<OrderId>(id))
    await server.request(driverContract.startTrip, { params: { id } }, fixture.driverToken)
    const headers = { 'idempotency-key': `gata-${id}` }
    const finish = () =>
      server.request(driverContract.finishTrip, { params: { id }, body: { cost: 20 }, headers }, fixture.driverToken)
    const answers = await Promise.all([finish(), finish(), finish()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await fixture.history(asId<OrderId>(id))).filter((type) => type === 'finished')).toHaveLength(1)
  })
})
