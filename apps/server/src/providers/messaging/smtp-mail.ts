import { createTransport } from 'nodemailer'
import { type OutgoingMail, ProviderRefused } from './messaging.ts'

const PATIENCE_MS = 15_000

/** Any mail server, by SMTP. Throws ProviderRefused when the server says never (5xx). */
export function smtpMail(url: string, from: string): { send(mail: OutgoingMail): Promise<void>; close(): void } {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
    },
    { from },
  )
  return {
    async send({ key, to, subject, text, html }) {
      try {
        await transport.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          ...(html === null ? {} : { html }),
          messageId: `<${key}@dispecerat>`,
          // A mail's text is never a way to read this machine's files.
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      } catch (error) {
        const code = (error as { responseCode?: number } | null)?.responseCode ?? 0
        throw code >= 500 ? new ProviderRefused() : error
      }
    },
    close: () => transport.close(),
  }
}
