import { QuotaExceeded } from '@dispecerat/domain/identity/quota'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { bucharestDay } from '../../identity/companies/companies.public.ts'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import { type Actor, SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { giveBackQuota, requireQuota } from '../../platform/limits/limits.public.ts'
import { emitOutboxChanged, stopQueued } from '../../platform/outbox/outbox.public.ts'
import {
  type BroadcastRow,
  chargedSms,
  claimBroadcast,
  lockBroadcast,
  type Share,
  saveSlice,
  saveStopped,
  type Written,
  writeSlice,
} from './broadcast.store.ts'

/** Receivers per transaction; it stays well within the statement timeout. */
const RECEIVERS_AT_ONCE = 300

/**
 * Writes to the next receivers and moves the cursor in the caller's transaction, so a process that dies neither repeats nor skips a
 * receiver.
 */
export async function sendSlice(tx: Tx, broadcast: BroadcastRow, now: Date): Promise<void> {
  const { id, audience } = broadcast
  const { read, last, written } = await writeSlice(tx, broadcast, RECEIVERS_AT_ONCE, now)
  const done = broadcast.done + written.length
  const isOver = read < RECEIVERS_AT_ONCE
  const shares = await sharesAfter(tx, broadcast.shares, written, now)
  if (isOver) await giveBack(tx, broadcast, shares)
  const left = isOver ? shares.map((share) => ({ ...share, sms_left: 0 })) : shares
  await saveSlice(tx, id, { cursor: last, done, shares: left, endedAt: isOver ? now : null })
  const inAppIds = written.flatMap(({ receiver_id, outbox_id }) => (outbox_id === null ? [receiver_id] : []))
  if (inAppIds.length > 0) {
    await record(tx, [{ event: 'message', toUsers: inAppIds, data: { broadcast_id: id, audience } }], now)
  }
  for (const companyId of new Set(written.map(({ company_id }) => company_id)))
    await emitOutboxChanged(tx, companyId, now)
}

/**
 * Reduces the SMS reserved in advance by those written; clients who joined or lost the app since are charged to the quota now. Throws
 * QuotaExceeded.
 */
async function sharesAfter(tx: Tx, shares: readonly Share[], written: readonly Written[], now: Date): Promise<Share[]> {
  const after: Share[] = []
  for (const share of shares) {
    const sms = written.filter(
      ({ company_id, outbox_id }) => company_id === share.company_id && outbox_id !== null,
    ).length
    const uncounted = Math.max(0, sms - share.sms_left)
    await requireQuota(tx, { companyId: share.company_id, kind: 'sms', amount: chargedSms(share, uncounted) }, now)
    after.push({ ...share, sms_left: share.sms_left + uncounted - sms })
  }
  return after
}

async function giveBack(tx: Tx, { createdAt }: BroadcastRow, shares: readonly Share[]): Promise<void> {
  for (const share of shares) {
    const spent = { companyId: share.company_id, kind: 'sms', amount: chargedSms(share, share.sms_left) } as const
    await giveBackQuota(tx, spent, bucharestDay(createdAt))
  }
}

/** Sends one slice of one broadcast; false when none is being sent. A broadcast that would exceed a daily limit is stopped. */
export async function sendNextSlice(server: Server): Promise<boolean> {
  const claimed: { id: string | null } = { id: null }
  try {
    return await write(server, SYSTEM, async (tx) => {
      const broadcast = await claimBroadcast(tx)
      claimed.id = broadcast?.id ?? null
      if (broadcast) await sendSlice(tx, broadcast, server.clock.now())
      return broadcast !== null
    })
  } catch (error) {
    if (!(error instanceof QuotaExceeded) || claimed.id === null) throw error
    await stopBroadcast(server, SYSTEM, claimed.id)
    return true
  }
}

/**
 * Stops the broadcast: no further receiver is written to, SMS still queued are held back, and their quota is returned. Throws
 * broadcast.unknown and broadcast.ended.
 */
export function stopBroadcast(server: Server, actor: Actor, id: string): Promise<{ broadcastId: string }> {
  return write(server, actor, async (tx) => {
    const broadcast = await lockBroadcast(tx, actor.scope, id)
    if (!broadcast) throw new DomainError('broadcast.unknown')
    const now = server.clock.now()
    const stopped = broadcast.state === 'stopped' ? new Map<number, number>() : await stopQueued(tx, id, now)
    if (broadcast.state !== 'sending' && stopped.size === 0) throw new DomainError('broadcast.ended')
    const unsent = broadcast.shares.map((share) => {
      return { ...share, sms_left: share.sms_left + (stopped.get(share.company_id) ?? 0) }
    })
    await giveBack(tx, broadcast, unsent)
    await saveStopped(
      tx,
      id,
      unsent.map((share) => ({ ...share, sms_left: 0 })),
      now,
    )
    for (const { company_id: companyId } of unsent) {
      const about = { entity: 'company', entityId: companyId, companyId, action: 'broadcast_stopped' }
      await recordAudit(tx, actor, { ...about, before: null, after: { receivers: broadcast.done } }, now)
    }
    return { broadcastId: id }
  })
}
