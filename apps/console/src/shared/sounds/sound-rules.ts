import type { RingSound } from './ring-sounds.ts'

export interface Sounding {
  /** Number of ringing calls. */
  rings: number
  /** An order waits in the pending queue, and its tones are due. */
  tonesAreDue: boolean
  /** This tab is the one that plays sounds. */
  ownsSound: boolean
  chosen: RingSound
}

/** One sound at a time: a ring has priority, and only one tab of the machine plays. */
export function soundNow({ rings, tonesAreDue, ownsSound, chosen }: Sounding): 'ring' | 'tones' | 'silence' {
  if (!ownsSound || chosen === 'mute') return 'silence'
  if (rings > 0) return 'ring'
  return tonesAreDue ? 'tones' : 'silence'
}

/** The tab with the telephone plays; while no tab has one, the tab that holds the lock for sounds. */
export function ownsSound(phone: { status: string; isOwner: boolean }, holdsLock: boolean): boolean {
  return phone.isOwner || (phone.status === 'off' && holdsLock)
}

const WHILE_TALKING = 0.3

/** Volume 0…1; lower while the dispatcher talks in a call. */
export function loudness(percent: number, isTalking: boolean): number {
  return (percent / 100) * (isTalking ? WHILE_TALKING : 1)
}

/** '(2) ☎ 0722 333 444' while calls ring in a tab in the background; null leaves the title as it is. */
export function ringingTitle(phones: readonly string[], isHidden: boolean): string | null {
  const [first] = phones
  return first === undefined || !isHidden ? null : `(${phones.length}) ☎ ${first}`
}
