import { withChime } from './chime.ts'
import { HttpVoice } from './http-voice.ts'

/** What a text sounds like on the telephone. */
interface Said {
  /** G.711 µ-law, 8 kHz. */
  sound: Buffer
  /** False: no voice said the words, a signal alone is heard. */
  hasVoice: boolean
}

/** Turns texts into sound. */
export interface Speech {
  say(text: string): Promise<Said>
}

/** A machine that speaks. */
export interface SpeakingMachine {
  /** 16-bit samples at 8 kHz. */
  speak(text: string): Promise<Int16Array>
}

/** The voice the configuration names; without one, or while it fails, a signal and nothing else. */
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
