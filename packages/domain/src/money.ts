/** Money is integer bani inside and RON on the wire, so that binary fractions never reach the ledger. */
export const MAX_COST_BANI = 9_999_999

/** 12.5 RON → 1250 bani. */
export function baniFromRon(ron: number): number {
  return Math.round(ron * 100)
}

export function ronFromBani(bani: number): number {
  return bani / 100
}
