import { expect, test } from 'vitest'
import { efacturaXml, type NumberedDocument } from './efactura-xml.ts'
import type { InvoiceDocument, InvoiceParty } from './invoice-document.ts'
import { RULES, readUbl } from './testing/cius-ro-rules.ts'

const SELLER: InvoiceDocument['seller'] = {
  legalName: 'Taxi Șapte Coline SRL',
  cui: '18547290',
  paysVat: true,
  regCom: 'J08/123/2020',
  street: 'Str. Lungă 7',
  city: 'Brașov',
  county: 'BV',
  email: 'facturi@taxi.ro',
  iban: 'RO49AAAA1B31007593840000',
  bank: 'Banca',
}
const BUYER: InvoiceParty = {
  legalName: 'Banca Verde SA',
  cui: '361757',
  paysVat: true,
  regCom: null,
  street: 'Bd. Unirii 1',
  city: 'SECTOR3',
  county: 'B',
  email: 'plati@verde.ro',
}
const DOCUMENT: InvoiceDocument = {
  seller: SELLER,
  buyer: BUYER,
  contractNo: 'C-12/2026',
  note: null,
  vat: { category: 'S', rateHundredths: 2100, reason: null },
  lines: [
    { name: 'Taxi 03.2026', description: '2 comenzi încheiate în luna 03.2026', netBani: 8268 },
    { name: 'Livrare 03.2026', description: 'O comandă încheiată în luna 03.2026', netBani: 1 },
  ],
  sums: { netBani: 8269, vatBani: 1736, roundingBani: -1, payableBani: 10_004 },
}
const INVOICE: NumberedDocument = {
  kind: 'invoice',
  isPartial: false,
  number: 'DSP 12',
  month: '2026-03',
  issuedOn: '2026-04-02',
  dueOn: '2026-04-17',
  corrects: null,
  document: DOCUMENT,
}
const NOTE: NumberedDocument = {
  ...INVOICE,
  kind: 'credit_note',
  number: 'STR 1',
  corrects: { number: 'DSP 12', issuedOn: '2026-04-02' },
  document: { ...DOCUMENT, note: 'sumă greșită' },
}
const withVat = (category: 'O' | 'E', reason: string): NumberedDocument => ({
  ...INVOICE,
  document: { ...DOCUMENT, seller: { ...SELLER, paysVat: false }, vat: { category, rateHundredths: 0, reason } },
})
const long = (letters: number) => 'Ș'.repeat(letters)

/** Texts as long as the forms allow, and longer where the XML truncates them. */
const LONGEST: NumberedDocument = {
  ...NOTE,
  document: {
    ...DOCUMENT,
    note: long(900),
    contractNo: long(60),
    seller: { ...SELLER, legalName: long(200), street: long(150), city: long(50), regCom: long(60), bank: long(100) },
    buyer: { ...BUYER, legalName: long(200), street: long(150), city: long(50), county: 'CJ' },
    vat: { category: 'E', rateHundredths: 0, reason: long(400) },
    lines: [{ name: long(300), description: long(600), netBani: 0 }],
  },
}

const DOCUMENTS: Record<string, NumberedDocument> = {
  'an invoice with VAT': INVOICE,
  'a credit note over all of it': NOTE,
  'a credit note over a part': { ...NOTE, isPartial: true },
  'an invoice of who pays no VAT': withVat('O', 'Neplătitor de TVA'),
  'an invoice of who is exempt': withVat('E', 'Art. 310 din Codul fiscal'),
  'an invoice without an account and an e-mail': {
    ...INVOICE,
    document: { ...DOCUMENT, contractNo: null, seller: { ...SELLER, iban: null, bank: null, email: null } },
  },
  'a seller of București': {
    ...INVOICE,
    document: { ...DOCUMENT, seller: { ...SELLER, county: 'B', city: 'SECTOR1' } },
  },
  'words as long as they come': LONGEST,
}

const ROWS = Object.entries(DOCUMENTS).flatMap(([name, document]) => RULES.map((rule) => ({ name, document, rule })))

test.each(ROWS)('$name satisfies $rule.id: $rule.asks', ({ document, rule }) => {
  expect(rule.holds(readUbl(efacturaXml(document)))).toBe(true)
})

test.each(RULES)('$id refuses a document that breaks it', ({ holds, broken }) => {
  const verdicts = Object.values(DOCUMENTS).flatMap((document) => {
    const xml = efacturaXml(document)
    const spoiled = broken(xml)
    return spoiled === xml ? [] : [holds(readUbl(spoiled))]
  })
  expect(verdicts.length).toBeGreaterThan(0)
  expect(verdicts).not.toContain(true)
})
