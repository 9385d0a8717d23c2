import { COUNTIES } from '@dispecerat/domain/billing/invoice'
import { convert } from 'xmlbuilder2'

/** A UBL document as its paths and texts. */
export interface Ubl {
  isCreditNote: boolean
  /** Texts at a path below the root: 'cac:TaxTotal/cbc:TaxAmount'; one per line. */
  all(path: string): string[]
}

export interface Rule {
  /** The id in the authority's schematron 1.0.9 for CIUS-RO 1.0.1. */
  id: string
  asks: string
  holds: (ubl: Ubl) => boolean
  /** Returns the document changed so that it breaks this rule. */
  broken: (xml: string) => string
}

type Tree = { [name: string]: unknown }

export function readUbl(xml: string): Ubl {
  const [[name, root] = ['', {}]] = Object.entries(convert(xml, { format: 'object' }) as unknown as Tree)
  const below = (nodes: unknown[], part: string) => nodes.flatMap((node) => (node as Tree | undefined)?.[part] ?? [])
  return {
    isCreditNote: name === 'CreditNote',
    all: (path) => path.split('/').reduce<unknown[]>(below, [root]).map(textOf),
  }
}

function textOf(node: unknown): string {
  return typeof node === 'object' && node !== null ? String((node as Tree)['#'] ?? '') : String(node)
}

const CIUS = 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1'
const SELLER = 'cac:AccountingSupplierParty/cac:Party'
const BUYER = 'cac:AccountingCustomerParty/cac:Party'
const SECTORS = [1, 2, 3, 4, 5, 6].map((n) => `SECTOR${n}`)
const LINES = ['cac:InvoiceLine', 'cac:CreditNoteLine'] as const
const AMOUNTS = [
  ...['LineExtensionAmount', 'TaxExclusiveAmount', 'TaxInclusiveAmount', 'PayableRoundingAmount', 'PayableAmount'].map(
    (name) => `cac:LegalMonetaryTotal/cbc:${name}`,
  ),
  'cac:TaxTotal/cbc:TaxAmount',
  'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount',
  'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount',
  ...LINES.map((line) => `${line}/cbc:LineExtensionAmount`),
]
const DAYS = {
  'BR-RO-DT001': 'cbc:IssueDate',
  'BR-RO-DT003': 'cbc:DueDate',
  'BR-RO-DT005': 'cac:InvoicePeriod/cbc:StartDate',
  'BR-RO-DT006': 'cac:InvoicePeriod/cbc:EndDate',
} as const

const inside = (element: string) => `<${element}>(?:(?!</${element}>)[\\s\\S])*?`

/** Replaces the first text of an element, inside `within` where it is named. */
const put = (element: string, text: string, within = '') => {
  const lead = within === '' ? '' : inside(within)
  const pattern = new RegExp(`(${lead}<${element}(?: [^>]*)?>)[^<]*`)
  return (xml: string) => xml.replace(pattern, (_, head: string) => head + text)
}
const without = (element: string, within: string) => {
  const pattern = new RegExp(`(${inside(within)})<${element}>[^<]*</${element}>`)
  return (xml: string) => xml.replace(pattern, (_, head: string) => head)
}

const upTo = (id: string, max: number, path: string, within = ''): Rule => ({
  id,
  asks: `${path} of at most ${max} characters`,
  holds: ({ all }) => all(path).every((text) => text.replace(/\s+/g, ' ').trim().length <= max),
  broken: put(path.split('/').at(-1) ?? '', 'x'.repeat(max + 1), within || path.split('/').at(-2) || ''),
})

const ofItems = (id: string, max: number, element: string): Rule => {
  const rules = LINES.map((line) => upTo(id, max, `${line}/cac:Item/${element}`))
  return {
    id,
    asks: `${element} of an item of at most ${max} characters`,
    holds: (ubl) => rules.every(({ holds }) => holds(ubl)),
    broken: put(element, 'x'.repeat(max + 1), 'cac:Item'),
  }
}

