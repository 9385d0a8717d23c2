import { tokenOfReset } from '../accounts/accounts.public.ts'
import { type Post, sendDueLetters } from '../outbox/send-due-letters.ts'
import type { OutgoingMail } from '../providers/messaging/messaging.ts'
import type { TestServer } from './a-server.ts'

/** Sends what is due to a mail server that takes everything; returns what it took, the oldest first. */
export async function mailsSent(server: Pick<TestServer, 'db' | 'clock' | 'seal'>): Promise<OutgoingMail[]> {
  const mails: OutgoingMail[] = []
  const messaging: Post['messaging'] = {
    mail: async (mail) => void mails.push(mail),
    sms: async () => {},
    push: async () => {},
    close: () => {},
  }
  const { db, clock, seal } = server
  const post = { db, clock, messaging, seal, tokenOfReset: (resetId: number) => tokenOfReset(server, resetId) }
  while ((await sendDueLetters(post)) > 0);
  return mails
}

/** The token behind # in the newest mail of an address that is sent now; empty when there is none. */
export async function tokenMailedTo(server: Pick<TestServer, 'db' | 'clock' | 'seal'>, email: string): Promise<string> {
  const mail = (await mailsSent(server)).findLast(({ to }) => to === email)
  return /reset-password#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}
