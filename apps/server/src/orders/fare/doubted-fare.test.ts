import { finishTrip, listMyTrips, reportPosition, startTrip } from '@dispecerat/contract/dispatch/driver'
import { listChanges } from '@dispecerat/contract/office/changes'
import { listOrdersForReport, readOrderList } from '@dispecerat/contract/orders/order-lists'
import {
  cancelOrder,
  confirmFare,
  editOrder,
  listOrders,
  readOrderHistory,
  setDriverAndFinish,
} from '@dispecerat/contract/orders/orders'
import { asId, type CompanyId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onAccount } from '../../billing/protocol/testing/a-billed-office.ts'
import { anOffice } from '../../testing/an-office.ts'
import { type ADriver, aCompany, aDispatcher, aUser } from '../../testing/builders.ts'
import { orderRow, queueForLock } from '../../testing/database/queue-for-lock.ts'
import { brokenMoneyRules, confirm, endTripWith, movements, TERMS } from '../testing/a-doubted-fare.ts'

const MAX = 99_999.99

test('a fare too high for a trip of forty seconds ends the trip and moves no money until it is confirmed', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  await office.set(TERMS)
  const { id, ended } = await endTripWith(office, MAX, onAccount(office))
  const doubt = { reason: 'above_time', times: null, trip_seconds: 40 }
  expect(ended).toMatchObject({ state: 'finished', cost: MAX, fare_doubt: doubt })
  expect(await fixture.read(asId<OrderId>(id))).toMatchObject({
    state: 'finished',
    fare_doubt: doubt,
    finance_info: { driver_payment: 0 },
  })
  const busy = await fixture.server.db.selectFrom('driver_status').select('is_busy').executeTakeFirst()
  expect(busy).toEqual({ is_busy: false })
  expect([await office.balance(), await movements(office, id)]).toEqual([0, 0])
  expect(await brokenMoneyRules(office)).toEqual([])

  const console = await fixture.server.socket(fixture.dispatcher)
  const answer = await confirm(office, id, boss, { reason: 'cursă la Cluj' })
  expect(answer.reply.data).toMatchObject({ cost: MAX, fare_doubt: null, finance_info: { is_paid: true } })
  expect(await office.balance()).toBe(89_999_99)
  await console.waitForEvent('order_updated', ({ order_id }) => order_id === id)
  expect(await brokenMoneyRules(office)).toEqual([])

  const { reply } = await fixture.server.request(readOrderHistory, { params: { id } }, boss)
  expect(reply.data.slice(-2)).toMatchObject([
    { type: 'finished', data: { cost: MAX, fare_doubt: 'above_time' } },
    {
      type: 'fare_confirmed',
      initiator: { kind: 'dispatcher' },
      data: { fare_doubt: 'above_time', reason: 'cursă la Cluj' },
    },
  ])
  const changes = await fixture.server.request(
    listChanges,
    { query: { entity: 'order', entity_id: String(id) } } as never,
    boss,
  )
  expect(changes.reply.data[0]?.fields).toContainEqual({ field: 'fare_doubt', before: 'above_time', after: null })
})

test('the fare of a usual trip is accepted and paid at once', async () => {
  await using office = await anOffice()
  await office.set(TERMS)
  const { id, ended: reply } = await endTripWith(office, 50, onAccount(office), 20_00)
  expect(reply.fare_doubt).toBeNull()
  expect(await office.balance()).toBe(45_00)
  expect((await confirm(office, id, office.boss)).status).toBe(200)
  expect(await office.fixture.history(asId<OrderId>(id))).not.toContain('fare_confirmed')
})

