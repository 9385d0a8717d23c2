import { createTransport } from 'nodemailer'
import { type OutgoingMail, ProviderRefused } from '../../platform/outbox/messaging.ts'

const TIMEOUT_MS = 15_000

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/

/**
 * Any mail server, by SMTP. `smtp:` needs STARTTLS with a valid certificate, except to this machine and where the URL has
 * `?requireTLS=false`: mails contain password links, and an attacker in the network could strip an optional STARTTLS.
 * Throws ProviderRefused when the server refuses permanently (5xx).
 */
export function smtpMail(url: string, from: string): { send(mail: OutgoingMail): Promise<void>; close(): void } {
  const transport = createTransport(
    {
      url,
      requireTLS: !LOOPBACK.test(new URL(url).hostname),
      pool: true,
      maxConnections: 2,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
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
          // Prevents the text of a mail from including files of this machine.
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      } catch (error) {
        const { responseCode = 0, code } = (error ?? {}) as { responseCode?: number; code?: string }
        // A server without STARTTLS is a configuration error: the mail waits until it is fixed.
        throw responseCode >= 500 && code !== 'ETLS' ? new ProviderRefused() : error
      }
    },
    close: () => transport.close(),
  }
}
