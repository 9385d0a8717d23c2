/** Without a beat for so long nobody sits at the console. */
export const PRESENT_FOR_SECONDS = 150

export interface SignsOfLife {
  /** A socket of his is open. */
  isConnected: boolean
  /** The last thing his console said; null when it never said anything. */
  beat: { isOnline: boolean; at: Date } | null
}

/** Is somebody at a console? Whoever said that he left is gone even while his socket is open; a beat counts for 150 seconds. */
export function isPresent({ isConnected, beat }: SignsOfLife, now: Date): boolean {
  if (beat && !beat.isOnline) return false
  if (isConnected) return true
  return beat !== null && now.getTime() - beat.at.getTime() < PRESENT_FOR_SECONDS * 1000
}
