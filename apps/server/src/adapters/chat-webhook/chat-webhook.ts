import type { Logger } from 'pino'
import { fetchWithoutRedirects } from '../fetch-without-redirects.ts'

const TIMEOUT_MS = 5000

/** A chat channel of the operators, behind a URL that accepts {text}. */
export interface ChatWebhook {
  /** Sent once, without a retry; a failure is only logged as a warning. */
  post(text: string): void
}

export function openChatWebhook(url: string | null, log: Logger): ChatWebhook | null {
  if (url === null) return null
  return {
    post(text) {
      fetchWithoutRedirects(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
        .then(({ ok, status }) => {
          if (!ok) log.warn({ status }, 'the chat webhook refused')
        })
        .catch((error: unknown) =>
          log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'the chat webhook is silent'),
        )
    },
  }
}
