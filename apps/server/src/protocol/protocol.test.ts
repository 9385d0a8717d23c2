import * as billing from '@dispecerat/contract/invoices'
import { createOrder, editOrder } from '@dispecerat/contract/orders'
import * as contract from '@dispecerat/contract/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { convert } from 'xmlbuilder2'
import { checkInvariants } from '../invariants/check-invariants.ts'
import { SQUARE, STATION } from '../orders/testing/a-room.ts'
import { anOffice, type Office } from '../testing/an-office.ts'

const PROFILE = {
  ...{ legal_name: 'Taxi Șapte Coline SRL', cui: 'RO 18547290', vat_state: 'registered' as const, vat_percent: 21 },
  ...{ exemption_reason: null, reg_com: 'J08/123/2020', street: 'Str. Lungă 7', city: 'Brașov', county: 'BV' },
  ...{ email: 'facturi@taxi.ro', iban: 'RO49AAAA1B31007593840000', bank: 'Banca', series: 'dsp', credit_series: 'STR' },
}
const BUYER = {
  ...{ legal_name: 'Banca Verde SA', cui: '361757', pays_vat: true, reg_com: null, street: 'Bd. Unirii 1' },
  ...{ city: 'Sector 3', county: 'B', contract_no: 'C-12/2026', payment_days: 15, contact_email: 'plati@verde.ro' },
}
const MARCH = '2026-03'
const AT_ITS_END = '2026-03-30T10:00:00Z'

const onAccount = ({ accountId }: Office) => ({ payment_type: 'protocol', protocol_user_id: accountId }) as const