test('a fare far above the estimate reports its multiple of it', async () => {
  await using office = await anOffice()
  const { ended: reply } = await endTripWith(office, 99, {}, 5_00)
  expect(reply.fare_doubt).toBeNull()
  const dear = await endTripWith(office, 250, {}, 20_00)
  expect(dear.ended.fare_doubt).toEqual({ reason: 'above_estimate', times: 12, trip_seconds: 40 })
  const trips = await office.fixture.server.request(listMyTrips, {}, office.fixture.driverToken)
  expect(trips.reply.data.map(({ fare_doubt }) => fare_doubt?.reason ?? null)).toEqual(['above_estimate', null])
})

test('while a phone sends mock positions, fares above the estimate are doubted', async () => {
  await using office = await anOffice()
  const { fixture, ion, ana } = office
  const { server } = fixture
  const start = async (driver: ADriver, estimatedBani: number | null) => {
    const { id } = await fixture.place()
    await fixture.assign(asId<OrderId>(id), driver)
    await server.db
      .updateTable('orders')
      .set({ estimated_cost_bani: estimatedBani })
      .where('id', '=', asId<OrderId>(id))
      .execute()
    const token = await server.logIn(driver.email)
    expect((await server.request(startTrip, { params: { id } }, token)).status).toBe(200)
    return { id, token }
  }
  const trips = [await start(ion, 20_00), await start(ana, null)]
  // Positions are accepted by a node that caches the drivers on duty.
  await server.startJobs()
  const doubts: (string | undefined)[] = []
  for (const { id, token } of trips) {
    server.pass(5)
    const body = { lat: 45.6427, long: 25.5887, accuracy: 10, is_mock: true }
    expect((await server.request(reportPosition, { body }, token)).reply).toEqual({ accepted: true })
    const { reply } = await server.request(finishTrip, { params: { id }, body: { cost: 15 } }, token)
    doubts.push(reply.data.fare_doubt?.reason)
  }
  expect(doubts).toEqual([undefined, 'mock_position'])
})

test('fares entered by users of the company have limits of their own and are not doubted', async () => {
  await using office = await anOffice()
  const { fixture, boss, ion } = office
  const { id } = await fixture.place()
  await fixture.server.request(cancelOrder, { params: { id } }, fixture.dispatcher)
  await fixture.server.request(editOrder, { params: { id }, body: { cost: 800 } }, boss)
  const body = { driverId: ion.driverId }
  await fixture.server.request(setDriverAndFinish, { params: { id }, body }, fixture.dispatcher)
  expect(await fixture.read(asId<OrderId>(id))).toMatchObject({ state: 'finished', cost: 800, fare_doubt: null })
})

test('the price of a delivery by its tariff is not doubted', async () => {
  await using office = await anOffice()
  const { fixture } = office
  const { id } = await fixture.place({ service_id: 2 })
  await fixture.assign(asId<OrderId>(id))
  await fixture.server.db
    .updateTable('orders')
    .set({ estimated_cost_bani: 700_00 })
    .where('id', '=', asId<OrderId>(id))
    .execute()
  await fixture.server.request(startTrip, { params: { id } }, fixture.driverToken)
  const { reply } = await fixture.server.request(finishTrip, { params: { id }, body: {} }, fixture.driverToken)
  expect(reply.data).toMatchObject({ cost: 700, fare_doubt: null })
})

test('two users confirm at once: the ledger settles once', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  await office.set(TERMS)
  const { id } = await endTripWith(office, 400, onAccount(office))
  const both = [() => confirm(office, id, boss), () => confirm(office, id, fixture.admin)]
  const answers = await queueForLock(fixture.server.database, orderRow(id), both)
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await office.balance()).toBe(360_00)
  expect((await fixture.history(asId<OrderId>(id))).filter((type) => type === 'fare_confirmed')).toHaveLength(1)
  expect(await brokenMoneyRules(office)).toEqual([])
})

