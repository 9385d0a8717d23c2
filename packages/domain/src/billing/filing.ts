/** States of a filing to an authority, from the queue to its verdict. */
export const FILING_STATES = [
  'pending', // waits to be uploaded, or for a provider to be configured
  'uploaded', // uploaded, no verdict yet
  'accepted',
  'rejected', // may be filed again
  'failed', // given up after all retries
] as const
export type FilingState = (typeof FILING_STATES)[number]

/** Retry delays in seconds before the 2nd, 3rd … upload; after the last one the filing has failed. */
const UPLOAD_RETRY_DELAYS = [30, 120, 600, 3600, 14_400, 43_200]
/** Delays in seconds between polls for the verdict: ever longer, never given up. */
const POLL_DELAYS = [10, 30, 60, 300, 900, 3600]

/** Delay until the next try after the `tries`-th one failed; null: there is none. */
export function waitBefore(state: 'pending' | 'uploaded', tries: number): number | null {
  if (state === 'pending') return UPLOAD_RETRY_DELAYS[tries - 1] ?? null
  return POLL_DELAYS[Math.max(0, Math.min(tries, POLL_DELAYS.length) - 1)] ?? null
}

/** A filing that was uploaded is with the authority and is not sent again. */
export function mayBeSentAgain(state: FilingState): boolean {
  return state === 'pending' || state === 'failed'
}
