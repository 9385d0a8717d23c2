import type { MessagingConfig } from '../../platform/config/config-messaging.ts'
import { type Messaging, ProviderRefused } from '../../platform/outbox/messaging.ts'
import { fetchWithoutRedirects } from '../fetch-without-redirects.ts'
import { smtpMail } from './smtp-mail.ts'

const TIMEOUT_MS = 10_000
/** Statuses for too early or too often: the same message may succeed later. */
const LATER: ReadonlySet<number> = new Set([408, 409, 425, 429])

/** Opens the configured services; the others are null, and their messages are held. */
export function openMessaging({ mail, sms, push }: MessagingConfig): Messaging {
  const smtp = mail && smtpMail(mail.smtpUrl, mail.from)
  return {
    mail: smtp && ((mail) => smtp.send(mail)),
    sms: sms && (({ key, to, text }) => postToWebhook(sms.url, sms.token, webhookSms({ key, to, text }))),
    push:
      push &&
      (({ key, tokens, title, text }) =>
        postToWebhook(push.url, push.token, Object.assign({ id: key }, { tokens, title, text }))),
    close: () => smtp?.close(),
  }
}

function webhookSms({ key, to, text }: { key: string; to: string; text: string }) {
  return { id: key, to, text }
}

/**
 * Posts {id, …} to a URL as JSON, with the token as a Bearer and the id as Idempotency-Key; most SMS and push
 * gateways can be reached so with a few lines of glue code. Throws ProviderRefused on 4xx.
 */
export async function postToWebhook(url: string, token: string | null, body: { id: string }): Promise<void> {
  const answer = await fetchWithoutRedirects(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': body.id,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await answer.body?.cancel()
  if (answer.ok) return
  if (answer.status >= 400 && answer.status < 500 && !LATER.has(answer.status)) throw new ProviderRefused()
  throw new Error(`the webhook answered ${answer.status}`)
}