test('entering a fare ends the doubt for users without a limit; for a dispatcher only when the new fare is plausible', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  await office.set(TERMS)
  const edit = (id: number, cost: number, token: string) =>
    fixture.server.request(editOrder, { params: { id }, body: { cost, fare_reason: 'bon greșit' } }, token)
  const { id } = await endTripWith(office, 400, onAccount(office))
  expect((await edit(id, 399.99, fixture.dispatcher)).reply.data.fare_doubt?.reason).toBe('above_time')
  expect(await movements(office, id)).toBe(0)
  expect((await edit(id, 300, boss)).reply.data.fare_doubt).toBeNull()
  expect(await office.balance()).toBe(270_00)

  const { id: near } = await endTripWith(office, 150, onAccount(office))
  expect((await edit(near, 110, fixture.dispatcher)).reply.data.fare_doubt).toBeNull()
  expect(await office.balance()).toBe(270_00 + 99_00)
  expect(await brokenMoneyRules(office)).toEqual([])
})

test('another payer or discount alone does not end the doubt', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  const { id } = await endTripWith(office, 400)
  for (const change of [{ payment_type: 'card' as const }, { discount_amount: 20 }]) {
    const body = { ...change, fare_reason: 'așa a fost' }
    const { reply } = await fixture.server.request(editOrder, { params: { id }, body }, boss)
    expect(reply.data.fare_doubt?.reason).toBe('above_time')
  }
  expect(await movements(office, id)).toBe(0)
  expect(await brokenMoneyRules(office)).toEqual([])
})

test('a discount entered by hand before the end is computed when the fare is confirmed', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  const { id } = await fixture.place(onAccount(office))
  await fixture.assign(asId<OrderId>(id))
  await fixture.server.request(editOrder, { params: { id }, body: { cost: 50, discount_amount: 10 } }, boss)
  await fixture.server.request(startTrip, { params: { id } }, fixture.driverToken)
  await fixture.server.request(finishTrip, { params: { id }, body: { cost: 400 } }, fixture.driverToken)
  expect(await fixture.read(asId<OrderId>(id))).toMatchObject({ cost: 400, discounted_cost: null })
  expect(await brokenMoneyRules(office)).toEqual([])
  expect((await confirm(office, id, boss)).reply.data).toMatchObject({ discounted_cost: 390 })
  expect(await brokenMoneyRules(office)).toEqual([])
})

test("users with orders.fare in the order's or the driver's company may confirm", async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  const { id } = await endTripWith(office, 400)
  expect((await confirm(office, id, fixture.dispatcher)).status).toBe(403)
  expect((await confirm(office, id, fixture.driverToken)).status).toBe(403)
  const { companyId } = await aCompany(fixture.server)
  await fixture.server.db
    .updateTable('orders')
    .set({ processed_by_company_id: companyId })
    .where('id', '=', asId<OrderId>(id))
    .execute()
  const refused = await confirm(office, id, boss)
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['cost']])
  expect((await confirm(office, id, fixture.admin)).status).toBe(200)

  const open = await fixture.place()
  expect(await confirm(office, open.id, boss)).toMatchObject({ status: 409, body: { code: 'order.wrong_state' } })
})

