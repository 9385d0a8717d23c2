import type { RingSound } from '@dispecerat/domain/ring'
import { ringMessages } from '../text/ring-messages.ts'

/** The seven choices of the header, the first one where nobody chose; the last rings without a sound. */
export const RING_SOUNDS = [
  { id: 'sound', name: ringMessages.sounds.sound },
  { id: 'bell', name: ringMessages.sounds.bell },
  { id: 'digital', name: ringMessages.sounds.digital },
  { id: 'alarm', name: ringMessages.sounds.alarm },
  { id: 'melody', name: ringMessages.sounds.melody },
  { id: 'short', name: ringMessages.sounds.short },
  { id: 'mute', name: ringMessages.sounds.mute },
] as const satisfies readonly { id: RingSound; name: string }[]
export type { RingSound }

export interface RingSettings {
  sound: RingSound
  /** Percent. */
  volume: number
  /** Shows a notification when a call rings while the console is not seen. */
  notifies: boolean
}

const AT_FIRST: RingSettings = { sound: 'sound', volume: 80, notifies: false }

/** What was chosen here, by this or another version of the console; what does not fit was not chosen. */
export function readChoices(kept: string | null): Partial<RingSettings> {
  try {
    const { sound, volume, notifies } = (JSON.parse(kept ?? 'null') ?? {}) as Partial<Record<string, unknown>>
    const known = RING_SOUNDS.find(({ id }) => id === sound)?.id
    return {
      ...(known === undefined ? {} : { sound: known }),
      ...(typeof volume === 'number' && volume >= 0 && volume <= 100 ? { volume } : {}),
      ...(notifies === true ? { notifies } : {}),
    }
  } catch {
    return {}
  }
}

/** Who chose no sound hears his company's. */
export function readSettings(kept: string | null, companySound: RingSound = AT_FIRST.sound): RingSettings {
  return { ...AT_FIRST, sound: companySound, ...readChoices(kept) }
}