/** Two orders driven in March for 40,01 and 60,03; it is April now. */
async function aBilledOffice(profile: object = {}) {
  const office = await anOffice({ at: AT_ITS_END })
  const { room, boss, accountId } = office
  const { server } = room
  const params = { id: accountId }
  const saved = await server.call(contract.saveBillingProfile, { body: { ...PROFILE, ...profile } }, boss)
  expect(saved.status).toBe(200)
  expect((await server.call(contract.editContract, { params, body: BUYER }, boss)).status).toBe(200)
  const orders = [await office.drive(40.01, onAccount(office)), await office.drive(60.03, onAccount(office))]
  await office.drive(25)
  server.clock.set('2026-04-02T09:00:00Z')
  const issue = (month = MARCH) => server.call(billing.issueInvoice, { params, body: { month } }, boss)
  const statement = async () =>
    (await server.call(billing.readAccountStatement, { params, query: { month: MARCH } }, boss)).reply.data
  const xml = async (id: number) => {
    const answer = await server.inject({
      url: `/api/protocol/invoices/${id}/xml`,
      headers: { authorization: `Bearer ${boss}` },
    })
    return answer.body
  }
  return {
    ...office,
    office,
    server,
    params,
    orders,
    issue,
    statement,
    xml,
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

test('a month of an account: its finished orders, their sums, nothing of who pays cash', async () => {
  await using billed = await aBilledOffice()
  const { statement, orders } = billed
  const month = await statement()
  expect(month.orders.map(({ order_id }) => order_id)).toEqual(orders)
  expect(month).toMatchObject({
    totals: { orders: 2, cost: 100.04, discount: 0, charged: 100.04, not_invoiced: 100.04 },
    invoices: [],
  })
})

test('the month is printed, and a spreadsheet; the account has its own and nobody else’s', async () => {
  await using billed = await aBilledOffice()
  const { server, boss, accountId, room } = billed
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
  const own = await server.call(billing.readOwnStatement, { query: { month: MARCH } }, token)
  expect(own.reply.data).toMatchObject({ account: { id: accountId }, totals: { orders: 2, charged: 100.04 } })
  expect((await get(`/api/protocol-account/statement/file?month=${MARCH}`, token)).statusCode).toBe(200)
  expect((await server.call(billing.listInvoices, {}, token)).status).toBe(403)
  expect((await server.call(billing.readOwnStatement, { query: { month: MARCH } }, room.dispatcher)).status).toBe(403)
})

test('an invoice is written once however often it is asked for, and fixes the fares on it', async () => {
  await using billed = await aBilledOffice()
  const { issue, statement, orders, room, server } = billed
  const answers = await Promise.all([issue(), issue(), issue()])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('invoice.nothing_to_bill')
  const month = await statement()
  expect(month.totals.not_invoiced).toBe(0)
  expect(month.invoices).toMatchObject([
    { number: 'DSP 1', total: 100.04, issued_on: '2026-04-02', due_on: '2026-04-17', corrected_by: null },
  ])
  const edit = { params: { id: Number(orders[0]) }, body: { cost: 1 } }
  expect((await server.call(editOrder, edit, room.dispatcher)).body.code).toBe('order.field_locked')
})

test('numbers follow one another without a hole, also past refusals; a credit note frees the month for a new invoice', async () => {
  await using billed = await aBilledOffice()
  const { issue, statement, server, boss, orders, room } = billed
  const first = (await issue()).reply.data
  expect((await issue()).status).toBe(409)
  const correct = () =>
    server.call(billing.correctInvoice, { params: { id: first.id }, body: { reason: 'preț greșit' } }, boss)
  const corrected = await Promise.all([correct(), correct()])
  expect(corrected.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(
    (await server.call(billing.payInvoice, { params: { id: first.id }, body: { is_paid: true } }, boss)).body.code,
  ).toBe('invoice.already_corrected')
  const edit = { params: { id: Number(orders[0]) }, body: { cost: 50 } }
  expect((await server.call(editOrder, edit, room.dispatcher)).status).toBe(200)
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

test('a paid invoice gives the account its credit back', async () => {
  await using billed = await aBilledOffice()
  const { issue, server, boss, params } = billed
  const open = async () => (await server.call(contract.readContract, { params }, boss)).reply.data.open_amount
  const { id } = (await issue()).reply.data
  expect(await open()).toBe(100.04)
  const pay = (is_paid: boolean) => server.call(billing.payInvoice, { params: { id }, body: { is_paid } }, boss)
  expect((await pay(true)).reply.data.paid_on).toBe('2026-04-02')
  expect(await open()).toBe(0)
  await pay(false)
  expect(await open()).toBe(100.04)
})

test('without a profile, without a buyer or before its end no month is billed', async () => {
  await using office = await anOffice({ at: AT_ITS_END })
  const { room, boss, accountId } = office
  const { server } = room
  await office.drive(10, onAccount(office))
  const params = { id: accountId }
  const code = async () => (await server.call(billing.issueInvoice, { params, body: { month: MARCH } }, boss)).body.code
  expect(await code()).toBe('invoice.month_not_over')
  server.clock.set('2026-04-01T00:00:00+03:00')
  expect(await code()).toBe('invoice.no_profile')
  await server.call(contract.saveBillingProfile, { body: PROFILE }, boss)
  expect(await code()).toBe('invoice.no_buyer')
})

test('a contract over its limit, over or stopped takes no orders', async () => {
  await using office = await anOffice()
  const { room, boss, accountId } = office
  const { server } = room
  const contractOf = (body: object) => server.call(contract.editContract, { params: { id: accountId }, body }, boss)
  const refused = async () => {
    const body = { places: [SQUARE, STATION], ...onAccount(office) }
    return (await server.call(createOrder, { body }, room.dispatcher)).body.errors
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

describe('whom invoices come from', () => {
  let office: Office
  beforeAll(async () => {
    office = await anOffice()
  })
  afterAll(() => office[Symbol.asyncDispose]())

  test.each([
    [{ city: 'București', county: 'B' }, 'city', 'În București scrieți sectorul: Sector 1 … Sector 6'],
    [{ cui: '361758' }, 'cui', 'CUI invalid'],
    [{ county: 'XX' }, 'county', 'Județ necunoscut'],
    [{ iban: 'RO12' }, 'iban', 'IBAN invalid'],
    [{ vat_state: 'exempt' }, 'exemption_reason', 'Scrieți temeiul scutirii'],
    [{ credit_series: 'DSP' }, 'credit_series', 'Stornările au altă serie decât facturile'],
    [{ series: 'ȘIR' }, 'series', 'Litere fără diacritice și cifre'],
    [{ vat_percent: 0 }, 'vat_percent', 'Mai mare decât zero'],
    [{ legal_name: 'x'.repeat(201) }, 'legal_name', expect.any(String)],
  ])('a profile with %o is refused by the field’s own sentence', async (wrong, field, sentence) => {
    const ask = { body: { ...PROFILE, ...wrong } as typeof PROFILE }
    const { status, body } = await office.room.server.call(contract.saveBillingProfile, ask, office.boss)
    expect([status, body.errors]).toEqual([422, { [field]: [sentence] }])
  })
})

test('the e-Factura of a company that pays VAT keeps the rules of CIUS-RO', async () => {
  await using billed = await aBilledOffice()
  const { issue, xml } = billed
  const { id } = (await issue()).reply.data
  const text = await xml(id)
  const { Invoice: invoice } = convert(text, { format: 'object' }) as unknown as { Invoice: Tree }
  const at = (path: string) =>
    path.split('/').reduce<unknown>((tree, part) => (tree as Tree | undefined)?.[part], invoice)
  expect(at('cbc:CustomizationID')).toBe('urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1')
  expect(at('cbc:ID')).toMatch(/\d/)
  expect([at('cbc:InvoiceTypeCode'), at('cbc:DocumentCurrencyCode')]).toEqual(['380', 'RON'])
  expect([at('cbc:IssueDate'), at('cbc:DueDate')]).toEqual(['2026-04-02', '2026-04-17'])
  expect(at('cac:InvoicePeriod')).toEqual({ 'cbc:StartDate': '2026-03-01', 'cbc:EndDate': '2026-03-31' })
  const seller = 'cac:AccountingSupplierParty/cac:Party'
  expect(at(`${seller}/cac:PartyTaxScheme`)).toEqual({
    'cbc:CompanyID': 'RO18547290',
    'cac:TaxScheme': { 'cbc:ID': 'VAT' },
  })
  expect(at(`${seller}/cac:PostalAddress`)).toMatchObject({
    ...{ 'cbc:StreetName': 'Str. Lungă 7', 'cbc:CityName': 'Brașov', 'cbc:CountrySubentity': 'RO-BV' },
    'cac:Country': { 'cbc:IdentificationCode': 'RO' },
  })
  const buyer = 'cac:AccountingCustomerParty/cac:Party'
  expect(at(`${buyer}/cac:PostalAddress`)).toMatchObject({ 'cbc:CityName': 'SECTOR3', 'cbc:CountrySubentity': 'RO-B' })
  expect(at(`${buyer}/cac:PartyLegalEntity`)).toEqual({
    'cbc:RegistrationName': 'Banca Verde SA',
    'cbc:CompanyID': '361757',
  })
  const sum = (path: string) => Number((at(path) as { '#': string })['#'])
  const totals = 'cac:LegalMonetaryTotal'
  const [net, vat] = [sum(`${totals}/cbc:TaxExclusiveAmount`), sum('cac:TaxTotal/cbc:TaxAmount')]
  expect(vat).toBe(Math.round(net * 21) / 100)
  expect(sum(`${totals}/cbc:TaxInclusiveAmount`)).toBeCloseTo(net + vat, 5)
  expect(sum('cac:InvoiceLine/cbc:LineExtensionAmount')).toBe(net)
  expect(sum(`${totals}/cbc:PayableAmount`)).toBe(100.04)
  const rounding = text.includes('PayableRoundingAmount') ? sum(`${totals}/cbc:PayableRoundingAmount`) : 0
  expect(net + vat + rounding).toBeCloseTo(100.04, 5)
  expect(at('cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory')).toEqual({
    ...{ 'cbc:ID': 'S', 'cbc:Percent': '21.00', 'cac:TaxScheme': { 'cbc:ID': 'VAT' } },
  })
})

test('who pays no VAT writes category O without a rate and without VAT numbers; who is exempt E with the reason', async () => {
  await using outside = await aBilledOffice({ vat_state: 'not_registered' })
  const o = await outside.xml((await outside.issue()).reply.data.id)
  expect(o).toContain('<cbc:ID>O</cbc:ID>')
  expect(o).toContain('<cbc:TaxExemptionReasonCode>VATEX-EU-O</cbc:TaxExemptionReasonCode>')
  expect(o).not.toMatch(/cbc:Percent|>RO18547290<|>RO361757</)
  expect(o).toContain('<cbc:TaxAmount currencyID="RON">0.00</cbc:TaxAmount>')

  await using exempt = await aBilledOffice({ vat_state: 'exempt', exemption_reason: 'Art. 310 din Codul fiscal' })
  const e = await exempt.xml((await exempt.issue()).reply.data.id)
  expect(e).toContain('<cbc:ID>E</cbc:ID>')
  expect(e).toContain('<cbc:Percent>0.00</cbc:Percent>')
  expect(e).toContain('<cbc:TaxExemptionReason>Art. 310 din Codul fiscal</cbc:TaxExemptionReason>')
})

test('a credit note is a document of its own that names the invoice; what is typed stays text', async () => {
  await using billed = await aBilledOffice({ legal_name: 'A & B <Taxi> SRL' })
  const { issue, xml, server, boss } = billed
  const { id } = (await issue()).reply.data
  const body = { reason: 'sumă greșită' }
  const note = (await server.call(billing.correctInvoice, { params: { id }, body }, boss)).reply.data
  expect(note).toMatchObject({ kind: 'credit_note', number: 'STR 1', corrects: { id, number: 'DSP 1' }, total: 100.04 })
  const text = await xml(note.id)
  const tree = convert(text, { format: 'object' }) as unknown as { CreditNote: Tree }
  expect(tree.CreditNote['cbc:CreditNoteTypeCode']).toBe('381')
  expect(tree.CreditNote['cac:BillingReference']).toEqual({
    'cac:InvoiceDocumentReference': { 'cbc:ID': 'DSP 1', 'cbc:IssueDate': '2026-04-02' },
  })
  expect(tree.CreditNote['cbc:Note']).toBe('sumă greșită')
  expect(text).toContain('A &amp; B &lt;Taxi&gt; SRL')
  expect(text.indexOf('cac:AccountingSupplierParty')).toBeLessThan(text.indexOf('cac:AccountingCustomerParty'))
})

interface Tree {
  [name: string]: unknown
}
