/** What is owed to an authority, from the queue to its verdict. */
export const FILING_STATES = [
  'pending', // waits to be handed over, or would be if somebody were there to take it
  'uploaded', // taken, not judged yet
  'accepted',
  'rejected', // may be filed anew
  'failed', // given up after its tries
] as const
export type FilingState = (typeof FILING_STATES)[number]

/** Seconds before the 2nd, 3rd … try to hand it over; after the last one it failed. */
const HAND_OVER_WAITS = [30, 120, 600, 3600, 14_400, 43_200]
/** Seconds between questions how it was judged: ever longer, never given up. */
const ASK_WAITS = [10, 30, 60, 300, 900, 3600]

/** How long until the next try after the `tries`-th one came to nothing; null: there is none. */
export function waitBefore(state: 'pending' | 'uploaded', tries: number): number | null {
  if (state === 'pending') return HAND_OVER_WAITS[tries - 1] ?? null
  return ASK_WAITS[Math.max(0, Math.min(tries, ASK_WAITS.length) - 1)] ?? null
}

/** One that was taken is the authority's: it is not sent again. */
export function mayBeSentAgain(state: FilingState): boolean {
  return state === 'pending' || state === 'failed'
}
