/** What the public map keeps in its address. */
export interface LiveSearch {
  company?: number
  /** A big screen: nothing to press. */
  kiosk?: true
}

/** A bad value falls back to none. */
export function readLiveSearch(search: Record<string, unknown>): LiveSearch {
  const company = Number(search.company)
  return {
    ...(Number.isSafeInteger(company) && company > 0 ? { company } : {}),
    ...(String(search.kiosk) === '1' || search.kiosk === true ? { kiosk: true as const } : {}),
  }
}
