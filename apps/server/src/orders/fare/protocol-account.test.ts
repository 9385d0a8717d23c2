import { readDispatchersReport } from '@dispecerat/contract/office/reports'
import { NewOrder } from '@dispecerat/contract/orders/order-shapes'
import * as contract from '@dispecerat/contract/orders/orders'
import { readProtocolAccount } from '@dispecerat/contract/orders/protocol-account'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import { queueForLock } from '../../testing/database/queue-for-lock.ts'
import { withoutRowLocks } from '../../testing/database/without-row-locks.ts'
import { createOrder } from '../create/create-order.ts'
import { type Account, aFlatTariff, anAccount } from '../testing/an-account.ts'
import { actorOf, aPhone, createFixture, type Input, SQUARE, STATION } from '../testing/order-fixture.ts'

const fixture = await createFixture()
const { server, companyId } = fixture
afterAll(() => server.stop())
await aFlatTariff(server, companyId, 1, 30_00)

const OVER = { protocol_user_id: ['Limita de credit a companiei este depășită'] }
const post = (account: Account, input: Input = {}) =>
  server.request(
    contract.createOrder,
    { body: { client_phone: aPhone(), places: [SQUARE, STATION], ...input } },
    account.token,
  )
const onAccount = ({ userId }: Account): Input => ({ payment_type: 'protocol', protocol_user_id: userId })
const byDispatcher = (input: Input) =>
  server.request(
    contract.createOrder,
    { body: { client_phone: aPhone(), places: [SQUARE, STATION], ...input } },
    fixture.dispatcher,
  )
const self = async ({ token }: Account) => (await server.request(readProtocolAccount, {}, token)).reply.data

