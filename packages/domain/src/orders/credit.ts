/** Credit of a protocol account. Money in bani. */
export interface Credit {
  /** null: no limit. */
  limitBani: number | null
  /** Ordered and not paid yet; open orders count with their estimate. */
  openBani: number
}

/** Open amount + estimate must stay within the limit. An order without an estimate counts as 0 until it has a cost. */
export function hasCreditFor({ limitBani, openBani }: Credit, estimateBani: number | null): boolean {
  return limitBani === null || openBani + (estimateBani ?? 0) <= limitBani
}
