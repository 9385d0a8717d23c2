import { fetchWithoutRedirects } from '../fetch-without-redirects.ts'
import type { SpeakingMachine } from './speech.ts'
import { samplesOfWav } from './wav.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 16 * 1024 * 1024

/** Text to speech behind a URL: POST {text} as JSON, the reply is a WAV. The protocol of Piper's own HTTP server. */
export class HttpVoice implements SpeakingMachine {
  readonly #url: string
  readonly #key: string | null

  constructor({ url, key }: { url: string; key: string | null }) {
    this.#url = url
    this.#key = key
  }

  async speak(text: string): Promise<Int16Array> {
    const answer = await fetchWithoutRedirects(this.#url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.#key === null ? {} : { authorization: `Bearer ${this.#key}` }),
      },
      body: JSON.stringify({ text }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok) {
      await answer.body?.cancel()
      throw new Error(`the voice answered ${answer.status}`)
    }
    return samplesOfWav(await wholeBody(answer))
  }
}

async function wholeBody(answer: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.length
    if (bytes > MAX_BYTES) throw new Error('the voice does not end')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
