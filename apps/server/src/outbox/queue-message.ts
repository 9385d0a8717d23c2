import { smsSize } from '@dispecerat/domain/sms-size'
import type { Tx } from '../db/database.ts'
import { countIfFits, requireQuota } from '../limits/limits.public.ts'
import { emitOutboxChanged } from './emit-outbox-changed.ts'
import { insertMessage, insertMessages, type NewOutboundMessage, QUOTA_OF } from './outbox.store.ts'

/** Stands for the token in the link of a stored mail; the token is made when the mail is sent. */
export const TOKEN_MARK = 'one-time-token'

/** Stands for the code in a stored SMS that is shown to nobody; the code is made when it is sent. */
export const CODE_MARK = 'one-time-code'

interface OutboundMessage {
  /** Whose outbox page shows it; null: only the house's administrators. */
  companyId: number | null
  /** Holds a way into an account or a proof: its words are shown to nobody. */
  isSecret?: boolean
  /**
   * What becomes of it over the company's limit of the day. hold (default): it follows from other work, which goes on. refuse: a user
   * asked for it and is told. uncounted: the way back into an account, which another limit guards.
   */
  overQuota?: 'hold' | 'refuse' | 'uncounted'
}

export interface Mail extends OutboundMessage {
  to: string
  subject: string
  text: string
  html?: string
  /** The reset whose link stands in the words, with `TOKEN_MARK` for its token; the words are shown to nobody. */
  resetId?: number
  /** The same for a link that proves an address. */
  proofId?: number
}

export interface Sms extends OutboundMessage {
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
  const { companyId, to, subject, text, html = null, resetId = null, proofId = null } = mail
  const isSecret = mail.isSecret ?? (resetId !== null || proofId !== null)
  const rest = { userId: null, orderId: null, resetId, proofId, priority: isSecret ? 0 : 1 } as const
  const outboundMessage = { kind: 'mail', companyId, recipient: to, subject, text, html, isSecret, ...rest } as const
  return insertAndEmit(tx, outboundMessage, { now, overQuota: mail.overQuota })
}

/** Many of one company at once: ten thousand one by one would keep everybody waiting. */
export async function queueMails(
  tx: Tx,
  companyId: number | null,
  mails: readonly Omit<Mail, 'companyId' | 'proofId'>[],
  now: Date,
): Promise<void> {
  if (mails.length === 0) return
  if (companyId !== null) await requireQuota(tx, { companyId, kind: 'email', amount: mails.length }, now)
  const rest = { kind: 'mail', companyId, userId: null, orderId: null, proofId: null, isOverQuota: false } as const
  const outboundMessages = mails.map(
    ({ to, html = null, resetId = null, isSecret = resetId !== null, subject, text }) => {
      return { ...rest, recipient: to, subject, text, html, isSecret, resetId, priority: isSecret ? 0 : 1 } as const
    },
  )
  await insertMessages(tx, outboundMessages, now)
  await emitOutboxChanged(tx, companyId, now)
}

/** Leaves after the commit of `tx`; long texts are cut into several by the provider. */
export function queueSms(tx: Tx, sms: Sms, now: Date): Promise<number> {
  const { companyId, to, text, isSecret = false, orderId = null } = sms
  const rest = {
    userId: null,
    subject: null,
    html: null,
    isSecret,
    resetId: null,
    proofId: null,
    orderId,
    priority: isSecret ? 0 : 1,
  } as const
  const outboundMessage = { kind: 'sms', companyId, recipient: to, text, ...rest } as const
  return insertAndEmit(tx, outboundMessage, { now, overQuota: sms.overQuota })
}

/** Leaves after the commit of `tx`; somebody without a phone with the app makes it fail with that reason. */
export function queuePush(tx: Tx, { userId, title, text, companyId = null }: Push, now: Date): Promise<number> {
  const rest = {
    recipient: null,
    html: null,
    isSecret: false,
    resetId: null,
    proofId: null,
    orderId: null,
    priority: 1,
  } as const
  return insertAndEmit(tx, { kind: 'push', companyId, userId, subject: title, text, ...rest }, { now })
}

/** The network charges a long SMS as several. */
export function amountOf({ kind, text }: Pick<NewOutboundMessage, 'kind' | 'text'>): number {
  return kind === 'sms' ? smsSize(text).segments : 1
}

async function insertAndEmit(
  tx: Tx,
  outboundMessage: Omit<NewOutboundMessage, 'isOverQuota'>,
  { now, overQuota = 'hold' }: { now: Date; overQuota?: OutboundMessage['overQuota'] },
): Promise<number> {
  const { companyId } = outboundMessage
  const spent =
    companyId === null ? null : { companyId, kind: QUOTA_OF[outboundMessage.kind], amount: amountOf(outboundMessage) }
  if (spent && overQuota === 'refuse') await requireQuota(tx, spent, now)
  const isOverQuota = spent !== null && overQuota === 'hold' && !(await countIfFits(tx, spent, now))
  const id = await insertMessage(tx, { ...outboundMessage, isOverQuota }, now)
  await emitOutboxChanged(tx, companyId, now)
  return id
}