describe('the limit of an account', () => {
  test('applies to its own orders and to those that dispatchers charge to it, with their estimate', async () => {
    const account = await anAccount(server, companyId, { limitBani: 65_00 })
    expect((await post(account)).status).toBe(201)
    expect((await byDispatcher(onAccount(account))).status).toBe(201)
    expect(await self(account)).toMatchObject({
      open_amount: 60,
      credit_limit: 65,
      month: { orders: 2, finished: 0, cost: 0 },
    })
    expect(await post(account)).toMatchObject({ status: 422, body: { errors: OVER } })
    expect(await byDispatcher(onAccount(account))).toMatchObject({ status: 422, body: { errors: OVER } })
  })

  test('an order that is canceled, paid or changed to cash frees its amount for the next', async () => {
    const account = await anAccount(server, companyId, { limitBani: 30_00 })
    const first = (await post(account)).reply.data
    expect((await post(account)).status).toBe(422)
    await server.request(contract.cancelOrder, { params: { id: first.id } }, account.token)
    const second = (await post(account)).reply.data
    const cash = { params: { id: second.id }, body: { payment_type: 'cash' as const } }
    expect((await server.request(contract.editOrder, cash, fixture.dispatcher)).status).toBe(200)
    const third = (await post(account)).reply.data
    await server.db
      .updateTable('orders')
      .set({ is_paid_by_account: true })
      .where('id', '=', asId<OrderId>(third.id))
      .execute()
    expect((await post(account)).status).toBe(201)
  })

  test('a canceled order cannot be retried beyond it', async () => {
    const account = await anAccount(server, companyId, { limitBani: 30_00 })
    const first = (await byDispatcher(onAccount(account))).reply.data
    await server.request(contract.cancelOrder, { params: { id: first.id } }, fixture.dispatcher)
    expect((await byDispatcher(onAccount(account))).status).toBe(201)
    const retried = await server.request(contract.retryOrder, { params: { id: first.id } }, fixture.dispatcher)
    expect(retried).toMatchObject({ status: 422, body: { errors: OVER } })
    expect((await fixture.read(asId<OrderId>(first.id))).state).toBe('canceled')
  })

  test('a cash order is not moved onto an account that is full', async () => {
    const account = await anAccount(server, companyId, { limitBani: 29_99 })
    const order = await fixture.place()
    const body = { payment_type: 'protocol' as const, protocol_user_id: account.userId }
    const moved = await server.request(contract.editOrder, { params: { id: order.id }, body }, fixture.dispatcher)
    expect(moved).toMatchObject({ status: 422, body: { errors: OVER } })
  })

  test.each([1, 2, 3])('two orders at once cannot both use the rest of it (%i)', async () => {
    const account = await anAccount(server, companyId, { limitBani: 40_00 })
    const answers = await Promise.all([post(account), byDispatcher(onAccount(account)), post(account)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
    expect((await self(account)).open_amount).toBe(30)
  })

  test('without the lock on the account they do, which proves the test above', async () => {
    const bare = withoutRowLocks(server, { conditions: true })
    const account = await anAccount(server, companyId, { limitBani: 40_00 })
    const input = () => NewOrder.parse({ client_phone: aPhone(), places: [SQUARE, STATION], ...onAccount(account) })
    const actor = actorOf(fixture.dispatcherId, companyId)
    const place = () => createOrder(bare, actor, input())
    const placed = await queueForLock(server.database, sql`lock table orders in share mode`, [place, place])
    expect(new Set(placed.map(({ orderId }) => orderId)).size).toBe(2)
  })
})

describe('an account', () => {
  test('must be named, and its contract must be valid', async () => {
    const ended = await anAccount(server, companyId, { until: '2026-02-28' })
    const closed = await anAccount(server, companyId, { isActive: false })
    const refused = async (input: Input) => (await byDispatcher(input)).body.errors
    expect(await refused({ payment_type: 'protocol' })).toEqual({ protocol_user_id: ['Compania este obligatorie'] })
    const inactive = { protocol_user_id: ['Compania nu are un contract activ'] }
    expect(await refused(onAccount(ended))).toEqual(inactive)
    expect((await post(closed)).body.errors).toEqual(inactive)
    expect(await self(closed)).toMatchObject({ is_active: false })
  })

  test('names no drivers, sends to no partner, and cannot set the cost of its order', async () => {
    const account = await anAccount(server, companyId)
    const { reply } = await post(account, {
      custom_driver_ids: [fixture.driver.driverId],
      send_to_other_company: true,
      search_company_ids: [companyId],
      service_id: 3,
    })
    const stored = await server.db
      .selectFrom('orders')
      .select(['custom_driver_ids', 'send_to_other_company', 'search_company_ids', 'service_id'])
      .where('id', '=', asId<OrderId>(reply.data.id))
      .executeTakeFirst()
    expect(stored).toEqual({
      custom_driver_ids: [],
      send_to_other_company: false,
      search_company_ids: [],
      service_id: 1,
    })
    const forbidden = [
      { cost: 0 },
      { payment_type: 'cash' as const },
      { protocol_user_id: fixture.dispatcherId },
      { custom_driver_ids: [fixture.driver.driverId] },
      { search_company_ids: [companyId] },
      { service_id: 2 },
    ]
    for (const body of forbidden) {
      const answer = await server.request(contract.editOrder, { params: { id: reply.data.id }, body }, account.token)
      expect(answer, JSON.stringify(body)).toMatchObject({ status: 409, body: { code: 'order.field_locked' } })
    }
    const body = { name: 'Ana', package_note: 'fragil' }
    const edited = await server.request(contract.editOrder, { params: { id: reply.data.id }, body }, account.token)
    expect(edited.reply.data).toMatchObject(body)
  })

  test('places online orders: they have no dispatcher, and count for none', async () => {
    const account = await anAccount(server, companyId)
    const order = (await post(account)).reply.data
    const taken = (await byDispatcher(onAccount(account))).reply.data
    expect(await fixture.read(asId<OrderId>(order.id))).toMatchObject({ dispatcher_id: null, dispatcher: null })
    const online = async (token: string) => {
      const { reply } = await server.request(contract.listOrders, { query: { online: '1', per_page: 100 } }, token)
      return reply.data.map(({ id }) => id)
    }
    expect(await online(fixture.dispatcher)).toContain(order.id)
    expect(await online(account.token)).toEqual([order.id])
    const { email } = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
    const period = { date_from: '2026-02-01', date_to: '2026-04-01', group: 'dispatcher' as const }
    const { reply } = await server.request(readDispatchersReport, { query: period }, await server.logIn(email))
    expect(reply.rows.map(({ id }) => id).sort()).toEqual(['0', String(fixture.dispatcherId)].sort())
    expect(taken.dispatcher_id).toBe(fixture.dispatcherId)
    for (const { id } of [order, taken]) {
      expect((await server.request(contract.readOrder, { params: { id } }, account.token)).status).toBe(200)
    }
  })

  test('still sees its own order when the company charges it to another account', async () => {
    const [account, other] = [await anAccount(server, companyId), await anAccount(server, companyId)]
    const order = (await post(account, { about_client: 'scris de cont' })).reply.data
    const moved = { params: { id: order.id }, body: { protocol_user_id: other.userId } }
    expect((await server.request(contract.editOrder, moved, fixture.dispatcher)).status).toBe(200)
    const read = (token: string) => server.request(contract.readOrder, { params: { id: order.id } }, token)
    expect((await read(account.token)).reply.data.about_client).toBe('scris de cont')
    expect((await read(other.token)).reply.data.about_client).toBeNull()
  })

  test('edits its order until a driver has it, and cancels it in its own name, also while it waits for its start', async () => {
    const account = await anAccount(server, companyId)
    const first = (await post(account)).reply.data
    await fixture.assign(asId<OrderId>(first.id))
    const rename = { params: { id: first.id }, body: { name: 'Târziu' } }
    expect(await server.request(contract.updateName, rename, account.token)).toMatchObject({ status: 409 })
    expect(await server.request(contract.editOrder, rename, account.token)).toMatchObject({ status: 409 })
    const gone = await server.request(contract.cancelOrder, { params: { id: first.id } }, account.token)
    expect(gone.reply.data).toMatchObject({
      state: 'canceled',
      cancellation_reason_type: 'client_canceled',
      cancelled_by: 'company',
    })

    const later = (await post(account, { departure_time: '2026-03-01 23:00:00' })).reply.data
    expect(later.state).toBe('pending')
    const recalled = await server.request(contract.cancelOrder, { params: { id: later.id } }, account.token)
    expect(recalled.reply.data).toMatchObject({ state: 'canceled', cancellation_reason_type: 'client_canceled' })
  })

  test("gets none of the company's data on a client by phone, and does not overwrite it", async () => {
    const phone = aPhone()
    await fixture.place({ client_phone: phone, client_name: 'Ion Știut', about_client: 'bacșiș mare' })
    const account = await anAccount(server, companyId)
    const order = (await post(account, { client_phone: phone, about_client: 'scris de cont' })).reply.data
    expect(order).toMatchObject({
      name: null,
      client_name: null,
      about_client: 'scris de cont',
      client: null,
      client_id: null,
    })
    const rename = { params: { id: order.id }, body: { name: 'Alt nume', about: 'alt text' } }
    expect((await server.request(contract.updateName, rename, account.token)).status).toBe(200)
    expect((await fixture.read(asId<OrderId>(order.id))).client).toMatchObject({
      name: 'Ion Știut',
      about: 'bacșiș mare',
    })
  })

  test("sees the car on its way, but neither the driver's phone nor dispatchers' actions", async () => {
    const account = await anAccount(server, companyId)
    const input = { custom_driver_ids: [fixture.driver.driverId], about_client: 'a mai întârziat cu plata' }
    const order = (await byDispatcher({ ...onAccount(account), ...input })).reply.data
    await fixture.assign(asId<OrderId>(order.id))
    const { reply } = await server.request(contract.readOrder, { params: { id: order.id } }, account.token)
    expect(reply.data).toMatchObject({
      state: 'assigned',
      car_indicativ: fixture.driver.indicativ,
      waiting_driver_time: 5,
      driver: { phone: null, identifier: null, default_car: { indicativ: fixture.driver.indicativ } },
      about_client: null,
      dispatcher: null,
      dispatcher_id: null,
      custom_driver_ids: [],
      client: null,
      call: null,
      finance_info: { driver_payment: null },
    })
    await server.request(contract.cancelOrder, { params: { id: order.id } }, fixture.dispatcher)
  })

  test('sees no order of another account of the same company', async () => {
    const [mine, theirs] = [await anAccount(server, companyId), await anAccount(server, companyId)]
    const order = (await post(theirs)).reply.data
    expect((await server.request(contract.readOrder, { params: { id: order.id } }, mine.token)).status).toBe(404)
    const list = await server.request(contract.listOrders, { query: { company_id: String(companyId) } }, mine.token)
    expect(list.reply).toMatchObject({ data: [], meta: { total: 0 } })
    expect(await self(mine)).toMatchObject({ open_amount: 0, month: { orders: 0 } })
    expect(await self(theirs)).toMatchObject({ open_amount: 30, month: { orders: 1 } })
  })

  test('without a contract there is nothing to show', async () => {
    const answer = await server.request(readProtocolAccount, {}, fixture.dispatcher)
    expect(answer.status).toBe(403)
  })
})
