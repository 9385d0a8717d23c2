import { listFinanceHistory } from '@dispecerat/contract/billing/finance-history'
import * as contract from '@dispecerat/contract/orders/discounts'
import { cancelOrder, createOrder, editOrder, retryOrder } from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants/check-invariants.ts'
import { anOffice, type Office } from '../../testing/an-office.ts'
import { aPhone, SQUARE, STATION } from '../testing/order-fixture.ts'

const TEN = { name: 'Zece la sută', type: 'percent', value: 10, trigger: 'weekday_time' } as const

async function aDiscount({ fixture, boss }: Office, over: object = {}): Promise<number> {
  const { reply, body } = await fixture.server.request(contract.createDiscount, { body: { ...TEN, ...over } }, boss)
  expect(body).not.toHaveProperty('errors')
  return reply.data.id
}

const lines = async ({ fixture, boss }: Office, order_id: OrderId) =>
  (await fixture.server.request(listFinanceHistory, { query: { order_id } }, boss)).reply.data.map(
    ({ type, amount }) => `${type} ${amount}`,
  )

async function expectNothingBroken({ fixture }: Office): Promise<void> {
  const broken = await checkInvariants(fixture.server.db, fixture.server.clock.now())
  expect(broken.filter(({ rule }) => /discount/.test(rule))).toEqual([])
}

test('the best discount is frozen when the order is placed, and settled with the driver when it ends', async () => {
  await using office = await anOffice()
  await office.set({ commission_type: 'percent', commission_value: 10 })
  await aDiscount(office, { value: 5 })
  const best = await aDiscount(office, { value: 20, compensated_percent: 50 })
  const id = await office.drive(40)
  expect(await office.fixture.read(id)).toMatchObject({
    cost: 40,
    discount_condition_id: best,
    discount_amount: 8,
    discounted_cost: 32,
    discount_compensated: 4,
  })
  expect(await lines(office, id)).toEqual(expect.arrayContaining(['commission -3.2', 'discount_compensation 4']))
  expect(await office.balance()).toBe(80)
  await office.expectRight()
  await expectNothingBroken(office)
})

test("a discount edited or deleted later does not change an order's frozen terms", async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  const id = await aDiscount(office)
  const order = await fixture.place()
  await fixture.server.request(contract.editDiscount, { params: { id }, body: { value: 50 } }, boss)
  await fixture.server.request(contract.deleteDiscount, { params: { id } }, boss)
  expect((await fixture.place()).discount_condition_id).toBeNull()
  await fixture.assign(asId<OrderId>(order.id))
  await office.finish(asId<OrderId>(order.id), 30)
  expect(await fixture.read(asId<OrderId>(order.id))).toMatchObject({
    discount_amount: 3,
    discounted_cost: 27,
    discount_compensated: 3,
  })
  await expectNothingBroken(office)
})

test('the cost of a finished order is corrected: the discount and the ledger follow; a manual discount stays', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  await aDiscount(office, { max_amount: 6 })
  const fare_reason = 'bon greșit'
  const id = await office.drive(40)
  const edit = async (body: object) =>
    (await fixture.server.request(editOrder, { params: { id }, body: { ...body, fare_reason } }, boss)).reply.data
  expect(await edit({ cost: 100 })).toMatchObject({ discount_amount: 6, discounted_cost: 94, discount_compensated: 6 })
  expect(await office.balance()).toBe(6_00)
  expect(await edit({ discount_amount: 1.5 })).toMatchObject({ discounted_cost: 98.5, discount_compensated: 1.5 })
  expect(await edit({ cost: 20 })).toMatchObject({ discount_amount: 1.5, discounted_cost: 18.5 })
  expect(await edit({ discount_amount: null })).toMatchObject({ discounted_cost: null, discount_compensated: null })
  expect(await office.balance()).toBe(0)
  await office.expectRight()
  await expectNothingBroken(office)
})

test("a manual discount stays within the order's terms, after the end and before it", async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  await aDiscount(office, { max_amount: 6 })
  const id = await office.drive(40)
  const edit = (orderId: OrderId, discount_amount: number) => {
    const body = { discount_amount, fare_reason: 'client nemulțumit' }
    return fixture.server.request(editOrder, { params: { id: orderId }, body }, boss)
  }
  expect((await edit(id, 4.01)).body.errors).toEqual({
    discount_amount: ['Discountul comenzii permite cel mult 4,00 RON'],
  })
  expect(await office.balance()).toBe(4_00)

  const under = await fixture.place()
  await fixture.assign(asId<OrderId>(under.id))
  await fixture.server.request(editOrder, { params: { id: under.id }, body: { cost: 100 } }, boss)
  expect((await edit(asId<OrderId>(under.id), 6)).status).toBe(200)
  await office.finish(asId<OrderId>(under.id), 20)
  expect(await fixture.read(asId<OrderId>(under.id))).toMatchObject({
    discount_amount: 2,
    discounted_cost: 18,
    discount_compensated: 2,
  })
  await expectNothingBroken(office)
})

