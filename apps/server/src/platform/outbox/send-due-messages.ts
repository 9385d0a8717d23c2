import { whyNothingLeaves } from '@dispecerat/domain/identity/company-approval'
import { type CompanyId, NO_USER } from '@dispecerat/domain/kernel/ids'
import { isGrantedCountry } from '@dispecerat/domain/kernel/phone'
import type { Db } from '../db/database.ts'
import type { Seal } from '../db/seal.ts'
import type { Clock } from '../lifecycle/clock.ts'
import { vettingOf } from '../limits/limits.public.ts'
import { emitOutboxChanged } from './emit-outbox-changed.ts'
import { type Messaging, ProviderRefused } from './messaging.ts'
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

/** Longer than the slowest provider's timeout, so that two live nodes never send the same message. */
const LEASE_SECONDS = 60
const MESSAGES_AT_ONCE = 10
/** Delays before the 2nd, 3rd … attempt; after the last one the message fails. */
const BACK_OFF_SECONDS = [10, 60, 300, 1800, 7200]

export interface Post {
  db: Db
  clock: Clock
  messaging: Messaging
  seal: Seal
  /** Creates a token of a password reset; null once the reset is used or expired. */
  tokenOfReset(resetId: number): Promise<string | null>
  /** Likewise for an e-mail proof. Without it no mail with such a link is sent. */
  tokenOfProof?(proofId: number): Promise<string | null>
  /** Creates a login code for a client's phone; null once it is too late. Without it no SMS with a code is sent. */
  codeOfClient?(companyId: CompanyId, phone: string): Promise<string | null>
}

/** Sends due messages of these kinds; returns how many were claimed. An unreachable provider causes a retry. */
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
 * Every message is checked here, whichever module queued it: nothing is sent for a company that is not approved, no SMS to a country that
 * is not allowed, and for a suspended company only messages about orders, access to accounts and pushes to drivers.
 */
async function whyNot(db: Db, { companyId, kind, recipient, orderId, isSecret }: ClaimedMessage) {
  const vetting = await vettingOf(db, companyId)
  if (kind === 'sms' && !isGrantedCountry(recipient ?? '', vetting.smsPrefixes)) return 'foreign_number'
  return whyNothingLeaves(vetting, { isForRunning: orderId !== null || isSecret || kind === 'push' })
}

/** The function that sends the message, or the reason why it cannot be sent. */
async function wayOf(
  post: Post,
  outboundMessage: ClaimedMessage,
): Promise<(() => Promise<void>) | 'no_provider' | 'no_device' | 'expired'> {
  const { db, messaging, seal } = post
  const { key, kind, recipient, subject, text } = outboundMessage
  if (kind === 'push') {
    const { push } = messaging
    if (!push) return 'no_provider'
    const sealed = await pushTokensOf(db, outboundMessage.userId ?? NO_USER)
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

/** The text with a new code, of which only a hash is stored. */
async function withCode({ text, isSecret, companyId, recipient }: ClaimedMessage, post: Post): Promise<string | null> {
  if (!isSecret || !text.includes(CODE_MARK)) return text
  const code = companyId === null ? null : await post.codeOfClient?.(companyId, recipient ?? '')
  return code ? text.replaceAll(CODE_MARK, code) : null
}

/** The text with a new token, of which only a hash is stored; null when the reset or the proof is used or expired. */
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
