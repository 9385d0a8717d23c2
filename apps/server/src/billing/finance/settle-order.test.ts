import {
  listDriverPayments,
  listFinanceHistory,
  payOrder,
  payOrders,
  readFinanceReport,
} from '@dispecerat/contract/billing/finance-history'
import { finishTrip } from '@dispecerat/contract/dispatch/driver'
import { cancelOrder, editOrder, listOrders, setDriverAndFinish } from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { anOffice, type Office } from '../../testing/an-office.ts'
import { aCompany, aUser } from '../../testing/builders.ts'
import { settleOrder } from './settle-order.ts'

const TEN_PERCENT = { commission_type: 'percent', commission_value: 10, card_fee_percent: 2 } as const

const lines = async ({ fixture, boss }: Office, order_id: OrderId) =>
  (await fixture.server.request(listFinanceHistory, { query: { order_id } }, boss)).reply.data.map(
    ({ type, amount }) => `${type} ${amount}`,
  )
const onProtocol = ({ accountId }: Office) => ({ payment_type: 'protocol', protocol_user_id: accountId }) as const

test('the commission of a cash order is charged when it ends', async () => {
  await using office = await anOffice()
  await office.set(TEN_PERCENT)
  const id = await office.drive(24.55)
  expect(await office.balance()).toBe(-2_46)
  expect((await office.fixture.read(id)).finance_info).toMatchObject({ driver_payment: 0, is_paid: false })
  expect(await lines(office, id)).toEqual(['commission -2.46'])
  await office.expectRight()
})

test('a protocol order stays unpaid until the driver is paid, and is paid once however often that is requested', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  await office.set(TEN_PERCENT)
  const id = await office.drive(50, onProtocol(office))
  expect((await fixture.read(id)).finance_info).toMatchObject({ driver_payment: 45, is_paid: false })
  expect(await office.balance()).toBe(0)
  const due = (await fixture.server.request(listDriverPayments, {}, boss)).reply
  expect(due.data).toMatchObject([{ order_id: id, driver_payment: 45, is_paid: false, protocol_name: 'Banca Verde' }])

  const pay = (is_paid: boolean) => fixture.server.request(payOrder, { params: { id }, body: { is_paid } }, boss)
  const answers = await Promise.all([pay(true), pay(true), pay(true)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await office.balance()).toBe(45_00)
  expect((await fixture.read(id)).finance_info).toMatchObject({ driver_payment: 45, is_paid: true })

  await pay(false)
  expect(await office.balance()).toBe(0)
  await pay(true)
  expect(await lines(office, id)).toEqual(['protocol_payment 45', 'correction -45', 'protocol_payment 45'])
  await office.expectRight()
})

test('orders are filtered by the settlement of their drivers: by the actual payment type, not the ordered one, and only when they are over', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  const asOrdered = await office.drive(20, { payment_type: 'card' })
  const { id: paidInCash } = await fixture.place({ payment_type: 'card' })
  await fixture.assign(asId<OrderId>(paidInCash))
  await fixture.server.db
    .updateTable('orders')
    .set({ trip_state: 'started' })
    .where('id', '=', asId<OrderId>(paidInCash))
    .execute()
  const cashInput = { params: { id: paidInCash }, body: { cost: 30, payment_type: 'cash' } } as const
  expect((await fixture.server.request(finishTrip, cashInput, fixture.driverToken)).status).toBe(200)
  const onAccount = await office.drive(40, onProtocol(office))
  const open = await fixture.place({ payment_type: 'card' })

  const found = async (query: object) =>
    (await fixture.server.request(listOrders, { query } as never, boss)).reply.data.map(({ id }) => id)
  expect(await found({ driver_payment_method: 'card' })).toEqual([asOrdered])
  expect(await found({ driver_payment_method: 'cash' })).toEqual([paidInCash])
  expect(await found({ driver_payment_method: 'protocol' })).toEqual([onAccount])
  expect(await found({ payment_method: 'card' })).toEqual([open.id, asOrdered])
  expect(await found({ driver_payment_method: 'protocol', driver_payment: 'paid' })).toEqual([])
  const wrong = await fixture.server.request(listOrders, { query: { driver_payment_method: 'iou' } } as never, boss)
  expect(wrong.status).toBe(422)
})

test('with automatic payout a card order is on the balance when it ends', async () => {
  await using office = await anOffice()
  await office.set({ ...TEN_PERCENT, protocol_payout: 'auto' })
  const id = await office.drive(50, { payment_type: 'card' })
  expect(await office.balance()).toBe(44_00)
  expect((await office.fixture.read(id)).finance_info).toMatchObject({ driver_payment: 44, is_paid: true })
  await office.expectRight()
})

test('finishing twice, or emitting the event twice, moves the money once', async () => {
  await using office = await anOffice()
  const { server, driverToken, place, assign } = office.fixture
  await office.set({ ...TEN_PERCENT, protocol_payout: 'auto' })
  const { id } = await place(onProtocol(office))
  await assign(asId<OrderId>(id))
  await server.db.updateTable('orders').set({ trip_state: 'started' }).where('id', '=', asId<OrderId>(id)).execute()
  const finish = () => server.request(finishTrip, { params: { id }, body: { cost: 30 } }, driverToken)
  const statuses = (await Promise.all([finish(), finish(), finish()])).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  await server.db.transaction().execute((tx) => settleOrder(tx, asId<OrderId>(id), server.clock.now()))
  expect(await office.balance()).toBe(27_00)
  await office.expectRight()
})

