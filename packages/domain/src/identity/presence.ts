// A rule with its own test.

/** A console without a heartbeat for this long counts as left. */
export const PRESENT_FOR_SECONDS = 150

export interface PresenceSignals {
  /** The user has an open socket. */
  isConnected: boolean
  /** The last heartbeat of the user's console; null when there was none. */
  beat: { isOnline: boolean; at: Date } | null
}

/**
 * True when the user is at a console. A console that reported its closing is gone even while its socket is open; a heartbeat counts for 150
 * seconds.
 */
export function isPresent({ isConnected, beat }: PresenceSignals, now: Date): boolean {
  if (beat && !beat.isOnline) return false
  if (isConnected) return true
  return beat !== null && now.getTime() - beat.at.getTime() < PRESENT_FOR_SECONDS * 1000
}
