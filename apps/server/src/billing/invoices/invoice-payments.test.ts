import * as billing from '@dispecerat/contract/billing/invoices'
import * as contract from '@dispecerat/contract/billing/protocol'
import { createOrder } from '@dispecerat/contract/orders/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SQUARE, STATION } from '../../orders/testing/order-fixture.ts'
import { queueForLock } from '../../testing/database/queue-for-lock.ts'
import { withoutRowLocks } from '../../testing/database/without-row-locks.ts'
import { onAccount } from '../protocol/testing/a-billed-office.ts'
import { payInvoice } from './pay-invoice.ts'
import { anInvoice, balances, expectNothingBroken } from './testing/an-invoice.ts'

test('an invoice is paid in two parts: the ledger, the credit of the account and its orders follow', async () => {
  await using billed = await anInvoice()
  const { pay, read, open, server, orders, travel } = billed
  expect(await balances(billed)).toMatchObject({ protocol_receivable: -100_04 })
  expect((await read()).state).toBe('owed')

  const first = await pay(40, { reference: 'OP 17' })
  expect([first.status, first.reply.data]).toMatchObject([
    201,
    { state: 'part_paid', paid: 40, owed: 60.04, paid_on: null, payments: [{ amount: 40, reference: 'OP 17' }] },
  ])
  expect(await balances(billed)).toMatchObject({ protocol_receivable: -60_04, bank: -40_00 })
  expect(await open()).toBe(60.04)

  await travel('2026-04-10T09:00:00Z')
  expect((await pay(60.04, { method: 'cash', paid_on: '2026-04-09' })).reply.data).toMatchObject({
    state: 'paid',
    paid: 100.04,
    owed: 0,
    paid_on: '2026-04-09',
  })
  expect(await balances(billed)).toMatchObject({ protocol_receivable: 0, bank: -40_00, cash: -60_04 })
  expect(await open()).toBe(0)
  const flags = await server.db.selectFrom('orders').select('is_paid_by_account').where('id', 'in', orders).execute()
  expect(flags).toEqual([{ is_paid_by_account: true }, { is_paid_by_account: true }])
  expect((await pay(0.01)).body.code).toBe('invoice.nothing_owed')
  await expectNothingBroken(billed)
})

