import type { BillingProfile } from '@dispecerat/contract/billing/protocol'
import {
  cityOnInvoice,
  type InvoiceTotals,
  invoiceTotals,
  type VatCategory,
  vatCategoryOf,
} from '@dispecerat/domain/billing/invoice'

export interface InvoiceParty {
  legalName: string
  /** Digits alone. */
  cui: string
  /** Registered as a VAT payer. */
  paysVat: boolean
  regCom: string | null
  street: string
  /** In the authority's spelling: SECTOR3 in București. */
  city: string
  /** 'BV'. */
  county: string
  email: string | null
}

interface InvoiceLine {
  name: string
  description: string
  netBani: number
  /** With VAT, as charged. */
  grossBani?: number
  /** For a partial credit note: the line of the invoice, from one. */
  creditsLine?: number
}

/** The content of an invoice, frozen when it is issued. */
export interface InvoiceDocument {
  seller: InvoiceParty & { iban: string | null; bank: string | null }
  buyer: InvoiceParty
  contractNo: string | null
  vat: { category: VatCategory; rateHundredths: number; reason: string | null }
  lines: InvoiceLine[]
  sums: Omit<InvoiceTotals, 'lineNets'>
  note: string | null
}

/** The total of one service in the month. */
export interface BilledService {
  service: string
  orders: number
  chargedBani: number
}

const NOT_REGISTERED = 'Neplătitor de TVA'

/** The document of a month: one line per service; a seller that pays no VAT adds none. */
export function documentOf(input: {
  profile: BillingProfile
  buyer: InvoiceParty
  contractNo: string | null
  month: string
  services: readonly BilledService[]
}): InvoiceDocument {
  const { profile, buyer, contractNo, month, services } = input
  const category = vatCategoryOf(profile.vat_state)
  const rateHundredths = category === 'S' ? Math.round(profile.vat_percent * 100) : 0
  const { lineNets, ...totals } = invoiceTotals(
    services.map(({ chargedBani }) => chargedBani),
    rateHundredths,
  )
  const wall = month.split('-').reverse().join('.')
  return {
    seller: sellerOf(profile, category),
    // An invoice outside the scope of VAT contains no VAT number of either side (BR-O-02).
    buyer: { ...buyer, paysVat: buyer.paysVat && category !== 'O' },
    contractNo,
    vat: { category, rateHundredths, reason: reasonOf(profile, category) },
    lines: services.map(({ service, orders, chargedBani }, index) => ({
      name: `${service} ${wall}`.slice(0, 100),
      description: `${orders === 1 ? 'O comandă încheiată' : `${orders} comenzi încheiate`} în luna ${wall}`,
      netBani: lineNets[index] ?? 0,
      grossBani: chargedBani,
    })),
    sums: totals,
    note: null,
  }
}

function reasonOf(profile: BillingProfile, category: VatCategory): string | null {
  if (category === 'S') return null
  return category === 'E' ? profile.exemption_reason : NOT_REGISTERED
}

function sellerOf(profile: BillingProfile, category: VatCategory): InvoiceDocument['seller'] {
  const { legal_name: legalName, cui, reg_com: regCom, street, county, email, iban, bank } = profile
  const city = cityOnInvoice(county, profile.city) ?? profile.city
  return { legalName, cui, regCom, street, city, county, email, iban, bank, paysVat: category === 'S' }
}
