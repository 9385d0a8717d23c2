import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import { TooManyRequests } from '../../platform/http/problem.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { requireMayLeave, requireQuota } from '../../platform/limits/limits.public.ts'
import { companyNamed, contentOf } from '../../platform/outbox/outbox.public.ts'
import {
  type Audience,
  audienceByCompany,
  type CompanyAudience,
  chargedSms,
  insertBroadcast,
  lastBroadcastAt,
  type Share,
  sizeOf,
} from './broadcast.store.ts'
import { sendSlice } from './broadcast-slices.ts'
import { senderName } from './messages.store.ts'

const SECONDS_BETWEEN = 10

/**
 * Sends one message to every driver or client of the actor's companies. Drivers get `message`, consoles `broadcast_sent`. The first
 * receivers are written to in this transaction, the others in slices by a job. All SMS are charged to the quotas now, so that the broadcast
 * is refused as a whole or not at all. Throws TooManyRequests within 10 seconds of the sender's last one, QuotaExceeded,
 * company.not_approved, company.email_not_proved and company.suspended.
 */
export async function broadcast(
  server: Server,
  actor: Actor,
  input: { audience: Audience; message: string; title?: string | null | undefined },
): Promise<{ broadcastId: string; receivers: number; leftOut: number }> {
  const { userId: senderId } = actor
  if (senderId === null) throw new DomainError('account.forbidden')
  return write(server, actor, async (tx) => {
    const last = await lastBroadcastAt(tx, senderId)
    const now = server.clock.now()
    const waited = last === null ? SECONDS_BETWEEN : (now.getTime() - last.getTime()) / 1000
    if (waited < SECONDS_BETWEEN) throw new TooManyRequests(Math.ceil(SECONDS_BETWEEN - waited))
    const { audience, message, title } = input
    const counted = await audienceByCompany(tx, audience, actor.scope, now)
    const { receivers, leftOut } = sizeOf(counted)
    const shares = await sharesOf(tx, counted, input)
    for (const share of shares) {
      const { company_id: companyId, sms_left: messages } = share
      if (messages > 0) await requireMayLeave(tx, companyId)
      await requireQuota(tx, { companyId, kind: 'sms', amount: chargedSms(share, messages) }, now)
    }
    const content = { audience, senderId, senderName: await senderName(tx, senderId), title: title || null, message }
    const row = await insertBroadcast(tx, { ...content, receivers, shares }, now)
    if (receivers === 0) return { broadcastId: '', receivers, leftOut }
    const data = { broadcast_id: row.id, audience }
    await record(tx, [{ event: 'broadcast_sent', toCompanies: shares.map(({ company_id }) => company_id), data }], now)
    await sendSlice(tx, row, now)
    return { broadcastId: row.id, receivers, leftOut }
  })
}

/** Wraps the message in each company's own SMS text, as a message to one client; drivers get no SMS. */
async function sharesOf(
  tx: Tx,
  counted: readonly CompanyAudience[],
  { audience, message }: { audience: Audience; message: string },
): Promise<Share[]> {
  const shares: Share[] = []
  for (const { companyId, receivers, bySms } of counted) {
    if (receivers === 0) continue
    const { name: companie, phone: telefon } = await companyNamed(tx, companyId)
    const facts = { mesaj: message, companie, telefon: telefon ?? '' }
    const content = audience === 'clients' ? await contentOf(tx, 'client_chat', companyId, facts) : null
    shares.push({ company_id: companyId, text: content?.text ?? message, sms_left: bySms })
  }
  return shares
}
