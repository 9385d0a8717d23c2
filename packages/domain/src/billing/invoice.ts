/** VAT registration of a company. */
export const VAT_STATES = ['registered', 'not_registered', 'exempt'] as const
export type VatState = (typeof VAT_STATES)[number]

/** EN 16931: S standard rate, O outside the scope of VAT, E exempt with a reason. */
export type VatCategory = 'S' | 'O' | 'E'

export function vatCategoryOf(state: VatState): VatCategory {
  if (state === 'registered') return 'S'
  return state === 'exempt' ? 'E' : 'O'
}

/** Counties by their ISO 3166-2:RO code, without the 'RO-'. */
export const COUNTIES: Readonly<Record<string, string>> = {
  AB: 'Alba',
  AR: 'Arad',
  AG: 'Argeș',
  BC: 'Bacău',
  BH: 'Bihor',
  BN: 'Bistrița-Năsăud',
  BT: 'Botoșani',
  BV: 'Brașov',
  BR: 'Brăila',
  B: 'București',
  BZ: 'Buzău',
  CS: 'Caraș-Severin',
  CL: 'Călărași',
  CJ: 'Cluj',
  CT: 'Constanța',
  CV: 'Covasna',
  DB: 'Dâmbovița',
  DJ: 'Dolj',
  GL: 'Galați',
  GR: 'Giurgiu',
  GJ: 'Gorj',
  HR: 'Harghita',
  HD: 'Hunedoara',
  IL: 'Ialomița',
  IS: 'Iași',
  IF: 'Ilfov',
  MM: 'Maramureș',
  MH: 'Mehedinți',
  MS: 'Mureș',
  NT: 'Neamț',
  OT: 'Olt',
  PH: 'Prahova',
  SM: 'Satu Mare',
  SJ: 'Sălaj',
  SB: 'Sibiu',
  SV: 'Suceava',
  TR: 'Teleorman',
  TM: 'Timiș',
  TL: 'Tulcea',
  VS: 'Vaslui',
  VL: 'Vâlcea',
  VN: 'Vrancea',
}

/** In București the city is the sector, written SECTOR1…SECTOR6 (BR-RO-100); null: no such sector. Elsewhere as typed. */
export function cityOnInvoice(county: string, city: string): string | null {
  if (county !== 'B') return city.trim()
  const sector = /^(?:bucure[sșş]ti[\s,]*)?sector(?:ul)?\s*([1-6])$/i.exec(city.trim())?.[1]
  return sector === undefined ? null : `SECTOR${sector}`
}

/** Totals of an invoice over amounts that include VAT, in bani. */
export interface InvoiceTotals {
  /** Net amount of each line. */
  lineNets: number[]
  netBani: number
  vatBani: number
  /** Difference between net + VAT and the payable amount, where no net adds up to it: one ban at most. */
  roundingBani: number
  /** Sum of the charged amounts. */
  payableBani: number
}

/**
 * Extracts the VAT from the charged amounts. The VAT is the rate of the whole net, rounded half up (BR-CO-17); lines share the net so that
 * they add up to it (BR-CO-10); the payable amount stays what was charged. `rateHundredths` of a percent: 2100 = 21 %.
 */
export function invoiceTotals(grossLines: readonly number[], rateHundredths: number): InvoiceTotals {
  const payableBani = grossLines.reduce((sum, gross) => sum + gross, 0)
  const netBani = Math.floor((2 * payableBani * 10_000 + 10_000 + rateHundredths) / (2 * (10_000 + rateHundredths)))
  const vatBani = vatOf(netBani, rateHundredths)
  return {
    lineNets: shares(grossLines, payableBani, netBani),
    netBani,
    vatBani,
    roundingBani: payableBani - netBani - vatBani,
    payableBani,
  }
}

function vatOf(netBani: number, rateHundredths: number): number {
  return Math.floor((2 * netBani * rateHundredths + 10_000) / 20_000)
}

/** Splits `whole` in proportion to the amounts, by largest remainder, the first among equals. */
export function shares(amounts: readonly number[], sum: number, whole: number): number[] {
  if (sum === 0) return amounts.map(() => 0)
  const exact = amounts.map((amount) => (amount * whole) / sum)
  const parts = exact.map(Math.floor)
  let left = whole - parts.reduce((total, part) => total + part, 0)
  const byRemainder = exact.map((share, index) => ({ index, rest: share - Math.floor(share) }))
  byRemainder.sort((a, b) => b.rest - a.rest || a.index - b.index)
  for (const { index } of byRemainder) {
    if (left <= 0) break
    parts[index] = (parts[index] ?? 0) + 1
    left -= 1
  }
  return parts
}

/** '2026-03' → its first day and the first day after it. */
export function monthDays(month: string): { first: string; next: string } {
  const [year = 0, of = 1] = month.split('-').map(Number)
  const next = of === 12 ? `${year + 1}-01` : `${year}-${String(of + 1).padStart(2, '0')}`
  return { first: `${month}-01`, next: `${next}-01` }
}

/** '2026-03-05' and 30 → '2026-04-04'. */
export function daysLater(day: string, days: number): string {
  return new Date(Date.UTC(...ymd(day)) + days * 86_400_000).toISOString().slice(0, 10)
}

function ymd(day: string): [number, number, number] {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return [year, month - 1, date]
}
