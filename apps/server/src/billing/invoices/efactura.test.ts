import * as billing from '@dispecerat/contract/billing/invoices'
import { expect, test } from 'vitest'
import { convert } from 'xmlbuilder2'
import { aBilledOffice } from '../protocol/testing/a-billed-office.ts'
import { anInvoice } from './testing/an-invoice.ts'

test('the e-Factura of a company that pays VAT satisfies the rules of CIUS-RO', async () => {
  await using billed = await aBilledOffice()
  const { issue, xml } = billed
  const { id } = (await issue()).reply.data
  const text = await xml(id)
  const { Invoice: invoice } = convert(text, { format: 'object' }) as unknown as { Invoice: Tree }
  const at = reader(invoice)
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
    'cbc:StreetName': 'Str. Lungă 7',
    'cbc:CityName': 'Brașov',
    'cbc:CountrySubentity': 'RO-BV',
    'cac:Country': { 'cbc:IdentificationCode': 'RO' },
  })
  const buyer = 'cac:AccountingCustomerParty/cac:Party'
  expect(at(`${buyer}/cac:PostalAddress`)).toMatchObject({ 'cbc:CityName': 'SECTOR3', 'cbc:CountrySubentity': 'RO-B' })
  expect(at(`${buyer}/cac:PartyLegalEntity`)).toEqual({
    'cbc:RegistrationName': 'Banca Verde SA',
    'cbc:CompanyID': '361757',
  })
  expectTotalsByTheRules(invoice, { line: 'cac:InvoiceLine', payable: 100.04 })
})

test('a partial credit note names its invoice, has its own lines and totals, and satisfies the same rules', async () => {
  await using billed = await anInvoice()
  const { credit, xml } = billed
  const note = (await credit({ reason: 'cursă reclamată', lines: [{ line: 1, amount: 33.33 }] })).reply.data
  expect(note).toMatchObject({ kind: 'credit_note', is_partial: true, number: 'STR 1', total: 33.33 })
  const text = await xml(note.id)
  const { CreditNote: tree } = convert(text, { format: 'object' }) as unknown as { CreditNote: Tree }
  const at = reader(tree)
  expect(at('cbc:CustomizationID')).toBe('urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1')
  expect([at('cbc:CreditNoteTypeCode'), at('cbc:DocumentCurrencyCode')]).toEqual(['381', 'RON'])
  expect(at('cac:BillingReference/cac:InvoiceDocumentReference')).toEqual({
    'cbc:ID': 'DSP 1',
    'cbc:IssueDate': '2026-04-02',
  })
  expect(at('cac:PaymentTerms/cbc:Note')).toBe('Stornare parțială a facturii')
  expect(at('cac:CreditNoteLine/cac:Item/cbc:Description')).toBe('Corecție la factura DSP 1')
  expectTotalsByTheRules(tree, { line: 'cac:CreditNoteLine', payable: 33.33 })
})

test('a seller that pays no VAT has category O without a rate and without VAT numbers; an exempt one E with the reason', async () => {
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

test('a credit note is a separate document that names the invoice; typed text is escaped', async () => {
  await using billed = await aBilledOffice({ legal_name: 'A & B <Taxi> SRL' })
  const { issue, xml, server, boss } = billed
  const { id } = (await issue()).reply.data
  const body = { reason: 'sumă greșită' }
  const note = (await server.request(billing.correctInvoice, { params: { id }, body }, boss)).reply.data
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

function reader(tree: Tree): (path: string) => unknown {
  return (path) => path.split('/').reduce<unknown>((at, part) => (at as Tree | undefined)?.[part], tree)
}

/** BR-CO-10, -13, -15, -16, -17 and BR-S-08 over a document of one line at 21 %. */
function expectTotalsByTheRules(tree: Tree, { line, payable }: { line: string; payable: number }): void {
  const at = reader(tree)
  const sum = (path: string) => Number((at(path) as { '#': string })['#'])
  const totals = 'cac:LegalMonetaryTotal'
  const [net, vat] = [sum(`${totals}/cbc:TaxExclusiveAmount`), sum('cac:TaxTotal/cbc:TaxAmount')]
  expect(vat).toBe(Math.round(net * 21) / 100)
  expect(sum(`${totals}/cbc:TaxInclusiveAmount`)).toBeCloseTo(net + vat, 5)
  expect(sum(`${line}/cbc:LineExtensionAmount`)).toBe(net)
  expect(sum(`${line}/cac:Price/cbc:PriceAmount`)).toBe(net)
  expect(sum(`${totals}/cbc:PayableAmount`)).toBe(payable)
  const rounding = at(`${totals}/cbc:PayableRoundingAmount`) ? sum(`${totals}/cbc:PayableRoundingAmount`) : 0
  expect(net + vat + rounding).toBeCloseTo(payable, 5)
  expect(at('cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory')).toEqual({
    'cbc:ID': 'S',
    'cbc:Percent': '21.00',
    'cac:TaxScheme': { 'cbc:ID': 'VAT' },
  })
}
