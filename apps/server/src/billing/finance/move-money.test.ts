import {
  listBalances,
  readFinanceSummary,
  transferBetween,
  transferDiscount,
  transferMoney,
} from '@dispecerat/contract/billing/finance'
import { listFinanceHistory, reverseTransaction } from '@dispecerat/contract/billing/finance-history'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anOffice } from '../../testing/an-office.ts'
import { aCompany, aDriver } from '../../testing/builders.ts'

test('a driver pays in and is paid out: each line has the balance after it', async () => {
  await using office = await anOffice()
  const { fixture, boss, ion } = office
  const move = (direction: 'in' | 'out', amount: number) =>
    fixture.server.request(
      transferMoney,
      { body: { driver_id: ion.driverId, amount, direction, method: 'bank', note: ' avans ' } },
      boss,
    )
  const paidIn = (await move('in', 100.5)).reply.data
  expect(paidIn.rows).toMatchObject([
    { type: 'top_up', amount: 100.5, balance_after: 100.5, method: 'bank', note: 'avans', driver_id: ion.driverId },
  ])
  expect((await move('out', 30.25)).reply.data.rows).toMatchObject([
    { type: 'withdraw', amount: -30.25, balance_after: 70.25 },
  ])
  expect(await office.balance()).toBe(70_25)
  await office.expectRight()
})

test('a payment or a withdrawal that was reversed does not count for the month', async () => {
  await using office = await anOffice()
  const { fixture, boss, ion } = office
  const month = async () => (await fixture.server.request(readFinanceSummary, {}, boss)).reply.data.month
  const move = async (direction: 'in' | 'out', amount: number) => {
    const body = { driver_id: ion.driverId, amount, direction, method: 'cash' } as const
    return (await fixture.server.request(transferMoney, { body }, boss)).reply.data.transaction_id
  }
  const reverse = (id: number) =>
    fixture.server.request(reverseTransaction, { params: { id }, body: { note: 'greșit' } }, boss)
  await move('in', 100)
  await move('out', 30)
  const [paidIn, paidOut] = [await move('in', 7), await move('out', 11)]
  expect(await month()).toMatchObject({ paid_in: 107, paid_out: 41 })
  expect((await reverse(paidOut)).status).toBe(201)
  expect(await month()).toMatchObject({ paid_in: 107, paid_out: 30 })
  await reverse(paidIn)
  expect(await month()).toMatchObject({ paid_in: 100, paid_out: 30 })
})

test.each([
  [{ amount: 0 }, { amount: ['Suma trebuie să fie mai mare ca zero'] }],
  [{ amount: -5 }, { amount: expect.arrayContaining(['Suma nu poate fi negativă']) }],
  [{ amount: 1.005 }, { amount: ['Cel mult două zecimale'] }],
  [{ amount: 100_000 }, { amount: ['Suma este prea mare'] }],
  [{ method: 'aur' }, { method: ['Alegeți cum s-a plătit'] }],
])('%o is refused and nothing moves', async (wrong, errors) => {
  await using office = await anOffice()
  const body = { driver_id: office.ion.driverId, amount: 5, direction: 'in', method: 'cash', ...wrong } as never
  const answer = await office.fixture.server.request(transferMoney, { body }, office.boss)
  expect([answer.status, answer.body.errors]).toEqual([422, errors])
  expect(await office.balance()).toBe(0)
})

test('a withdrawal or a transfer may use the limit to the last ban, but not exceed it', async () => {
  await using office = await anOffice()
  const { fixture, boss, ion, ana } = office
  await office.set({ allow_negative_limit: 20 })
  await office.payIn(10)
  const out = (amount: number) => {
    const body = { driver_id: ion.driverId, amount, direction: 'out', method: 'cash' } as const
    return fixture.server.request(transferMoney, { body }, boss)
  }
  const over = await out(30.01)
  expect([over.status, over.body.code]).toEqual([409, 'ledger.limit'])
  expect((await out(30)).status).toBe(201)
  const body = { from_driver_id: ion.driverId, to_driver_id: ana.driverId, amount: 0.01 }
  expect((await fixture.server.request(transferBetween, { body }, boss)).body.code).toBe('ledger.limit')
  expect(await office.balance()).toBe(-20_00)
})

test('a transfer between drivers moves the amount from one to the other; to oneself or to another company it is refused', async () => {
  await using office = await anOffice()
  const { fixture, boss, ion, ana } = office
  await office.payIn(50)
  const give = (to: number, amount = 12.34) =>
    fixture.server.request(transferBetween, { body: { from_driver_id: ion.driverId, to_driver_id: to, amount } }, boss)
  expect((await give(ana.driverId)).reply.data.rows).toMatchObject([
    { type: 'transfer_out', amount: -12.34, driver_id: ion.driverId, counterparty_driver_id: ana.driverId },
    { type: 'transfer_in', amount: 12.34, driver_id: ana.driverId, counterparty_driver_id: ion.driverId },
  ])
  expect((await give(ion.driverId)).body.errors).toEqual({ to_driver_id: ['Alegeți alt șofer'] })
  const unknown = await aDriver(fixture.server, await aCompany(fixture.server))
  expect((await give(unknown.driverId)).body.code).toBe('driver.unknown')
  const asAdmin = { body: { from_driver_id: ion.driverId, to_driver_id: unknown.driverId, amount: 1 } }
  expect((await fixture.server.request(transferBetween, asAdmin, fixture.admin)).body.errors).toEqual({
    to_driver_id: ['Șoferii lucrează la companii diferite'],
  })
  expect([await office.balance(), await office.balance(ana)]).toEqual([37_66, 12_34])
  await office.expectRight()
})