test('below the minimum cost there is no discount', async () => {
  await using office = await anOffice()
  await aDiscount(office, { min_cost: 20 })
  const id = await office.drive(19.99)
  expect(await office.fixture.read(id)).toMatchObject({ discount_amount: null, discounted_cost: null })
  await expectNothingBroken(office)
})

test('a code or manual discount that does not apply is refused with a text, one that applies is used', async () => {
  await using office = await anOffice()
  const { fixture } = office
  const manual = await aDiscount(office, { trigger: 'manual', value: 15 })
  await aDiscount(office, { trigger: 'promo_code', code: 'vara10 ', valid_to: '2026-02-27' })
  const good = await aDiscount(office, { trigger: 'promo_code', code: 'PRIMAVARA' })
  const refused = async (input: object) => {
    const body = { client_phone: aPhone(), places: [SQUARE, STATION], ...input }
    return (await fixture.server.request(createOrder, { body }, fixture.dispatcher)).body.errors
  }
  expect(await refused({ promo_code: 'nu-exista' })).toEqual({ promo_code: ['Codul nu este valabil'] })
  expect(await refused({ promo_code: 'VARA10' })).toEqual({ promo_code: ['Reducerea s-a încheiat'] })
  expect(await refused({ discount_id: good })).toEqual({ discount_id: ['Nu s-a spus codul'] })
  expect(await refused({ discount_id: 1_000_000 })).toEqual({ discount_id: ['Reducerea nu se mai acordă'] })
  expect((await fixture.place({ promo_code: ' primavara' })).discount_condition_id).toBe(good)
  expect((await fixture.place({ discount_id: manual })).discount_condition_id).toBe(manual)
})

test('a client has one first order, however many are placed at once', async () => {
  await using office = await anOffice()
  const { fixture } = office
  const id = await aDiscount(office, { trigger: 'first_order' })
  const phone = aPhone()
  await fixture.place({ client_phone: phone, draft: true })
  const placed = await Promise.all([1, 2, 3, 4].map(() => fixture.place({ client_phone: phone })))
  expect(placed.filter(({ discount_condition_id }) => discount_condition_id === id)).toHaveLength(1)
})

test('the last use goes to one order; a canceled order releases its use', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  const id = await aDiscount(office, { max_uses: 2 })
  const uses = async () =>
    (await fixture.server.request(contract.readDiscount, { params: { id } }, boss)).reply.data.uses_count
  const placed = await Promise.all([1, 2, 3, 4, 5].map(() => fixture.place()))
  const got = placed.filter(({ discount_condition_id }) => discount_condition_id === id)
  expect(got).toHaveLength(2)
  expect(await uses()).toBe(2)
  const params = { id: Number(got[0]?.id) }
  await fixture.server.request(cancelOrder, { params, body: {} }, fixture.dispatcher)
  expect(await uses()).toBe(1)
  expect((await fixture.place()).discount_condition_id).toBe(id)
  await fixture.server.request(retryOrder, { params }, fixture.dispatcher)
  expect(await uses()).toBe(3)
  await expectNothingBroken(office)
})

test('every third order of a client, and a maximum number per client', async () => {
  await using office = await anOffice()
  const { fixture } = office
  const third = await aDiscount(office, { trigger: 'every_nth_order', nth: 3, max_uses_per_client: 1 })
  const phone = aPhone()
  const got: (number | null)[] = []
  for (let no = 1; no <= 6; no++) got.push((await fixture.place({ client_phone: phone })).discount_condition_id)
  expect(got).toEqual([null, null, third, null, null, null])
})

test('an account gets the discount of its contract, and a draft its discount when placed', async () => {
  await using office = await anOffice()
  const { fixture, accountId } = office
  const id = await aDiscount(office, { trigger: 'protocol_company', protocol_user_id: accountId })
  const onAccount = { payment_type: 'protocol', protocol_user_id: accountId } as const
  const draft = await fixture.place({ ...onAccount, draft: true })
  expect(draft.discount_condition_id).toBeNull()
  const request = { params: { id: draft.id }, body: { state: 'created' as const } }
  expect((await fixture.server.request(editOrder, request, fixture.dispatcher)).reply.data.discount_condition_id).toBe(
    id,
  )
  expect((await fixture.place()).discount_condition_id).toBeNull()
})