const filled = (id: string, path: string, within: string): Rule => ({
  id,
  asks: `${path} is there`,
  holds: ({ all }) => all(path).some((text) => text.trim() !== ''),
  broken: without(path.split('/').at(-1) ?? '', within),
})

const [SUPPLIER, CUSTOMER] = ['cac:AccountingSupplierParty', 'cac:AccountingCustomerParty'] as const

const sector = (id: string, party: string, within: string): Rule => ({
  id,
  asks: 'in București the city is SECTOR1 to SECTOR6',
  holds: ({ all }) =>
    all(`${party}/cac:PostalAddress/cbc:CountrySubentity`)[0] !== 'RO-B' ||
    SECTORS.includes(all(`${party}/cac:PostalAddress/cbc:CityName`)[0] ?? ''),
  broken: (xml) => put('cbc:CityName', 'București', within)(put('cbc:CountrySubentity', 'RO-B', within)(xml)),
})

const county = (id: string, party: string, within: string): Rule => ({
  id,
  asks: 'a county by its code of ISO 3166-2:RO',
  holds: ({ all }) =>
    all(`${party}/cac:PostalAddress/cbc:CountrySubentity`).every(
      (code) => code.slice(0, 3) === 'RO-' && code.slice(3) in COUNTIES,
    ),
  broken: put('cbc:CountrySubentity', 'Brașov', within),
})