test('a payment of 99,99 with a bonus of 7,5 % adds 107,49, in two lines', async () => {
  await using office = await anOffice()
  const body = { driver_id: office.ion.driverId, paid_amount: 99.99, bonus_percent: 7.5 }
  const { reply } = await office.fixture.server.request(transferDiscount, { body }, office.boss)
  expect(reply.data.rows).toMatchObject([
    { type: 'top_up', amount: 99.99, paid_amount: 99.99, bonus_percent: 7.5 },
    { type: 'bonus', amount: 7.5, balance_after: 107.49 },
  ])
  await office.expectRight()
})

test('a repeat with the same key moves nothing, ten at once move once; another body with the key is refused', async () => {
  await using office = await anOffice()
  const pay = (amount: number) => {
    const body = { driver_id: office.ion.driverId, amount, direction: 'in', method: 'cash' } as const
    return office.fixture.server.request(transferMoney, { body, headers: { 'idempotency-key': 'k-1' } }, office.boss)
  }
  const answers = await Promise.all(Array.from({ length: 10 }, () => pay(25)))
  expect(new Set(answers.map(({ reply }) => reply.data.transaction_id)).size).toBe(1)
  expect((await pay(26)).body.code).toBe('request.key_reused')
  expect(await office.balance()).toBe(25_00)
})

test('of two concurrent withdrawals that exceed the limit together, one is refused', async () => {
  await using office = await anOffice()
  await office.payIn(100)
  const out = () => {
    const body = { driver_id: office.ion.driverId, amount: 60, direction: 'out', method: 'cash' } as const
    return office.fixture.server.request(transferMoney, { body }, office.boss)
  }
  const answers = await Promise.all([out(), out()])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await office.balance()).toBe(40_00)
})

test('a mistake is corrected by its reversal, once, and a reversal cannot be reversed', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  const transactionId = await office.payIn(80)
  const reverse = (id: number) =>
    fixture.server.request(reverseTransaction, { params: { id }, body: { note: 'greșit' } }, boss)
  const answers = await Promise.all([reverse(transactionId), reverse(transactionId)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect((await reverse(transactionId)).body.code).toBe('ledger.already_reversed')
  const history = (await fixture.server.request(listFinanceHistory, {}, boss)).reply.data
  expect(history).toMatchObject([
    { type: 'correction', amount: -80, balance_after: 0, reverses_id: transactionId, note: 'greșit' },
    { type: 'top_up', amount: 80, reversed_by_id: history[0]?.transaction_id, may_be_reversed: false },
  ])
  expect((await reverse(history[0]?.transaction_id ?? 0)).body.code).toBe('ledger.not_by_hand')
  await office.expectRight()
})

test('dispatchers neither read nor move money', async () => {
  await using office = await anOffice()
  const { server, dispatcher } = office.fixture
  const body = { driver_id: office.ion.driverId, amount: 5, direction: 'in', method: 'cash' } as const
  expect((await server.request(transferMoney, { body }, dispatcher)).status).toBe(403)
  expect((await server.request(listBalances, {}, dispatcher)).status).toBe(403)
})

test('balances are searched, sorted and filtered', async () => {
  await using office = await anOffice()
  const { fixture, boss, ion, ana } = office
  await office.set({ low_balance_warning: 30, min_balance_to_work: 0 })
  await office.payIn(25)
  await office.payIn(40, ana)
  const list = async (query: object) =>
    (await fixture.server.request(listBalances, { query }, boss)).reply.data.map(({ driver_id }) => driver_id)
  expect(await list({ sort: '-balance' })).toEqual([ana.driverId, ion.driverId])
  expect(await list({ only: 'low' })).toEqual([ion.driverId])
  expect(await list({ only: 'negative' })).toEqual([])
  // Digits alone could occur in the other driver's phone.
  await fixture.server.db.updateTable('cars').set({ indicativ: 'ANA 7' }).where('id', '=', ana.carId).execute()
  expect(await list({ search: 'ana 7' })).toEqual([ana.driverId])
  expect((await fixture.server.request(listBalances, { query: { sort: 'phone' as never } }, boss)).status).toBe(422)
})

test('database constraints protect the ledger: no line is changed or deleted, none is out of balance, no balance changes alone', async () => {
  await using office = await anOffice()
  const { db } = office.fixture.server
  const transactionId = await office.payIn(10)
  const refused = async (statement: ReturnType<typeof sql>) =>
    expect(statement.execute(db)).rejects.toThrow(/written once|adds up|older one|by the ledger alone|has entries/)
  await refused(sql`update ledger_entries set amount_bani = 5`)
  await refused(sql`delete from ledger_entries`)
  await refused(sql`truncate ledger_entries`)
  await refused(sql`update ledger_transactions set note = 'x'`)
  await refused(sql`delete from ledger_transactions`)
  await refused(sql`update driver_status set balance_bani = 1`)
  const line = (amount: number, after: number) => sql`
    insert into ledger_entries (transaction_id, company_id, account, driver_id, type, amount_bani, balance_after_bani, created_at)
    values (${transactionId}, ${office.fixture.companyId}, 'driver', ${office.ion.driverId}, 'bonus', ${amount}, ${after}, now())`
  await refused(line(500, 1500))
  await refused(sql`
    insert into ledger_transactions (company_id, kind, created_at) values (${office.fixture.companyId}, 'top_up', now())`)
  const twoLines = sql`
    insert into ledger_entries (transaction_id, company_id, account, driver_id, type, amount_bani, balance_after_bani, created_at)
    select ${transactionId}, ${office.fixture.companyId}, account, ${office.ion.driverId}, type, bani, after, now()
    from (values ('driver', 'bonus', 5, 7), ('bonus', null, -5, null)) as line(account, type, bani, after)`
  await refused(twoLines)
  await office.expectRight()
})
