import type { CallId, CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { CallEndReason } from '@dispecerat/domain/telephony/call'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { callsInScope } from './calls.store.ts'

/** Missed calls are listed for a day. */
const LISTED_FOR_HOURS = 24

const dayBefore = (now: Date) => new Date(now.getTime() - LISTED_FOR_HOURS * 3_600_000)

/** The caller gave up, got busy, or was cut off. Test numbers are excluded. */
const IS_MISSED = sql`((is_missed or reason_type = 'connection_lost') and direction = 'in' and not is_test)`

export interface MissedRow {
  id: number
  companyId: CompanyId
  companyName: string
  phone: string
  tries: number
  firstRangAt: Date
  lastRangAt: Date
  waitedSeconds: number
  reason: CallEndReason | null
  calledBackAt: Date | null
  calledBackBy: number | null
  calledBackByName: string | null
}

/** Missed callers of the last 24 hours, one row per company and phone, newest first. */
export async function missedRows(db: Db, scope: Scope, now: Date): Promise<MissedRow[]> {
  const { rows } = await sql<MissedRow>`
    with missed as (
      select calls.*, row_number() over phone as n,
        first_value(called_back_at) over phone as newest_called_back_at
      from calls where ${IS_MISSED} and rang_at > ${dayBefore(now)} and ${callsInScope(scope)}
      window phone as (partition by company_id, calls.phone order by rang_at desc, id desc)
    ), tries as (
      select company_id, phone, count(*)::integer as tries, min(rang_at) as first_rang_at from missed
      where called_back_at is not distinct from newest_called_back_at group by company_id, phone
    )
    select m.id, m.company_id as "companyId", companies.name as "companyName", m.phone, t.tries,
      t.first_rang_at as "firstRangAt", m.rang_at as "lastRangAt",
      greatest(0, round(extract(epoch from coalesce(m.started_at, m.ended_at) - m.rang_at)))::integer as "waitedSeconds",
      m.reason_type as reason, m.called_back_at as "calledBackAt", m.called_back_by as "calledBackBy", users.name as "calledBackByName"
    from missed m join tries t on t.company_id = m.company_id and t.phone = m.phone
      join companies on companies.id = m.company_id left join users on users.id = m.called_back_by
    where m.n = 1 order by m.rang_at desc, m.id desc limit 500
  `.execute(db)
  return rows
}

/** Marks all open missed calls of a phone at once; false: there were none. */
export async function calledBack(
  tx: Tx,
  { companyId, phone, userId, now }: { companyId: CompanyId; phone: string; userId: UserId; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update calls set called_back_at = ${now}, called_back_by = ${userId}
    where company_id = ${companyId} and phone = ${phone} and ${IS_MISSED} and called_back_at is null
      and rang_at > ${dayBefore(now)} returning id
  `.execute(tx)
  return rows.length > 0
}

/** Removes the mark from the phone's newest missed call, and from those marked together with it. */
export async function notCalledBack(
  tx: Tx,
  { companyId, phone, calledBackAt }: { companyId: CompanyId; phone: string; calledBackAt: Date },
): Promise<void> {
  await sql`
    update calls set called_back_at = null, called_back_by = null
    where company_id = ${companyId} and phone = ${phone} and ${IS_MISSED} and called_back_at = ${calledBackAt}
  `.execute(tx)
}

/** A missed call of the scope; null when it was not missed, or belongs to another tenant. */
export async function findMissed(
  tx: Tx,
  scope: Scope,
  callId: CallId,
): Promise<{ companyId: CompanyId; phone: string; calledBackAt: Date | null } | null> {
  const { rows } = await sql<{ companyId: CompanyId; phone: string; calledBackAt: Date | null }>`
    select company_id as "companyId", phone, called_back_at as "calledBackAt" from calls
    where id = ${callId} and ${IS_MISSED} and ${callsInScope(scope)}
  `.execute(tx)
  return rows[0] ?? null
}
