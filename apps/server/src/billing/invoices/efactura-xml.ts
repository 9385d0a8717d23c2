import { daysLater, monthDays } from '@dispecerat/domain/billing/invoice'
import { create } from 'xmlbuilder2'
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js'
import type { InvoiceDocument, InvoiceParty } from './invoice-document.ts'

const CIUS_RO = 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1'
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'
const CREDIT_TRANSFER = '30'
const PIECE = 'H87'

/** An invoice or a credit note over one, with its number and days; 'YYYY-MM-DD'. */
export interface NumberedDocument {
  kind: 'invoice' | 'credit_note'
  /** A credit note over selected amounts. */
  isPartial: boolean
  number: string
  month: string
  issuedOn: string
  dueOn: string
  /** For a credit note: the invoice that it corrects. */
  corrects: { number: string; issuedOn: string } | null
  document: InvoiceDocument
}

/** 'DSP 12' → 'efactura_DSP_12.xml'. */
export function efacturaFileName(number: string): string {
  return `efactura_${number.replaceAll(/\W/g, '_')}.xml`
}

/**
 * UBL 2.1 according to CIUS-RO 1.0.1: an Invoice (380), or a CreditNote (381) with the same amounts. Elements are in the schema's order.
 */
export function efacturaXml(issued: NumberedDocument): string {
  const { kind, document } = issued
  const isInvoice = kind === 'invoice'
  const root = create({ version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '' }).ele(
    `${UBL}:${isInvoice ? 'Invoice' : 'CreditNote'}-2`,
    isInvoice ? 'Invoice' : 'CreditNote',
  )
  root.att('http://www.w3.org/2000/xmlns/', 'xmlns:cac', `${UBL}:CommonAggregateComponents-2`)
  root.att('http://www.w3.org/2000/xmlns/', 'xmlns:cbc', `${UBL}:CommonBasicComponents-2`)
  writeHead(root, issued)
  writeSeller(root.ele('cac:AccountingSupplierParty').ele('cac:Party'), document)
  writeBuyer(root.ele('cac:AccountingCustomerParty').ele('cac:Party'), document)
  writePayment(root, issued)
  writeTotals(root, document)
  writeLines(root, issued)
  return root.end({ prettyPrint: true })
}

function writeHead(root: XMLBuilder, issued: NumberedDocument): void {
  const { kind, number, month, issuedOn, dueOn, corrects, document } = issued
  text(root, 'cbc:CustomizationID', CIUS_RO)
  text(root, 'cbc:ID', number)
  text(root, 'cbc:IssueDate', issuedOn)
  if (kind === 'invoice') text(root, 'cbc:DueDate', dueOn)
  text(root, kind === 'invoice' ? 'cbc:InvoiceTypeCode' : 'cbc:CreditNoteTypeCode', kind === 'invoice' ? '380' : '381')
  if (document.note !== null) text(root, 'cbc:Note', document.note.slice(0, 300))
  text(root, 'cbc:DocumentCurrencyCode', 'RON')
  const { first, next } = monthDays(month)
  const period = root.ele('cac:InvoicePeriod')
  text(period, 'cbc:StartDate', first)
  text(period, 'cbc:EndDate', daysLater(next, -1))
  if (corrects !== null) {
    const reference = root.ele('cac:BillingReference').ele('cac:InvoiceDocumentReference')
    text(reference, 'cbc:ID', corrects.number)
    text(reference, 'cbc:IssueDate', corrects.issuedOn)
  }
  if (document.contractNo !== null) text(root.ele('cac:ContractDocumentReference'), 'cbc:ID', document.contractNo)
}

function writeSeller(party: XMLBuilder, { seller }: InvoiceDocument): void {
  writeAddress(party, seller)
  const scheme = party.ele('cac:PartyTaxScheme')
  // A seller that pays no VAT is identified by the fiscal code, under a tax scheme other than VAT.
  text(scheme, 'cbc:CompanyID', seller.paysVat ? `RO${seller.cui}` : seller.cui)
  text(scheme.ele('cac:TaxScheme'), 'cbc:ID', seller.paysVat ? 'VAT' : 'TAX')
  const entity = writeEntity(party, seller)
  if (seller.regCom !== null) text(entity, 'cbc:CompanyLegalForm', seller.regCom)
  if (seller.email !== null) text(party.ele('cac:Contact'), 'cbc:ElectronicMail', seller.email)
}

function writeBuyer(party: XMLBuilder, { buyer }: InvoiceDocument): void {
  writeAddress(party, buyer)
  if (buyer.paysVat) {
    const scheme = party.ele('cac:PartyTaxScheme')
    text(scheme, 'cbc:CompanyID', `RO${buyer.cui}`)
    text(scheme.ele('cac:TaxScheme'), 'cbc:ID', 'VAT')
  }
  writeEntity(party, buyer)
  if (buyer.email !== null) text(party.ele('cac:Contact'), 'cbc:ElectronicMail', buyer.email)
}

