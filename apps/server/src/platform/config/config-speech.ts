// Apart from config.ts, which would pass 300 lines.

import { z } from 'zod'

/** The text-to-speech service for automatic calls; null: only a signal is played. */
export type SpeechConfig = { url: string; key: string | null } | null

export const SPEECH_VARIABLES = {
  SPEECH_URL: z
    .string()
    .refine((text) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol), {
      error: 'must look like http://piper:5000',
    })
    .optional(),
  SPEECH_KEY: z.string().max(500).optional(),
}

const Speech = z.object(SPEECH_VARIABLES)

export function speechOf({ SPEECH_URL: url, SPEECH_KEY: key }: z.output<typeof Speech>): SpeechConfig {
  return url === undefined ? null : { url, key: key ?? null }
}