/** The rules that apply to our documents: no tax representative, no delivery, no allowances, no attachments. */
export const RULES: readonly Rule[] = [
  {
    id: 'BR-RO-001',
    asks: 'the specification',
    holds: ({ all }) => all('cbc:CustomizationID')[0] === CIUS,
    broken: put('cbc:CustomizationID', `${CIUS}.2`),
  },
  {
    id: 'BR-RO-010',
    asks: 'a digit in the number',
    holds: ({ all }) => /\d/.test(all('cbc:ID')[0] ?? ''),
    broken: put('cbc:ID', 'DSP'),
  },
  {
    id: 'BR-RO-020',
    asks: 'a type code of its list',
    holds: ({ isCreditNote, all }) =>
      isCreditNote
        ? all('cbc:CreditNoteTypeCode')[0] === '381'
        : ['380', '384', '389', '751'].includes(all('cbc:InvoiceTypeCode')[0] ?? ''),
    broken: (xml) => put('cbc:CreditNoteTypeCode', '380')(put('cbc:InvoiceTypeCode', '381')(xml)),
  },
  {
    id: 'BR-RO-030',
    asks: 'RON, or VAT in RON',
    holds: ({ all }) => all('cbc:DocumentCurrencyCode')[0] === 'RON' || all('cbc:TaxCurrencyCode')[0] === 'RON',
    broken: put('cbc:DocumentCurrencyCode', 'EUR'),
  },
  filled('BR-RO-065', `${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`, SUPPLIER),
  filled('BR-RO-081', `${SELLER}/cac:PostalAddress/cbc:StreetName`, SUPPLIER),
  filled('BR-RO-082', `${BUYER}/cac:PostalAddress/cbc:StreetName`, CUSTOMER),
  filled('BR-RO-091', `${SELLER}/cac:PostalAddress/cbc:CityName`, SUPPLIER),
  filled('BR-RO-092', `${BUYER}/cac:PostalAddress/cbc:CityName`, CUSTOMER),
  sector('BR-RO-100', SELLER, SUPPLIER),
  sector('BR-RO-101', BUYER, CUSTOMER),
  county('BR-RO-110', SELLER, SUPPLIER),
  county('BR-RO-111', BUYER, CUSTOMER),
  {
    id: 'BR-RO-120',
    asks: 'a buyer with a code',
    holds: ({ all }) =>
      [...all(`${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`), ...all(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`)].some(
        Boolean,
      ),
    broken: (xml) => {
      const [head = '', buyer = ''] = xml.split(`<${CUSTOMER}>`)
      return `${head}<${CUSTOMER}>${buyer.replace(/<cbc:CompanyID>[^<]*<\/cbc:CompanyID>/g, '')}`
    },
  },
  {
    id: 'BR-RO-A020',
    asks: 'at most 20 notes',
    holds: ({ all }) => all('cbc:Note').length <= 20,
    broken: (xml) => xml.replace('<cbc:DocumentCurrencyCode>', `${'<cbc:Note>x</cbc:Note>'.repeat(21)}$&`),
  },
  { ...upTo('BR-RO-L155', 200, 'cbc:ID'), broken: put('cbc:ID', '1'.repeat(201)) },
  upTo('BR-RO-L0302', 200, 'cac:ContractDocumentReference/cbc:ID'),
  upTo('BR-RO-L0501', 50, `${SELLER}/cac:PostalAddress/cbc:CityName`, SUPPLIER),
  upTo('BR-RO-L0502', 50, `${BUYER}/cac:PostalAddress/cbc:CityName`, CUSTOMER),
  upTo('BR-RO-L1006', 100, `${SELLER}/cac:Contact/cbc:ElectronicMail`, SUPPLIER),
  upTo('BR-RO-L1011', 100, `${BUYER}/cac:Contact/cbc:ElectronicMail`, CUSTOMER),
  upTo('BR-RO-L151', 150, `${SELLER}/cac:PostalAddress/cbc:StreetName`, SUPPLIER),
  upTo('BR-RO-L152', 150, `${BUYER}/cac:PostalAddress/cbc:StreetName`, CUSTOMER),
  upTo('BR-RO-L201', 200, `${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`, SUPPLIER),
  upTo('BR-RO-L203', 200, `${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`, CUSTOMER),
  upTo('BR-RO-L1000', 1000, `${SELLER}/cac:PartyLegalEntity/cbc:CompanyLegalForm`, SUPPLIER),
  {
    ...upTo('BR-RO-L302', 300, 'cbc:Note'),
    broken: (xml) => xml.replace('<cbc:DocumentCurrencyCode>', `<cbc:Note>${'x'.repeat(301)}</cbc:Note>$&`),
  },
  ofItems('BR-RO-L1024', 100, 'cbc:Name'),
  ofItems('BR-RO-L212', 200, 'cbc:Description'),
  upTo('BR-RO-L140', 140, 'cac:PaymentMeans/cbc:PaymentID'),
  upTo('BR-RO-L208', 200, 'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:Name'),
  upTo('BR-RO-L301', 300, 'cac:PaymentTerms/cbc:Note'),
  upTo('BR-RO-L1019', 100, 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:TaxExemptionReason'),
  upTo('BR-RO-L156', 200, 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID'),
  {
    id: 'BR-RO-Z2',
    asks: 'amounts of at most two decimals',
    holds: ({ all }) => AMOUNTS.flatMap(all).every((sum) => /^-?\d+(\.\d{1,2})?$/.test(sum)),
    broken: put('cbc:PayableAmount', '1.234'),
  },
  {
    id: 'BR-27',
    asks: 'no price below zero',
    holds: ({ all }) =>
      LINES.flatMap((line) => all(`${line}/cac:Price/cbc:PriceAmount`)).every((price) => Number(price) >= 0),
    broken: put('cbc:PriceAmount', '-1.00'),
  },
  ...Object.entries(DAYS).map(
    ([id, path]): Rule => ({
      id,
      asks: `${path} as YYYY-MM-DD`,
      holds: ({ all }) =>
        all(path).every((day) => /^\d{4}-\d\d-\d\d$/.test(day) && new Date(day).toISOString().startsWith(day)),
      broken: put(path.split('/').at(-1) ?? '', '2.04.2026'),
    }),
  ),
]
