import type { Tx } from '../db/database.ts'
import { insertLetter, insertLetters, type NewLetter } from './outbox.store.ts'
import { tellOutbox } from './tell-outbox.ts'

interface Letter {
  /** Whose outbox page shows it; null: only the house's administrators. */
  companyId: number | null
  /** Holds a way into an account (a reset link, a one-time code): its words are shown to administrators of the house alone. */
  isSecret?: boolean
}

export interface Mail extends Letter {
  to: string
  subject: string
  text: string
  html?: string
}

export interface Sms extends Letter {
  /** E.164. */
  to: string
  text: string
  orderId?: number
}

/** Goes to every active phone of the user with the app. */
export interface Push {
  userId: number
  title: string
  text: string
  companyId?: number | null
}

/** Leaves after the commit of `tx`. Returns the letter's id on the outbox page. */
export function queueMail(tx: Tx, mail: Mail, now: Date): Promise<number> {
  const { companyId, to, subject, text, html = null, isSecret = false } = mail
  const rest = { userId: null, orderId: null }
  return insertAndTell(tx, { kind: 'mail', companyId, recipient: to, subject, text, html, isSecret, ...rest }, now)
}

/** Many of one company at once: ten thousand one by one would keep everybody waiting. */
export async function queueMails(
  tx: Tx,
  companyId: number | null,
  mails: readonly Omit<Mail, 'companyId'>[],
  now: Date,
): Promise<void> {
  const rest = { kind: 'mail', companyId, userId: null, orderId: null } as const
  const letters = mails.map(({ to, html = null, isSecret = false, subject, text }) => {
    return { ...rest, recipient: to, subject, text, html, isSecret }
  })
  await insertLetters(tx, letters, now)
  if (letters.length > 0) await tellOutbox(tx, companyId, now)
}

/** Leaves after the commit of `tx`; long texts are cut into several by the provider. */
export function queueSms(tx: Tx, sms: Sms, now: Date): Promise<number> {
  const { companyId, to, text, isSecret = false, orderId = null } = sms
  const rest = { userId: null, subject: null, html: null, isSecret, orderId }
  return insertAndTell(tx, { kind: 'sms', companyId, recipient: to, text, ...rest }, now)
}

/** Leaves after the commit of `tx`; somebody without a phone with the app makes it fail with that reason. */
export function queuePush(tx: Tx, { userId, title, text, companyId = null }: Push, now: Date): Promise<number> {
  const rest = { recipient: null, html: null, isSecret: false, orderId: null }
  return insertAndTell(tx, { kind: 'push', companyId, userId, subject: title, text, ...rest }, now)
}

async function insertAndTell(tx: Tx, letter: NewLetter, now: Date): Promise<number> {
  const id = await insertLetter(tx, letter, now)
  await tellOutbox(tx, letter.companyId, now)
  return id
}
