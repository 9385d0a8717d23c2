import { checkLedger, readFinanceSummary } from '@dispecerat/contract/billing/finance'
import { listDriverPayments, readFinanceReport } from '@dispecerat/contract/billing/finance-history'
import { readContract } from '@dispecerat/contract/billing/protocol'
import { readAccountStatement } from '@dispecerat/contract/billing/statements'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { brokenMoneyRules, confirm, endTripWith, TERMS } from '../../orders/testing/a-doubted-fare.ts'
import { anOffice } from '../../testing/an-office.ts'
import { aBilledOffice, onAccount } from '../protocol/testing/a-billed-office.ts'

const MARCH = { date_from: '2026-02-28 22:00:00', date_to: '2026-03-31 21:00:00' }

test('no total counts a doubted fare, and the open amount of its account counts the estimate', async () => {
  await using office = await anOffice({ at: '2026-03-30T10:00:00Z' })
  const { fixture, boss, accountId } = office
  const { server } = fixture
  const { id } = await endTripWith(office, 400, onAccount(office), 30_00)
  const params = { id: accountId }
  const month = '2026-03'
  const open = async () => (await server.request(readContract, { params }, boss)).reply.data.open_amount
  const cost = async () => (await server.request(readFinanceReport, { query: MARCH }, boss)).reply.totals
  const stated = async () => (await server.request(readAccountStatement, { params, query: { month } }, boss)).reply.data
  const doubted = async () => (await server.request(readFinanceSummary, {}, boss)).reply.data.doubted_count
  expect(await open()).toBe(30)
  expect(await cost()).toMatchObject({ orders: 1, cost: 0, driver_payments: 0 })
  expect(await stated()).toMatchObject({ orders: [], totals: { orders: 0, charged: 0 } })
  expect((await server.request(listDriverPayments, {}, boss)).reply.data).toEqual([])
  expect(await doubted()).toBe(1)
  const summed = async () =>
    (
      await sql<{
        bani: number
      }>`select sum(cost_bani)::bigint as bani from order_sum_changes where side = 'driven'`.execute(server.db)
    ).rows[0]?.bani
  expect(await summed()).toBe(0)

  await confirm(office, id, boss)
  expect(await open()).toBe(400)
  expect(await cost()).toMatchObject({ orders: 1, cost: 400 })
  expect(await stated()).toMatchObject({ orders: [{ order_id: id }], totals: { charged: 400 } })
  expect((await server.request(listDriverPayments, {}, boss)).reply.data).toMatchObject([{ order_id: id }])
  expect(await doubted()).toBe(0)
  expect(await summed()).toBe(400_00)
  expect(await brokenMoneyRules(office)).toEqual([])
})

test('the ledger check reports an entry for a doubted fare', async () => {
  await using office = await anOffice()
  await office.set(TERMS)
  const { id } = await endTripWith(office, 50)
  expect(await brokenMoneyRules(office)).toEqual([])
  await office.fixture.server.db
    .updateTable('orders')
    .set({ fare_doubt: 'above_time' })
    .where('id', '=', asId<OrderId>(id))
    .execute()
  expect((await brokenMoneyRules(office)).map(({ rule, ids }) => [rule.slice(0, 34), ids])).toEqual([
    ['a doubted fare moves no money: not', [id]],
  ])
  const body = { company_id: office.fixture.companyId }
  const { reply } = await office.fixture.server.request(checkLedger, { body }, office.boss)
  expect(reply.data).toMatchObject({ is_right: false, wrong_transactions: [{ sum: 0 }] })
})

test('an invoice leaves a doubted fare out, and the next one of the month includes it once it is confirmed', async () => {
  await using billed = await aBilledOffice()
  const { office, orders, server, issue } = billed
  const [id = 0] = orders
  const doubted = { fare_doubt: 'above_time', driver_payment_bani: 0 } as const
  await server.db.updateTable('orders').set(doubted).where('id', '=', asId<OrderId>(id)).execute()
  expect((await issue()).reply.data).toMatchObject({ total: 60.03 })
  expect((await confirm(office, id, office.boss)).status).toBe(200)
  expect((await issue()).reply.data).toMatchObject({ total: 40.01 })
})
