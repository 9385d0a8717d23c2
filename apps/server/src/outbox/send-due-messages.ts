import { whyNothingLeaves } from '@dispecerat/domain/company-approval'
import { isGrantedCountry } from '@dispecerat/domain/phone'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { Seal } from '../db/seal.ts'
import { vettingOf } from '../limits/limits.public.ts'
import { type Messaging, ProviderRefused } from '../providers/messaging/messaging.ts'
import { emitOutboxChanged } from './emit-outbox-changed.ts'
import {
  type ClaimedMessage,
  claimDueMessages,
  markSent,
  markUnsent,
  OUTBOUND_KINDS,
  type OutboundKind,
  pushTokensOf,
} from './outbox.store.ts'
import { CODE_MARK, TOKEN_MARK } from './queue-message.ts'

/** Longer than the slowest provider is waited for, so that a letter is not taken twice by two living nodes. */
const LEASE_SECONDS = 60
const MESSAGES_AT_ONCE = 10
/** Before the 2nd, 3rd … try; after the last one it failed. */
const BACK_OFF_SECONDS = [10, 60, 300, 1800, 7200]

export interface Post {
  db: Db
  clock: Clock
  messaging: Messaging
  seal: Seal
  /** A fresh token of a reset; null once the reset is closed or too old. */
  tokenOfReset(resetId: number): Promise<string | null>
  /** The same of a proof of an address. Without it no mail with such a link leaves. */
  tokenOfProof?(proofId: number): Promise<string | null>
  /** A fresh code for a client's phone; null once it is too late. Without it no SMS with a code leaves. */
  codeOfClient?(companyId: number, phone: string): Promise<string | null>
}

/** Takes what is due of these kinds and sends it; returns how many were taken. A provider that is down costs a later try, never a letter. */
export async function sendDueMessages(post: Post, kinds: readonly OutboundKind[] = OUTBOUND_KINDS): Promise<number> {
  const { db, clock } = post
  const claims = kinds.map((kind) => {
    const claim = { kind, now: clock.now(), leaseSeconds: LEASE_SECONDS, limit: MESSAGES_AT_ONCE }
    return claimDueMessages(db, claim)
  })
  const outboundMessages = (await Promise.all(claims)).flat()
  await Promise.all(outboundMessages.map((outboundMessage) => sendOne(post, outboundMessage)))
  return outboundMessages.length
}

type Outcome = 'sent' | Parameters<typeof markUnsent>[2]

async function sendOne(post: Post, outboundMessage: ClaimedMessage): Promise<void> {
  const { db, clock } = post
  const outcome = await outcomeOf(post, outboundMessage)
  await db.transaction().execute(async (tx) => {
    const now = clock.now()
    if (outcome === 'sent') await markSent(tx, outboundMessage.id, now)
    else await markUnsent(tx, outboundMessage.id, outcome)
    await emitOutboxChanged(tx, outboundMessage.companyId, now)
  })
}

async function outcomeOf(post: Post, outboundMessage: ClaimedMessage): Promise<Outcome> {
  const { clock } = post
  const way = (await whyNot(post.db, outboundMessage)) ?? (await wayOf(post, outboundMessage))
  if (typeof way === 'string') return { state: HELD.has(way) ? 'held' : 'failed', reason: way }
  try {
    await way()
    return 'sent'
  } catch (error) {
    const wait = error instanceof ProviderRefused ? undefined : BACK_OFF_SECONDS[outboundMessage.tries - 1]
    const reason = error instanceof ProviderRefused ? 'refused' : 'unreachable'
    if (wait === undefined) return { state: 'failed', reason }
    return { state: 'queued', reason, dueAt: new Date(clock.now().getTime() + wait * 1000) }
  }
}

const HELD: ReadonlySet<string> = new Set(['no_provider', 'not_approved', 'email_not_proved', 'suspended'])

/**
 * Every message passes here, whoever wrote it: nothing leaves for a company that was not vetted, no SMS to another country, and for a suspended
 * company only what is about an order, the way into an account, and what its drivers' phones are told.
 */
async function whyNot(db: Db, { companyId, kind, recipient, orderId, isSecret }: ClaimedMessage) {
  const vetting = await vettingOf(db, companyId)
  if (kind === 'sms' && !isGrantedCountry(recipient ?? '', vetting.smsPrefixes)) return 'foreign_number'
  return whyNothingLeaves(vetting, { isForRunning: orderId !== null || isSecret || kind === 'push' })
}

/** How this letter leaves, or why it cannot. */
async function wayOf(
  post: Post,
  outboundMessage: ClaimedMessage,
): Promise<(() => Promise<void>) | 'no_provider' | 'no_device' | 'expired'> {
  const { db, messaging, seal } = post
  const { key, kind, recipient, subject, text } = outboundMessage
  if (kind === 'push') {
    const { push } = messaging
    if (!push) return 'no_provider'
    const sealed = await pushTokensOf(db, outboundMessage.userId ?? 0)
    const tokens = sealed.map((token) => seal.open(token, 'devices.push_token'))
    if (tokens.length === 0) return 'no_device'
    return () => push({ key, tokens, title: subject ?? '', text })
  }
  const to = recipient ?? ''
  if (kind === 'mail') {
    const { mail } = messaging
    if (!mail) return 'no_provider'
    const content = await withToken(outboundMessage, post)
    return content ? () => mail({ key, to, subject: subject ?? '', ...content }) : 'expired'
  }
  const { sms } = messaging
  if (!sms) return 'no_provider'
  const content = await withCode(outboundMessage, post)
  return content === null ? 'expired' : () => sms({ key, to, text: content })
}

/** The words with a code made now, which is stored nowhere but as a hash. */
async function withCode({ text, isSecret, companyId, recipient }: ClaimedMessage, post: Post): Promise<string | null> {
  if (!isSecret || !text.includes(CODE_MARK)) return text
  const code = companyId === null ? null : await post.codeOfClient?.(companyId, recipient ?? '')
  return code ? text.replaceAll(CODE_MARK, code) : null
}

/** The words with a token made now, which is stored nowhere but as a hash; null when the reset or the proof is closed. */
async function withToken(
  { text, html, resetId, proofId }: ClaimedMessage,
  post: Post,
): Promise<{ text: string; html: string | null } | null> {
  if (!text.includes(`#${TOKEN_MARK}`)) return { text, html }
  const ofReset = resetId === null ? null : await post.tokenOfReset(resetId)
  const token = ofReset ?? (proofId === null ? null : await post.tokenOfProof?.(proofId))
  if (!token) return null
  const filled = (content: string) => content.replaceAll(`#${TOKEN_MARK}`, `#${token}`)
  return { text: filled(text), html: html && filled(html) }
}