test("the preview shows an order's discount and why the others do not apply", async () => {
  await using office = await anOffice()
  const { fixture } = office
  const ten = await aDiscount(office)
  const first = await aDiscount(office, { trigger: 'first_order', name: 'Prima', value: 50 })
  const body = { client_phone: aPhone(), cost: 24.55 }
  const { reply } = await fixture.server.request(contract.previewDiscounts, { body }, fixture.dispatcher)
  expect(reply.data).toEqual({
    cost: 24.55,
    best: { id: ten, name: 'Zece la sută', amount: 2.46, to_pay: 22.09 },
    all: [
      { id: ten, name: 'Zece la sută', trigger: 'weekday_time', code: null, amount: 2.46, why_not: null },
      { id: first, name: 'Prima', trigger: 'first_order', code: null, amount: 12.28, why_not: 'client_unknown' },
    ],
  })
  const order = await fixture.place({ client_phone: body.client_phone })
  const ofOrder = await fixture.server.request(
    contract.previewOrderDiscounts,
    { query: { order_id: order.id } },
    fixture.dispatcher,
  )
  expect(ofOrder.reply.data.best?.id).toBe(order.discount_condition_id)
})

describe('invalid discounts', () => {
  let office: Office
  beforeAll(async () => {
    office = await anOffice()
  })
  afterAll(() => office[Symbol.asyncDispose]())

  test.each([
    [{ name: ' ' }, 'name', 'Numele este obligatoriu'],
    [{ value: 0 }, 'value', 'Valoarea trebuie să fie mai mare decât zero'],
    [{ value: -1 }, 'value', 'Suma nu poate fi negativă'],
    [{ value: 10.123 }, 'value', 'Cel mult două zecimale'],
    [{ value: 101 }, 'value', 'Cel mult 100 %'],
    [{ trigger: 'promo_code' }, 'code', 'Codul este obligatoriu'],
    [{ trigger: 'promo_code', code: 'Ș!' }, 'code', 'Între 3 și 24 de litere fără diacritice, cifre, - sau _'],
    [{ trigger: 'every_nth_order' }, 'nth', 'Scrieți a câta comandă'],
    [{ time_from: '08:00' }, 'time_to', 'Completați ambele ore'],
    [{ valid_from: '2026-03-02', valid_to: '2026-03-01' }, 'valid_to', 'Ultima zi este înaintea primei'],
    [{ compensated_percent: 101 }, 'compensated_percent', 'Între 0 și 100 %'],
    [{ service_ids: [999_999] }, 'service_ids', 'Serviciul nu există'],
    [{ trigger: 'protocol_company', protocol_user_id: 1 }, 'protocol_user_id', 'Compania protocol nu există'],
  ])("%o is refused with the field's own message", async (wrong, field, sentence) => {
    const request = { body: { ...TEN, ...wrong } as unknown as typeof TEN }
    const { status, body } = await office.fixture.server.request(contract.createDiscount, request, office.boss)
    expect([status, body.errors]).toEqual([422, { [field]: [sentence] }])
  })
})

test('a code belongs to one discount; of two concurrent edits the second gets a conflict', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  const first = await aDiscount(office, { trigger: 'promo_code', code: 'UNU' })
  const again = await fixture.server.request(
    contract.createDiscount,
    { body: { ...TEN, trigger: 'promo_code', code: 'unu' } },
    boss,
  )
  expect(again.body.errors).toEqual({ code: ['Codul este al altei reduceri'] })
  const { version } = (await fixture.server.request(contract.readDiscount, { params: { id: first } }, boss)).reply.data
  const edit = (value: number) =>
    fixture.server.request(
      contract.editDiscount,
      { params: { id: first }, body: { value }, headers: { 'if-match': String(version) } },
      boss,
    )
  expect((await edit(11)).status).toBe(200)
  expect((await edit(12)).body.code).toBe('discount.changed_meanwhile')
  const read = await fixture.server.request(contract.listDiscounts, {}, fixture.dispatcher)
  expect(read.reply.data).toMatchObject([{ id: first, value: 11 }])
  expect((await fixture.server.request(contract.createDiscount, { body: TEN }, fixture.dispatcher)).status).toBe(403)
})
