import type { MessagingConfig } from '../../platform/config/config-messaging.ts'
import type { Messaging } from '../../platform/outbox/messaging.ts'
import { smtpMail } from './smtp-mail.ts'
import { postToWebhook } from './webhook.ts'

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
