import { withChime } from './chime.ts'
import { HttpVoice } from './http-voice.ts'

/** A text as sound for the telephone. */
interface SpokenText {
  /** G.711 µ-law, 8 kHz. */
  sound: Buffer
  /** False: no speech, only the signal. */
  hasVoice: boolean
}

/** Turns texts into sound. */
export interface Speech {
  say(text: string): Promise<SpokenText>
}

/** A text-to-speech service. */
export interface SpeakingMachine {
  /** 16-bit samples at 8 kHz. */
  speak(text: string): Promise<Int16Array>
}

/** The configured speech service; without one, or while it fails, only a signal. */
export function openSpeech(
  config: { url: string; key: string | null } | null,
  failed: (error: unknown) => void,
): Speech {
  const machine: SpeakingMachine | null = config && new HttpVoice(config)
  return {
    say: async (text) => {
      const speech = await machine?.speak(text).catch((error: unknown) => {
        failed(error)
        return undefined
      })
      return { sound: withChime(speech ?? new Int16Array(0)), hasVoice: speech !== undefined }
    },
  }
}
