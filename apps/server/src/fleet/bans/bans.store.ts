import type { CompanyId, DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

export type BanEnd = 'expired' | 'lifted' | 'replaced'

/** The ban stored on the user; an expired one stays until it is lifted or replaced. */
export interface ActiveBan {
  until: Date | null
  reason: string | null
}

export async function activeBan(tx: Tx, userId: UserId): Promise<ActiveBan> {
  const row = await tx
    .selectFrom('users')
    .select(['ban_until', 'ban_reason'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return { until: row?.ban_until ?? null, reason: row?.ban_reason ?? null }
}

export async function saveActiveBan(tx: Tx, userId: UserId, { until, reason }: ActiveBan): Promise<void> {
  await tx.updateTable('users').set({ ban_until: until, ban_reason: reason }).where('id', '=', userId).execute()
}

export interface NewBan {
  userId: UserId
  companyId: CompanyId | null
  until: Date
  reason: string
  by: Pick<Actor, 'kind' | 'userId'>
  orderId: OrderId | null
}

export async function insertBan(tx: Tx, ban: NewBan, now: Date): Promise<void> {
  await tx
    .insertInto('user_bans')
    .values({
      user_id: ban.userId,
      company_id: ban.companyId,
      banned_at: now,
      until: ban.until,
      reason: ban.reason,
      by_kind: ban.by.kind,
      by_user_id: ban.by.userId,
      order_id: ban.orderId,
    })
    .execute()
}

/** Ends the row of the running ban; false when there is none, or another node has ended it. */
export async function endBanRow(
  tx: Tx,
  userId: UserId,
  end: { because: BanEnd; byUserId: UserId | null; now: Date },
): Promise<boolean> {
  const rows = await tx
    .updateTable('user_bans')
    .set({ ended_at: end.now, end_reason: end.because, ended_by_user_id: end.byUserId })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(end.because === 'expired', (query) => query.where('until', '<', end.now))
    .returning('id')
    .execute()
  return rows.length > 0
}

/** Users whose ban has expired without a notification so far, the longest overdue first. */
export async function dueBans(db: Db, now: Date, limit: number): Promise<UserId[]> {
  const rows = await db
    .selectFrom('user_bans')
    .select('user_id')
    .where('ended_at', 'is', null)
    .where('until', '<', now)
    .orderBy('until')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** A driver whose ban ended is idle from now on, unless something else prevents it. */
export async function waitAgain(tx: Tx, driverId: DriverId, now: Date): Promise<void> {
  await sql`
    update driver_status set idle_from = coalesce(idle_from, ${now}), updated_at = ${now}
    where driver_id = ${driverId} and on_shift and not is_busy
  `.execute(tx)
}

/** A ban resets the place in the waiting order. */
export async function loseIdleTime(tx: Tx, driverId: DriverId, now: Date): Promise<void> {
  await sql`update driver_status set idle_from = null, updated_at = ${now} where driver_id = ${driverId}`.execute(tx)
}
