/* Not in the route: this folder has a file for the URL parameters of each screen. */

/** URL parameters of the public map. */
export interface LiveParams {
  company?: number
  /** For a big screen: without controls. */
  kiosk?: true
}

/** An invalid value is ignored. */
export function readLiveParams(search: Record<string, unknown>): LiveParams {
  const company = Number(search.company)
  return {
    ...(Number.isSafeInteger(company) && company > 0 ? { company } : {}),
    ...(String(search.kiosk) === '1' || search.kiosk === true ? { kiosk: true as const } : {}),
  }
}
