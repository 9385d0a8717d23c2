import { z } from 'zod'

export interface MessagingConfig {
  /** null: messages of this kind are held. */
  mail: { smtpUrl: string; from: string } | null
  sms: { url: string; token: string | null } | null
  push: { url: string; token: string | null } | null
}

const address = (protocols: readonly string[], example: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must look like ${example}`,
  })
const webhook = (example: string) => address(['http:', 'https:'], example).optional()

export const MESSAGING_VARIABLES = {
  SMTP_URL: address(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.ro:587').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, {
      error: 'must look like Dispecerat <no-reply@example.ro>',
    })
    .default('Dispecerat <no-reply@dispecerat.local>'),
  SMS_WEBHOOK_URL: webhook('https://sms.example.ro/send'),
  SMS_WEBHOOK_KEY: z.string().max(500).optional(),
  PUSH_WEBHOOK_URL: webhook('https://push.example.ro/send'),
  PUSH_WEBHOOK_KEY: z.string().max(500).optional(),
}

const Messaging = z.object(MESSAGING_VARIABLES)

export function messagingOf(data: z.output<typeof Messaging>): MessagingConfig {
  return {
    mail: data.SMTP_URL === undefined ? null : { smtpUrl: data.SMTP_URL, from: data.MAIL_FROM },
    sms: data.SMS_WEBHOOK_URL === undefined ? null : { url: data.SMS_WEBHOOK_URL, token: data.SMS_WEBHOOK_KEY ?? null },
    push:
      data.PUSH_WEBHOOK_URL === undefined ? null : { url: data.PUSH_WEBHOOK_URL, token: data.PUSH_WEBHOOK_KEY ?? null },
  }
}
