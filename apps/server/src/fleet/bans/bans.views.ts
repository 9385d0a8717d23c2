import type { DriverEventData } from '@dispecerat/contract/api/realtime'
import type { BanOfDriver } from '@dispecerat/contract/fleet/bans'
import { isBanned } from '@dispecerat/domain/fleet/ban'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { StoredEvent } from '../../platform/db/event-log.ts'

const MAX_SHOWN = 50

/** The reply of the ban endpoint; both null without a ban. */
export async function banView(db: Db, userId: UserId): Promise<{ date: string | null; reason: string | null }> {
  const row = await db
    .selectFrom('users')
    .select(['ban_until', 'ban_reason'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return { date: row?.ban_until ? toWireTime(row.ban_until) : null, reason: row?.ban_reason ?? null }
}

interface BanRow {
  id: number
  bannedAt: Date
  until: Date
  reason: string
  byKind: string
  byName: string | null
  orderId: OrderId | null
  endedAt: Date | null
  endReason: BanOfDriver['end_reason']
  endedByName: string | null
}

/** The bans of a driver of the actor's companies, newest first; `driver.unknown` for any other. */
export async function bansOfDriver(db: Db, driverId: DriverId, scope: Scope): Promise<BanOfDriver[]> {
  const companies = scope.companies === 'every' ? null : scope.companies
  const known = await sql`
    select 1 from driver_status as status join users on users.id = status.driver_id and users.deleted_at is null
    where status.driver_id = ${driverId}
      and (${companies}::bigint[] is null or status.company_id = any(${companies}::bigint[]))
  `.execute(db)
  if (known.rows.length === 0) throw new DomainError('driver.unknown')
  const { rows } = await sql<BanRow>`
    select ban.id, ban.banned_at as "bannedAt", ban.until, ban.reason, ban.by_kind as "byKind", by_user.name as "byName",
      ban.order_id as "orderId", ban.ended_at as "endedAt", ban.end_reason as "endReason",
      ended_by.name as "endedByName"
    from user_bans as ban
    left join users as by_user on by_user.id = ban.by_user_id
    left join users as ended_by on ended_by.id = ban.ended_by_user_id
    where ban.user_id = ${driverId}
      and (${companies}::bigint[] is null or ban.company_id = any(${companies}::bigint[]))
    order by ban.banned_at desc, ban.id desc limit ${MAX_SHOWN}
  `.execute(db)
  return rows.map((row) => ({
    id: row.id,
    banned_at: toWireTime(row.bannedAt),
    ban_until: toWireTime(row.until),
    reason: row.reason,
    by: row.byKind,
    by_name: row.byName,
    order_id: row.orderId,
    ended_at: row.endedAt && toWireTime(row.endedAt),
    end_reason: row.endReason,
    ended_by_name: row.endedByName,
  }))
}

/** The data for a driver's phone: the running ban, or that there is none. Reasons stay out of the log. */
export async function banEventFields(
  db: Db,
  events: readonly StoredEvent<'ban_updated'>[],
  now: Date,
): Promise<Map<number, DriverEventData<'ban_updated'>>> {
  const userIds = [...new Set(events.map(({ data }) => data.user_id))]
  const rows = await db
    .selectFrom('users')
    .select(['id', 'ban_until', 'ban_reason'])
    .where('id', 'in', userIds)
    .execute()
  const bans = new Map(rows.map(({ id, ban_until: until, ban_reason: reason }) => [id, { until, reason }]))
  return new Map(events.map(({ seq, data }) => [seq, runningBan(bans.get(data.user_id), now)]))
}

function runningBan(ban: { until: Date | null; reason: string | null } | undefined, now: Date) {
  if (!ban?.until || !isBanned(ban.until, now)) return { ban_until: null, ban_reason: null }
  return { ban_until: toWireTime(ban.until), ban_reason: ban.reason }
}