test('a cost that changes before the payment is corrected by reversal; after it the fare is fixed', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  await office.set(TEN_PERCENT)
  const id = await office.drive(50, onProtocol(office))
  const edit = (body: object) =>
    fixture.server.request(editOrder, { params: { id }, body: { ...body, fare_reason: 'bon greșit' } }, boss)
  expect((await edit({ cost: 40 })).reply.data.finance_info).toMatchObject({ driver_payment: 36, is_paid: false })
  expect((await edit({ discount_amount: 10 })).reply.data.finance_info).toMatchObject({
    driver_payment: 27,
    is_paid: false,
  })
  expect((await edit({ payment_type: 'cash' })).reply.data.finance_info).toMatchObject({
    driver_payment: 0,
    is_paid: false,
  })
  expect(await office.balance()).toBe(-3_00)
  await edit(onProtocol(office))
  expect(await office.balance()).toBe(0)
  await fixture.server.request(payOrder, { params: { id }, body: { is_paid: true } }, boss)
  const late = await edit({ cost: 90 })
  expect([late.status, late.body.code]).toEqual([409, 'order.field_locked'])
  expect((await edit({ about_client: 'sună la interfon' })).status).toBe(200)
  await office.expectRight()
})

test('an order finished over the radio is settled when its cost is entered', async () => {
  await using office = await anOffice()
  const { fixture, ion } = office
  await office.set(TEN_PERCENT)
  const { id } = await fixture.place()
  await fixture.server.request(cancelOrder, { params: { id }, body: {} }, fixture.dispatcher)
  await fixture.server.request(
    setDriverAndFinish,
    { params: { id }, body: { driverId: ion.driverId } },
    fixture.dispatcher,
  )
  expect(await office.balance()).toBe(0)
  await fixture.server.request(
    editOrder,
    { params: { id }, body: { cost: 20, fare_reason: 'stație' } },
    fixture.dispatcher,
  )
  expect(await office.balance()).toBe(-2_00)
  await office.expectRight()
})

test('many orders are paid at once, all or none; cash orders have nothing to pay', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  await office.set(TEN_PERCENT)
  const first = await office.drive(50, onProtocol(office))
  const second = await office.drive(10, { payment_type: 'card' })
  const cash = await office.drive(10)
  const pay = (order_ids: OrderId[]) => fixture.server.request(payOrders, { body: { order_ids } }, boss)
  expect((await pay([first, cash])).body.code).toBe('ledger.nothing_due')
  expect((await fixture.read(first)).finance_info.is_paid).toBe(false)
  expect((await pay([second, first])).reply.data.map(({ is_paid }) => is_paid)).toEqual([true, true])
  expect(await office.balance()).toBe(45_00 + 8_80 - 1_00)
  await office.expectRight()
})

test('for an administrator of another company the order does not exist, so no driver is paid', async () => {
  await using office = await anOffice()
  const { server, read } = office.fixture
  const id = await office.drive(50, onProtocol(office))
  const { companyId } = await aCompany(server)
  const { email } = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const otherTenant = await server.logIn(email)
  const answers = [
    await server.request(payOrder, { params: { id }, body: { is_paid: true } }, otherTenant),
    await server.request(payOrders, { body: { order_ids: [id] } }, otherTenant),
  ]
  expect(answers.map(({ body }) => body.code)).toEqual(['order.unknown', 'order.unknown'])
  expect((await read(id)).finance_info.is_paid).toBe(false)
  expect(await office.balance()).toBe(0)
})

test('orders are listed by whether their driver was paid, and reported by driver and by day', async () => {
  await using office = await anOffice()
  const { fixture, boss, ion } = office
  await office.set(TEN_PERCENT)
  const owed = await office.drive(50, onProtocol(office))
  await office.drive(30)
  const unpaid = await fixture.server.request(listOrders, { query: { driver_payment: 'unpaid' } }, fixture.dispatcher)
  expect(unpaid.reply.data.map(({ id }) => id)).toEqual([owed])

  const period = { date_from: '2026-03-01 00:00:00', date_to: '2026-03-03 00:00:00' }
  const report = async (group: 'driver' | 'day' | 'month' | 'company') =>
    (await fixture.server.request(readFinanceReport, { query: { ...period, group } }, boss)).reply
  const totals = { orders: 2, cost: 80, commission: 8, discounts: 0, driver_payments: 45, due: 45 }
  expect(await report('driver')).toMatchObject({ data: [{ driver_id: ion.driverId, ...totals }], totals: totals })
  expect(await report('day')).toMatchObject({ data: [{ day: '2026-03-01', ...totals }] })
  expect(await report('month')).toMatchObject({ data: [{ month: '2026-03', day: null, ...totals }], totals: totals })
  const { companyId } = fixture
  expect((await report('company')).data).toMatchObject([{ company_id: companyId, name: expect.any(String), ...totals }])
  const long = { ...period, date_to: '2027-03-03 00:00:00' }
  expect((await fixture.server.request(readFinanceReport, { query: long }, boss)).status).toBe(422)
})
