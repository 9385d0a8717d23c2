import type { RingSound } from './ring-sounds.ts'

export interface Sounding {
  /** Callers who wait. */
  rings: number
  /** An order waits in the pending queue, and its tones are due. */
  tonesAreDue: boolean
  /** This tab is the one that is heard. */
  ownsSound: boolean
  chosen: RingSound
}

/** One sound at a time: who rings comes first, and one tab of the machine is heard (ux 4.5). */
export function soundNow({ rings, tonesAreDue, ownsSound, chosen }: Sounding): 'ring' | 'tones' | 'silence' {
  if (!ownsSound || chosen === 'mute') return 'silence'
  if (rings > 0) return 'ring'
  return tonesAreDue ? 'tones' : 'silence'
}

/** The tab with the telephone is heard; while no tab has one, the tab that holds the lock for sounds. */
export function ownsSound(phone: { status: string; isOwner: boolean }, holdsLock: boolean): boolean {
  return phone.isOwner || (phone.status === 'off' && holdsLock)
}

const WHILE_TALKING = 0.3

/** 0…1; whoever talks already hears the next caller softly. */
export function loudness(percent: number, isTalking: boolean): number {
  return (percent / 100) * (isTalking ? WHILE_TALKING : 1)
}

/** '(2) ☎ 0722 333 444' while a tab that nobody sees rings; null leaves the title as it is. */
export function ringingTitle(phones: readonly string[], isHidden: boolean): string | null {
  const [first] = phones
  return first === undefined || !isHidden ? null : `(${phones.length}) ☎ ${first}`
}
