import * as billing from '@dispecerat/contract/billing/invoices'
import * as contract from '@dispecerat/contract/billing/protocol'
import { expect } from 'vitest'
import { checkInvariants } from '../../../platform/invariants/check-invariants.ts'
import { aBilledOffice } from '../../protocol/testing/a-billed-office.ts'

type Billed = Awaited<ReturnType<typeof aBilledOffice>>
type Typed = Partial<billing.NewInvoicePayment>

/** The invoice of March over 100,04 RON, due on 17 April, with functions that pay it. */
export async function anInvoice(profile: object = {}, env: Record<string, string> = {}) {
  const billed = await aBilledOffice(profile, env)
  const { server, boss, params } = billed
  const { id } = (await billed.issue()).reply.data
  const pay = (amount: number, over: Typed = {}, token = boss) =>
    server.request(billing.payInvoice, { params: { id }, body: { amount, method: 'bank', ...over } }, token)
  const takeBack = (paymentId: number) =>
    server.request(billing.reversePayment, { params: { id, paymentId }, body: { reason: 'altă factură' } }, boss)
  const read = async () => (await server.request(billing.readInvoice, { params: { id } }, boss)).reply.data
  const credit = (body: { reason?: string; lines?: { line: number; amount: number }[] }) =>
    server.request(billing.correctInvoice, { params: { id }, body: { reason: null, ...body } }, boss)
  const open = async () => (await server.request(contract.readContract, { params }, boss)).reply.data.open_amount
  return { ...billed, id, pay, takeBack, credit, read, open, [Symbol.asyncDispose]: () => server.stop() }
}

/** Balances of the company's accounts in bani, without those of drivers. */
export async function balances({
  server,
  fixture,
}: Pick<Billed, 'server' | 'fixture'>): Promise<Record<string, number>> {
  const entries = await server.db
    .selectFrom('ledger_entries')
    .select(['account', 'amount_bani'])
    .where('company_id', '=', fixture.companyId)
    .where('account', '<>', 'driver')
    .execute()
  const totals: Record<string, number> = {}
  for (const { account, amount_bani } of entries) totals[account] = (totals[account] ?? 0) + amount_bani
  return totals
}

export async function expectNothingBroken({ server }: Pick<Billed, 'server'>): Promise<void> {
  const broken = await checkInvariants(server.db, server.clock.now())
  expect(broken.filter(({ rule }) => /invoice|money|balance/.test(rule))).toEqual([])
}
