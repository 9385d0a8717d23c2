import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { tokenOfReset } from '../identity/accounts/accounts.public.ts'
import type { OutgoingMail, OutgoingSms } from '../platform/outbox/messaging.ts'
import { type Post, sendDueMessages } from '../platform/outbox/send-due-messages.ts'
import { codeOfClient } from '../site/client-app/client-app.public.ts'
import { tokenOfProof } from '../site/sign-up/sign-up.public.ts'
import type { TestServer } from './a-server.ts'

/** Sends the due mails to a mail server that accepts everything; returns what it received, the oldest first. */
export async function mailsSent(server: Pick<TestServer, 'db' | 'clock' | 'seal'>): Promise<OutgoingMail[]> {
  return (await messagesSent(server)).mails
}

/** Like `mailsSent`, with the messages that an SMS gateway received. */
export async function messagesSent(
  server: Pick<TestServer, 'db' | 'clock' | 'seal'>,
): Promise<{ mails: OutgoingMail[]; texts: OutgoingSms[] }> {
  const mails: OutgoingMail[] = []
  const texts: OutgoingSms[] = []
  const messaging: Post['messaging'] = {
    mail: async (mail) => void mails.push(mail),
    sms: async (sms) => void texts.push(sms),
    push: async () => {},
    close: () => {},
  }
  const { db, clock, seal } = server
  const tokens = {
    tokenOfReset: (resetId: number) => tokenOfReset(server, resetId),
    tokenOfProof: (proofId: number) => tokenOfProof(server, proofId),
    codeOfClient: (companyId: CompanyId, phone: string) => codeOfClient(server, { companyId, phone }),
  }
  while ((await sendDueMessages({ db, clock, messaging, seal, ...tokens })) > 0);
  return { mails, texts }
}

/**
 * Sends the due mails and returns the token behind `#` of a link to this path in the newest mail to the address; empty when there is none.
 */
export async function tokenMailedTo(
  server: Pick<TestServer, 'db' | 'clock' | 'seal'>,
  email: string,
  path = 'reset-password',
): Promise<string> {
  const mail = (await mailsSent(server)).findLast(({ to }) => to === email)
  return mail?.text.split(`${path}#`)[1]?.match(/^[\w-]+/)?.[0] ?? ''
}
