import * as contract from '@dispecerat/contract/orders/discounts'
import type { OrderChange } from '@dispecerat/contract/orders/order-shapes'
import { editOrder } from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants/check-invariants.ts'
import { anOffice, type Office } from '../../testing/an-office.ts'

const PROTOCOL = { name: 'Protocol', type: 'percent', value: 20, trigger: 'protocol_company' } as const
const EVERYBODY = { name: 'Oricine', type: 'percent', value: 10, trigger: 'weekday_time' } as const
const CASH = { payment_type: 'cash' } as const

async function createDiscountsFixture() {
  const office = await anOffice()
  const { fixture, boss, accountId } = office
  const make = async (body: object): Promise<number> =>
    (await fixture.server.request(contract.createDiscount, { body: body as never }, boss)).reply.data.id
  const edit = (id: number, change: OrderChange) => {
    const body = { ...change, fare_reason: 'alt plătitor' }
    return fixture.server.request(editOrder, { params: { id }, body }, boss)
  }
  const onAccount = { payment_type: 'protocol', protocol_user_id: accountId } as const
  const ofAccount = () => make({ ...PROTOCOL, protocol_user_id: accountId })
  return { ...office, office, make, edit, onAccount, ofAccount, [Symbol.asyncDispose]: () => fixture.server.stop() }
}

async function expectNothingBroken({ fixture }: Pick<Office, 'fixture'>): Promise<void> {
  const broken = await checkInvariants(fixture.server.db, fixture.server.clock.now())
  expect(broken.filter(({ rule }) => /discount|money|balance/.test(rule))).toEqual([])
}

test("an order that leaves its account loses the account's discount, before its end and after it", async () => {
  await using office = await createDiscountsFixture()
  const { fixture, ofAccount, edit, onAccount } = office
  const id = await ofAccount()
  const before = await fixture.place(onAccount)
  expect(before.discount_condition_id).toBe(id)
  expect((await edit(before.id, CASH)).reply.data).toMatchObject({ discount_condition_id: null, discount_name: null })
  await fixture.assign(asId<OrderId>(before.id))
  await office.finish(asId<OrderId>(before.id), 50)
  expect(await fixture.read(asId<OrderId>(before.id))).toMatchObject({
    cost: 50,
    discount_amount: null,
    discounted_cost: null,
  })

  const after = await office.drive(50, onAccount)
  expect(await fixture.read(after)).toMatchObject({
    discount_amount: 10,
    discounted_cost: 40,
    discount_compensated: 10,
  })
  expect((await edit(after, CASH)).status).toBe(200)
  expect(await fixture.read(after)).toMatchObject({
    cost: 50,
    discount_condition_id: null,
    discount_amount: null,
    discounted_cost: null,
    discount_compensated: null,
  })
  expect(await office.balance()).toBe(0)
  const { rows } = await sql`select from order_discounts`.execute(fixture.server.db)
  expect(rows).toHaveLength(0)
  await expectNothingBroken(office)
})

test('a discount independent of the payer replaces it, as if the order were placed now', async () => {
  await using office = await createDiscountsFixture()
  const { fixture, ofAccount, make, edit, onAccount } = office
  await ofAccount()
  const everybody = await make(EVERYBODY)
  const order = await office.drive(50, onAccount)
  expect((await fixture.read(order)).discount_amount).toBe(10)
  await edit(order, CASH)
  expect(await fixture.read(order)).toMatchObject({
    discount_condition_id: everybody,
    discount_amount: 5,
    discounted_cost: 45,
  })
  await expectNothingBroken(office)
})

test("an order that moves to an account gets the account's discount if it is higher than its own", async () => {
  await using office = await createDiscountsFixture()
  const { fixture, ofAccount, make, edit, onAccount } = office
  const everybody = await make(EVERYBODY)
  const protocol = await ofAccount()
  const order = await fixture.place()
  expect(order.discount_condition_id).toBe(everybody)
  expect((await edit(order.id, onAccount)).reply.data.discount_condition_id).toBe(protocol)

  const driven = await office.drive(50)
  await edit(driven, onAccount)
  expect(await fixture.read(driven)).toMatchObject({ discount_condition_id: protocol, discount_amount: 10 })
  const better = await make({ ...EVERYBODY, value: 30 })
  const promised = await fixture.place()
  expect(promised.discount_condition_id).toBe(better)
  expect((await edit(promised.id, onAccount)).reply.data.discount_condition_id).toBe(better)
  await expectNothingBroken(office)
})

test('a frozen discount independent of the payer keeps its terms; a manual one stays', async () => {
  await using office = await createDiscountsFixture()
  const { fixture, boss, make, ofAccount, edit, onAccount } = office
  const everybody = await make(EVERYBODY)
  const order = await fixture.place(onAccount)
  await fixture.server.request(contract.deleteDiscount, { params: { id: everybody } }, boss)
  await make({ ...EVERYBODY, name: 'Nouă', value: 50 })
  await edit(order.id, CASH)
  expect((await fixture.read(asId<OrderId>(order.id))).discount_condition_id).toBe(everybody)

  await ofAccount()
  const driven = await office.drive(50, onAccount)
  await edit(driven, { discount_amount: 3 })
  await edit(driven, CASH)
  expect(await fixture.read(driven)).toMatchObject({ discount_amount: 3, discounted_cost: 47 })
  await expectNothingBroken(office)
})
