import type { CompanyId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { smsSize } from '@dispecerat/domain/office/sms-size'
import type { Tx } from '../db/database.ts'
import { countIfFits, requireQuota } from '../limits/limits.public.ts'
import { emitOutboxChanged } from './emit-outbox-changed.ts'
import { insertMessage, insertMessages, type NewOutboundMessage, QUOTA_OF } from './outbox.store.ts'

/** Placeholder of the token in a stored mail; the token is created when the mail is sent. */
export const TOKEN_MARK = 'one-time-token'

/** Placeholder of the code in a stored secret SMS; the code is created when the SMS is sent. */
export const CODE_MARK = 'one-time-code'

interface OutboundMessage {
  /** The company whose outbox lists it; null: the platform's administrators only. */
  companyId: CompanyId | null
  /** Has access to an account or a proof, so its text is never shown. */
  isSecret?: boolean
  /**
   * Behaviour over the company's daily limit. hold (default): the message is a side effect, and the request succeeds. refuse: a user
   * requested the message and gets the error. uncounted: access to an account, which has a limit of its own.
   */
  overQuota?: 'hold' | 'refuse' | 'uncounted'
}

export interface Mail extends OutboundMessage {
  to: string
  subject: string
  text: string
  html?: string
  /** The password reset whose link is in the text, with `TOKEN_MARK` as its token; makes the message secret. */
  resetId?: number
  /** Likewise for the link that proves an e-mail address. */
  proofId?: number
}

export interface Sms extends OutboundMessage {
  /** E.164. */
  to: string
  text: string
  orderId?: OrderId
}

/** Sent to every active device of the user. */
export interface Push {
  userId: UserId
  title: string
  text: string
  companyId?: CompanyId | null
}

/** Sent after the commit of `tx`. Returns the message's id in the outbox. */
export function queueMail(tx: Tx, mail: Mail, now: Date): Promise<number> {
  const { companyId, to, subject, text, html = null, resetId = null, proofId = null } = mail
  const isSecret = mail.isSecret ?? (resetId !== null || proofId !== null)
  const rest = { userId: null, orderId: null, resetId, proofId, priority: isSecret ? 0 : 1 } as const
  const outboundMessage = { kind: 'mail', companyId, recipient: to, subject, text, html, isSecret, ...rest } as const
  return insertAndEmit(tx, outboundMessage, { now, overQuota: mail.overQuota })
}

/** Inserts many mails of one company at once; ten thousand single inserts would hold the transaction's locks too long. */
export async function queueMails(
  tx: Tx,
  companyId: CompanyId | null,
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

/** Sent after the commit of `tx`; the provider splits long texts. */
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

/** Sent after the commit of `tx`; fails with reason no_device for a user without the app. */
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

/** Networks bill a long SMS by its segments. */
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
