/** Money is integer bani inside and RON on the wire, so that binary fractions never reach the ledger. */
export const MAX_COST_BANI = 9_999_999

/** 12.5 RON → 1250 bani. */
export function baniFromRon(ron: number): number {
  return Math.round(ron * 100)
}

export function ronFromBani(bani: number): number {
  return bani / 100
}

/** The share of `bani` (≥ 0) in hundredths of a percent, rounded half up: 10 % of 0,05 RON is 0,01 RON. */
export function percentOf(bani: number, hundredths: number): number {
  return Math.floor((2 * bani * hundredths + 10_000) / 20_000)
}
