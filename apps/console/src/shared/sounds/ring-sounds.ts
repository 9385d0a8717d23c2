import type { RingSound } from '@dispecerat/domain/identity/ring'
import { ringMessages } from '../../text/ring-messages.ts'

/** The seven sounds of the header; the first is the default, the last is silent. */
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
  /** Shows a notification when a call rings while the console is in the background. */
  notifies: boolean
}

const AT_FIRST: RingSettings = { sound: 'sound', volume: 80, notifies: false }

/** The choices stored by this or another version of the console; invalid values are ignored. */
export function readChoices(stored: string | null): Partial<RingSettings> {
  try {
    const { sound, volume, notifies } = (JSON.parse(stored ?? 'null') ?? {}) as Partial<Record<string, unknown>>
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

/** Without a choice the company's sound is used. */
export function readSettings(stored: string | null, companySound: RingSound = AT_FIRST.sound): RingSettings {
  return { ...AT_FIRST, sound: companySound, ...readChoices(stored) }
}
