/** How much a protocol account may still order for. Money in bani. */
export interface Credit {
  /** null: without a limit. */
  limitBani: number | null
  /** Ordered and not paid yet, open orders by their estimate. */
  openBani: number
}

/** Open amount + estimate must stay within the limit; an order nobody can estimate counts as nothing until it has a cost. */
export function hasCreditFor({ limitBani, openBani }: Credit, estimateBani: number | null): boolean {
  return limitBani === null || openBani + (estimateBani ?? 0) <= limitBani
}