test('a payment is reversed once, by its opposite; nothing is deleted', async () => {
  await using billed = await anInvoice()
  const { pay, takeBack, read, open, server } = billed
  const [payment] = (await pay(100.04)).reply.data.payments
  const answers = await Promise.all([takeBack(payment?.id ?? 0), takeBack(payment?.id ?? 0)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const invoice = await read()
  expect(invoice).toMatchObject({ state: 'owed', paid: 0, owed: 100.04, paid_on: null })
  expect(invoice.payments).toMatchObject([
    { amount: 100.04, is_reversed: true },
    { amount: -100.04, reverses_id: payment?.id, note: 'altă factură' },
  ])
  expect(await balances(billed)).toMatchObject({ protocol_receivable: -100_04, bank: 0 })
  expect(await open()).toBe(100.04)
  expect((await takeBack(invoice.payments[1]?.id ?? 0)).body.code).toBe('payment.unknown')
  await expect(server.db.deleteFrom('invoice_payments').execute()).rejects.toThrow(/written once/)
  await expect(server.db.updateTable('invoice_payments').set({ amount_bani: 1 }).execute()).rejects.toThrow(
    /written once/,
  )
  await expect(server.db.updateTable('invoices').set({ paid_bani: 1 }).execute()).rejects.toThrow(/move with/)
  await expectNothingBroken(billed)
})

describe('invalid payments', () => {
  let billed: Awaited<ReturnType<typeof anInvoice>>
  beforeAll(async () => {
    billed = await anInvoice()
  })
  afterAll(() => billed[Symbol.asyncDispose]())

  test.each([
    [{ amount: 0 }, 'amount', 'Suma trebuie să fie mai mare ca zero'],
    [{ amount: 1.001 }, 'amount', 'Cel mult două zecimale'],
    [{ amount: 100.05 }, 'amount', 'Cel mult 100,04 RON'],
    [{ paid_on: '2026-04-03' }, 'paid_on', 'Data nu poate fi în viitor'],
    [{ paid_on: 'ieri' }, 'paid_on', 'Data trebuie scrisă AAAA-LL-ZZ'],
    [{ method: 'none' as never }, 'method', 'Alegeți cum s-a plătit'],
  ])('%o is refused by the field’s own message', async (wrong, field, sentence) => {
    const { status, body } = await billed.pay(1, wrong)
    expect([status, body.errors]).toEqual([422, { [field]: [sentence] }])
  })
})

test('two concurrent payments of one invoice never exceed the amount owed', async () => {
  await using billed = await anInvoice()
  const answers = await Promise.all(Array.from({ length: 6 }, () => billed.pay(40)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422, 422])
  expect(await billed.read()).toMatchObject({ paid: 80, owed: 20.04 })
  await expectNothingBroken(billed)
})

test('a payment without the lock of the invoice is refused by a database constraint', async () => {
  await using billed = await anInvoice()
  const { server, id, fixture } = billed
  const careless = withoutRowLocks(server, { conditions: true })
  const caller = {
    userId: null,
    kind: 'dispatcher',
    roles: ['company_admin'],
    scope: { companies: [fixture.companyId], ownUserId: null },
  } as const
  const typed = { amount: 100.04, direction: 'in', method: 'bank', reference: null } as const
  const pay = () => payInvoice(careless, caller as never, id, typed).then(() => 'paid', String)
  const ofInvoice = sql`select from invoices where id = ${id} for no key update`
  // Without the lock they may also deadlock; PostgreSQL cancels one, which is retried after the other.
  const [refused, paid] = (await queueForLock(server.database, ofInvoice, [pay, pay])).sort()
  expect(paid).toBe('paid')
  expect(refused).toMatch(/more than is owed/)
  await expectNothingBroken(billed)
})

test('a payment sent twice with one key is one payment', async () => {
  await using billed = await anInvoice()
  const { server, id, boss } = billed
  const send = () =>
    server.inject({
      method: 'POST',
      url: `/api/protocol/invoices/${id}/payments`,
      headers: { authorization: `Bearer ${boss}`, 'idempotency-key': 'plata-1' },
      payload: { amount: 10, method: 'cash' },
    })
  const answers = await Promise.all([send(), send(), send()])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect((await billed.read()).payments).toHaveLength(1)
})

test('an invoice is overdue from the day after its due date, whether or not a part is paid; the list filters by that', async () => {
  await using billed = await anInvoice()
  const { server, boss, pay, read, travel } = billed
  const found = async (state: 'unpaid' | 'part_paid' | 'overdue' | 'paid' | 'overpaid' | 'corrected') =>
    (await server.request(billing.listInvoices, { query: { state } }, boss)).reply.data.length
  await pay(1)
  await travel('2026-04-17T20:59:00Z')
  expect([(await read()).state, await found('overdue')]).toEqual(['part_paid', 0])
  await travel('2026-04-17T21:00:00Z')
  expect((await read()).state).toBe('overdue')
  expect([await found('unpaid'), await found('part_paid'), await found('overdue'), await found('paid')]).toEqual([
    1, 1, 1, 0,
  ])
  await pay(99.04)
  expect([await found('overdue'), await found('paid'), await found('overpaid')]).toEqual([0, 1, 0])
})

test('an account at its limit can order again as soon as a part of its invoice is paid', async () => {
  await using billed = await anInvoice()
  const { server, boss, params, fixture, pay, office } = billed
  await server.request(contract.editContract, { params, body: { credit_limit: 100 } }, boss)
  const order = () =>
    server.request(createOrder, { body: { places: [SQUARE, STATION], ...onAccount(office) } }, fixture.dispatcher)
  expect((await order()).body.errors).toEqual({ protocol_user_id: ['Limita de credit a companiei este depășită'] })
  await pay(60)
  expect((await order()).status).toBe(201)
})

test('every action is published as an event, and recorded with its author', async () => {
  await using billed = await anInvoice()
  const { server, id, accountId, pay } = billed
  await pay(5)
  const events = await server.db
    .selectFrom('event_log')
    .select('data')
    .where('event', '=', 'invoice_changed')
    .orderBy('seq')
    .execute()
  expect(events).toEqual([
    { data: { invoice_id: id, account_id: accountId } },
    { data: { invoice_id: id, account_id: accountId } },
  ])
  const { rows } = await sql`select entity, action from audit_log where entity like 'invoice%' order by id`.execute(
    server.db,
  )
  expect(rows).toEqual([
    { entity: 'invoice', action: 'created' },
    { entity: 'invoice_payment', action: 'created' },
  ])
})