test("the partner confirms the fare of an order that it drove: its ledger changes, and the order's company does not see by whom", async () => {
  await using office = await anOffice()
  const { fixture, boss, ion } = office
  const { server } = fixture
  const { id } = await endTripWith(office, 400, onAccount(office))
  const partner = await aCompany(server)
  await server.db
    .updateTable('orders')
    .set({ processed_by_company_id: partner.companyId })
    .where('id', '=', asId<OrderId>(id))
    .execute()
  await server.db
    .updateTable('driver_status')
    .set({ company_id: partner.companyId })
    .where('driver_id', '=', ion.driverId)
    .execute()
  const partnersBoss = await aUser(server, { roles: ['company_admin'], companyIds: [partner.companyId] })
  const token = await server.logIn(partnersBoss.email)
  const partnersDispatcher = await server.logIn((await aDispatcher(server, partner)).email)
  expect((await confirm(office, id, partnersDispatcher)).status).toBe(403)
  const unknown = await aUser(server, { roles: ['company_admin'], companyIds: [(await aCompany(server)).companyId] })
  expect((await confirm(office, id, await server.logIn(unknown.email))).status).toBe(404)

  const confirmed = await confirm(office, id, token, { reason: 'cursă la Cluj' })
  expect(confirmed.reply.data).toMatchObject({ fare_doubt: null, client: null })
  const { rows } = await sql<{ company_id: CompanyId }>`
    select distinct company_id from ledger_transactions where order_id = ${id}
  `.execute(server.db)
  expect(rows).toEqual([{ company_id: partner.companyId }])
  expect(await brokenMoneyRules(office)).toEqual([])

  const nameIn = async (reader: string) => {
    const { reply } = await server.request(readOrderHistory, { params: { id } }, reader)
    return reply.data.find(({ type }) => type === 'fare_confirmed')?.initiator.name
  }
  const { name } = await server.db
    .selectFrom('users')
    .select('name')
    .where('id', '=', partnersBoss.userId)
    .executeTakeFirstOrThrow()
  expect([await nameIn(boss), await nameIn(fixture.admin)]).toEqual([null, name])
  const journal = async (reader: string) => {
    const query = { entity: 'order', entity_id: String(id) }
    const changes = (await server.request(listChanges, { query } as never, reader)).reply.data
    return changes.some(({ fields }) => fields.some(({ field }) => field === 'fare_doubt'))
  }
  expect([await journal(token), await journal(boss)]).toEqual([true, false])
})

test('a fare that has changed since it was read is not confirmed', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  const { id } = await endTripWith(office, 400)
  const { version } = await fixture.read(asId<OrderId>(id))
  const body = { cost: 399, fare_reason: 'bon greșit' }
  await fixture.server.request(editOrder, { params: { id }, body }, fixture.dispatcher)
  const headers = { 'if-match': String(version) }
  const late = await fixture.server.request(confirmFare, { params: { id }, headers } as never, boss)
  expect(late).toMatchObject({ status: 409, body: { code: 'order.changed_meanwhile' } })
})

test('while a fare is doubted, an account sees neither the fare nor the reason and cannot filter by them', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  const { server } = fixture
  const { id } = await endTripWith(office, 400, onAccount(office), 30_00)
  const { email } = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', office.accountId)
    .executeTakeFirstOrThrow()
  const account = await server.logIn(email ?? '')
  const seen = async (query: object = {}) =>
    (await server.request(listOrders, { query } as never, account)).reply.data.map(({ cost, fare_doubt }) => [
      cost,
      fare_doubt,
    ])
  expect(await seen()).toEqual([[null, null]])
  expect(await seen({ fare_doubt: '1' })).toEqual([])
  await confirm(office, id, boss)
  expect(await seen()).toEqual([[400, null]])
})

test('doubted fares can be found in the list and in the report, and list rows are marked', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  const { server } = fixture
  await endTripWith(office, 20)
  const { id } = await endTripWith(office, 400)
  const listed = await server.request(listOrders, { query: { fare_doubt: '1' } } as never, boss)
  expect(listed.reply.data.map((order) => order.id)).toEqual([id])
  const reported = await server.request(listOrdersForReport, { query: { fare_doubt: '1' } } as never, boss)
  expect(reported.reply.data.map(({ orderId }) => orderId)).toEqual([id])
  const { reply } = await server.request(readOrderList, { params: { kind: 'finished' } }, fixture.dispatcher)
  expect(reply.data.map(({ fare_doubt }) => fare_doubt?.reason ?? null)).toEqual(['above_time', null])
  const rival = await aDispatcher(server, await aCompany(server))
  const others = await server.request(
    listOrders,
    { query: { fare_doubt: '1' } } as never,
    await server.logIn(rival.email),
  )
  expect(others.reply.data).toEqual([])
})