function writeAddress(party: XMLBuilder, { street, city, county }: InvoiceParty): void {
  const address = party.ele('cac:PostalAddress')
  text(address, 'cbc:StreetName', street)
  text(address, 'cbc:CityName', city)
  text(address, 'cbc:CountrySubentity', `RO-${county}`)
  text(address.ele('cac:Country'), 'cbc:IdentificationCode', 'RO')
}

function writeEntity(party: XMLBuilder, { legalName, cui }: InvoiceParty): XMLBuilder {
  const entity = party.ele('cac:PartyLegalEntity')
  text(entity, 'cbc:RegistrationName', legalName)
  text(entity, 'cbc:CompanyID', cui)
  return entity
}

function writePayment(root: XMLBuilder, { kind, isPartial, number, document }: NumberedDocument): void {
  const { iban, bank } = document.seller
  if (kind === 'credit_note') {
    text(
      root.ele('cac:PaymentTerms'),
      'cbc:Note',
      isPartial ? 'Stornare parțială a facturii' : 'Stornare integrală a facturii',
    )
    return
  }
  if (iban === null) return
  const means = root.ele('cac:PaymentMeans')
  text(means, 'cbc:PaymentMeansCode', CREDIT_TRANSFER)
  text(means, 'cbc:PaymentID', number.slice(0, 140))
  const account = means.ele('cac:PayeeFinancialAccount')
  text(account, 'cbc:ID', iban)
  if (bank !== null) text(account, 'cbc:Name', bank)
}

function writeTotals(root: XMLBuilder, { vat, sums: invoiceTotals }: InvoiceDocument): void {
  const { netBani, vatBani, roundingBani, payableBani } = invoiceTotals
  const tax = root.ele('cac:TaxTotal')
  amount(tax, 'cbc:TaxAmount', vatBani)
  const part = tax.ele('cac:TaxSubtotal')
  amount(part, 'cbc:TaxableAmount', netBani)
  amount(part, 'cbc:TaxAmount', vatBani)
  const category = part.ele('cac:TaxCategory')
  writeCategory(category, vat)
  if (vat.category === 'O') text(category, 'cbc:TaxExemptionReasonCode', 'VATEX-EU-O')
  if (vat.reason !== null) text(category, 'cbc:TaxExemptionReason', vat.reason.slice(0, 100))
  text(category.ele('cac:TaxScheme'), 'cbc:ID', 'VAT')

  const totals = root.ele('cac:LegalMonetaryTotal')
  amount(totals, 'cbc:LineExtensionAmount', netBani)
  amount(totals, 'cbc:TaxExclusiveAmount', netBani)
  amount(totals, 'cbc:TaxInclusiveAmount', netBani + vatBani)
  if (roundingBani !== 0) amount(totals, 'cbc:PayableRoundingAmount', roundingBani)
  amount(totals, 'cbc:PayableAmount', payableBani)
}

function writeLines(root: XMLBuilder, { kind, document }: NumberedDocument): void {
  const isInvoice = kind === 'invoice'
  for (const [index, { name, description, netBani }] of document.lines.entries()) {
    const line = root.ele(isInvoice ? 'cac:InvoiceLine' : 'cac:CreditNoteLine')
    text(line, 'cbc:ID', String(index + 1))
    line
      .ele(isInvoice ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity')
      .att('unitCode', PIECE)
      .txt('1')
    amount(line, 'cbc:LineExtensionAmount', netBani)
    const item = line.ele('cac:Item')
    text(item, 'cbc:Description', description.slice(0, 200))
    text(item, 'cbc:Name', name.slice(0, 100))
    const category = item.ele('cac:ClassifiedTaxCategory')
    writeCategory(category, document.vat)
    text(category.ele('cac:TaxScheme'), 'cbc:ID', 'VAT')
    amount(line.ele('cac:Price'), 'cbc:PriceAmount', netBani)
  }
}

/** A document outside the scope of VAT has no rate (BR-O-05). */
function writeCategory(category: XMLBuilder, { category: code, rateHundredths }: InvoiceDocument['vat']): void {
  text(category, 'cbc:ID', code)
  if (code !== 'O') text(category, 'cbc:Percent', (rateHundredths / 100).toFixed(2))
}

function text(parent: XMLBuilder, name: string, value: string): void {
  parent.ele(name).txt(value)
}

function amount(parent: XMLBuilder, name: string, bani: number): void {
  parent
    .ele(name)
    .att('currencyID', 'RON')
    .txt((bani / 100).toFixed(2))
}
