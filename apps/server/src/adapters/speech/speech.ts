import { toMuLaw } from '../telephony/pretend/hum.ts'
import { HttpVoice } from './http-voice.ts'

const PER_SECOND = 8000
const LOUDNESS = 7000
/** Two falling tones attract attention before the speech begins. */
const TONES = [659, 523] as const
const TONE_SECONDS = 0.35
/** Pauses until the telephone is at the ear, and for pressing a key after the speech. */
const BEFORE_SECONDS = 0.6
const AFTER_SECONDS = 5

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

/** A short signal, the speech, and the time to press a key, in µ-law. */
function withChime(speech: Int16Array): Buffer {
  const parts = [silence(BEFORE_SECONDS), ...TONES.map(tone), silence(BEFORE_SECONDS), speech, silence(AFTER_SECONDS)]
  const samples = parts.reduce((n, part) => n + part.length, 0)
  const sound = Buffer.alloc(samples)
  let at = 0
  for (const part of parts) for (const sample of part) sound[at++] = toMuLaw(sample)
  return sound
}

function silence(seconds: number): Int16Array {
  return new Int16Array(Math.round(seconds * PER_SECOND))
}

function tone(hertz: number): Int16Array {
  const samples = new Int16Array(Math.round(TONE_SECONDS * PER_SECOND))
  for (let at = 0; at < samples.length; at++) {
    const fades = 1 - at / samples.length
    samples[at] = Math.round(LOUDNESS * fades * Math.sin((2 * Math.PI * hertz * at) / PER_SECOND))
  }
  return samples
}
