import { ringWords } from '../text/ring-words.ts'

/** The seven choices of the header, the first one where nobody chose (GAP-33); the last rings without a sound. */
export const RING_SOUNDS = [
  { id: 'sound', name: ringWords.sounds.sound },
  { id: 'bell', name: ringWords.sounds.bell },
  { id: 'digital', name: ringWords.sounds.digital },
  { id: 'alarm', name: ringWords.sounds.alarm },
  { id: 'melody', name: ringWords.sounds.melody },
  { id: 'short', name: ringWords.sounds.short },
  { id: 'mute', name: ringWords.sounds.mute },
] as const
export type RingSound = (typeof RING_SOUNDS)[number]['id']

export interface RingSettings {
  sound: RingSound
  /** Percent. */
  volume: number
  /** Shows a notification when a call rings while the console is not seen. */
  notifies: boolean
}

const AT_FIRST: RingSettings = { sound: 'sound', volume: 80, notifies: false }

/** What was kept by this or another version of the console; what does not fit is as at first. */
export function readSettings(kept: string | null): RingSettings {
  try {
    const { sound, volume, notifies } = (JSON.parse(kept ?? 'null') ?? {}) as Partial<Record<string, unknown>>
    return {
      sound: RING_SOUNDS.find(({ id }) => id === sound)?.id ?? AT_FIRST.sound,
      volume: typeof volume === 'number' && volume >= 0 && volume <= 100 ? volume : AT_FIRST.volume,
      notifies: notifies === true,
    }
  } catch {
    return AT_FIRST
  }
}
