/** URL parameters of the public map. */
export interface LiveSearch {
  company?: number
  /** For a big screen: without controls. */
  kiosk?: true
}

/** An invalid value is ignored. */
export function readLiveSearch(search: Record<string, unknown>): LiveSearch {
  const company = Number(search.company)
  return {
    ...(Number.isSafeInteger(company) && company > 0 ? { company } : {}),
    ...(String(search.kiosk) === '1' || search.kiosk === true ? { kiosk: true as const } : {}),
  }
}
