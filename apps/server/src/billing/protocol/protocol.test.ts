import * as billing from '@dispecerat/contract/billing/invoices'
import * as contract from '@dispecerat/contract/billing/protocol'
import * as statements from '@dispecerat/contract/billing/statements'
import { createOrder, editOrder } from '@dispecerat/contract/orders/orders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SQUARE, STATION } from '../../orders/testing/order-fixture.ts'
import { checkInvariants } from '../../platform/invariants/check-invariants.ts'
import { anOffice, type Office } from '../../testing/an-office.ts'
import { anApprovedCui } from '../../testing/builders.ts'
import { AT_ITS_END, aBilledOffice, MARCH, onAccount, PROFILE } from './testing/a-billed-office.ts'

test('the month of an account has its finished orders and their totals, nothing of cash clients', async () => {
  await using billed = await aBilledOffice()
  const { statement, orders } = billed
  const month = await statement()
  expect(month.orders.map(({ order_id }) => order_id)).toEqual(orders)
  expect(month).toMatchObject({
    totals: { orders: 2, cost: 100.04, discount: 0, charged: 100.04, not_invoiced: 100.04 },
    invoices: [],
  })
})

test('the month can be printed and exported; an account reads its own and no other', async () => {
  await using billed = await aBilledOffice()
  const { server, boss, accountId, fixture } = billed
  const get = (url: string, token: string) => server.inject({ url, headers: { authorization: `Bearer ${token}` } })
  const pdf = await get(`/api/protocol/contracts/${accountId}/statement/file?month=${MARCH}`, boss)
  expect([pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-'])
  const xlsx = await get(`/api/protocol/contracts/${accountId}/statement/file?month=${MARCH}&format=xlsx`, boss)
  expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK')
  const account = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const token = await server.logIn(account.email ?? '')
  const own = await server.request(statements.readOwnStatement, { query: { month: MARCH } }, token)
  expect(own.reply.data).toMatchObject({ account: { id: accountId }, totals: { orders: 2, charged: 100.04 } })
  expect((await get(`/api/protocol-account/statement/file?month=${MARCH}`, token)).statusCode).toBe(200)
  expect((await server.request(billing.listInvoices, {}, token)).status).toBe(403)
  expect(
    (await server.request(statements.readOwnStatement, { query: { month: MARCH } }, fixture.dispatcher)).status,
  ).toBe(403)
})

test('an invoice is issued once however often it is requested, and fixes the fares on it', async () => {
  await using billed = await aBilledOffice()
  const { issue, statement, orders, fixture, server } = billed
  const answers = await Promise.all([issue(), issue(), issue()])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('invoice.nothing_to_bill')
  const month = await statement()
  expect(month.totals.not_invoiced).toBe(0)
  expect(month.invoices).toMatchObject([
    { number: 'DSP 1', total: 100.04, issued_on: '2026-04-02', due_on: '2026-04-17', corrected_by: null },
  ])
  const edit = { params: { id: Number(orders[0]) }, body: { cost: 1 } }
  expect((await server.request(editOrder, edit, fixture.dispatcher)).body.code).toBe('order.field_locked')
})

test('numbers are consecutive without gaps, also after refusals; a credit note frees the month for a new invoice', async () => {
  await using billed = await aBilledOffice()
  const { issue, statement, server, boss, orders, fixture } = billed
  const first = (await issue()).reply.data
  expect((await issue()).status).toBe(409)
  const correct = () =>
    server.request(billing.correctInvoice, { params: { id: first.id }, body: { reason: 'preț greșit' } }, boss)
  const corrected = await Promise.all([correct(), correct()])
  expect(corrected.map(({ status }) => status).sort()).toEqual([201, 409])
  const body = { amount: 1, method: 'bank' } as const
  const paid = await server.request(billing.payInvoice, { params: { id: first.id }, body }, boss)
  expect(paid.body.code).toBe('invoice.already_corrected')
  const edit = { params: { id: Number(orders[0]) }, body: { cost: 50, fare_reason: 'bon greșit' } }
  expect((await server.request(editOrder, edit, fixture.manager)).status).toBe(200)
  expect((await issue()).reply.data).toMatchObject({ number: 'DSP 2', total: 110.03 })
  const { invoices } = await statement()
  expect(invoices.map(({ number, kind }) => [number, kind])).toEqual([
    ['DSP 1', 'invoice'],
    ['STR 1', 'credit_note'],
    ['DSP 2', 'invoice'],
  ])
  const broken = await checkInvariants(server.db, server.clock.now())
  expect(broken.filter(({ rule }) => /invoice/.test(rule))).toEqual([])
  await expect(server.db.deleteFrom('invoices').where('id', '=', first.id).execute()).rejects.toThrow(/written once/)
  await expect(
    server.db.updateTable('invoices').set({ number: 9 }).where('id', '=', first.id).execute(),
  ).rejects.toThrow(/written once/)
})

test('no month is billed without a profile, an approved CUI, a buyer, or before its end', async () => {
  await using office = await anOffice({ at: AT_ITS_END })
  const { fixture, boss, accountId } = office
  const { server } = fixture
  await office.drive(10, onAccount(office))
  const params = { id: accountId }
  const code = async () =>
    (await server.request(billing.issueInvoice, { params, body: { month: MARCH } }, boss)).body.code
  expect(await code()).toBe('invoice.month_not_over')
  await office.travel('2026-04-01T00:00:00+03:00')
  expect(await code()).toBe('invoice.no_profile')
  await server.request(contract.saveBillingProfile, { body: PROFILE }, boss)
  expect(await code()).toBe('invoice.cui_unproved')
  await anApprovedCui(server, { companyId: fixture.companyId, cui: '18547290' })
  expect(await code()).toBe('invoice.no_buyer')
})

test('a contract over its limit, expired or stopped takes no orders', async () => {
  await using office = await anOffice()
  const { fixture, boss, accountId } = office
  const { server } = fixture
  const contractOf = (body: object) => server.request(contract.editContract, { params: { id: accountId }, body }, boss)
  const refused = async () => {
    const body = { places: [SQUARE, STATION], ...onAccount(office) }
    return (await server.request(createOrder, { body }, fixture.dispatcher)).body.errors
  }
  await office.drive(50, onAccount(office))
  await contractOf({ credit_limit: 49.99 })
  expect(await refused()).toEqual({ protocol_user_id: ['Limita de credit a companiei este depășită'] })
  await contractOf({ credit_limit: null, contract_until: '2026-02-28' })
  expect(await refused()).toEqual({ protocol_user_id: ['Compania nu are un contract activ'] })
  await contractOf({ contract_until: null, is_active: false })
  expect(await refused()).toEqual({ protocol_user_id: ['Compania nu are un contract activ'] })
  await contractOf({ is_active: true })
  expect(await refused()).toBeUndefined()
})

describe('the issuer of invoices', () => {
  let office: Office
  beforeAll(async () => {
    office = await anOffice()
  })
  afterAll(() => office[Symbol.asyncDispose]())

  test('of two concurrent changes the second is refused, also of the first entry', async () => {
    const { server } = office.fixture
    const read = async () => (await server.request(contract.readBillingProfile, {}, office.boss)).reply
    const save = (bank: string, version: number) => {
      const input = { body: { ...PROFILE, bank }, headers: { 'if-match': String(version) } }
      return server.request(contract.saveBillingProfile, input, office.boss)
    }
    const nothing = await read()
    expect(nothing.data).toBeNull()
    expect((await save('Banca Unu', nothing.version)).status).toBe(200)
    expect((await save('Banca Doi', nothing.version)).body.code).toBe('settings.changed_meanwhile')
    const first = await read()
    expect((await save('Banca Trei', first.version)).reply.version).not.toBe(first.version)
    expect((await save('Banca Patru', first.version)).status).toBe(409)
    expect((await read()).data?.bank).toBe('Banca Trei')
  })

  test.each([
    [{ city: 'București', county: 'B' }, 'city', 'În București scrieți sectorul: Sector 1 … Sector 6'],
    [{ cui: '361758' }, 'cui', 'CUI invalid'],
    [{ county: 'XX' }, 'county', 'Județ necunoscut'],
    [{ iban: 'RO12' }, 'iban', 'IBAN invalid'],
    [{ iban: 'RO48AAAA1B31007593840000' }, 'iban', 'IBAN invalid'],
    [{ vat_state: 'exempt' }, 'exemption_reason', 'Scrieți temeiul scutirii'],
    [{ credit_series: 'DSP' }, 'credit_series', 'Stornările au altă serie decât facturile'],
    [{ series: 'ȘIR' }, 'series', 'Litere fără diacritice și cifre'],
    [{ vat_percent: 0 }, 'vat_percent', 'Mai mare decât zero'],
    [{ legal_name: 'x'.repeat(201) }, 'legal_name', expect.any(String)],
  ])('a profile with %o is refused by the field’s own message', async (wrong, field, sentence) => {
    const input = { body: { ...PROFILE, ...wrong } as typeof PROFILE }
    const { status, body } = await office.fixture.server.request(contract.saveBillingProfile, input, office.boss)
    expect([status, body.errors]).toEqual([422, { [field]: [sentence] }])
  })
})
