import type { CompanyStatus } from '@dispecerat/domain/identity/company'
import { type CompanyApproval, hasFullQuotas } from '@dispecerat/domain/identity/company-approval'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { type CallId, type CompanyId, NO_USER, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import {
  DEFAULT_LIMITS,
  DISPATCHER_LIMITS,
  OUTGOING_LIMITS,
  type OutgoingAlarm,
  type OutgoingLimit,
  type OutgoingRules,
  type OutgoingUse,
  TRIAL_LIMITS,
} from '@dispecerat/domain/telephony/outgoing-calls'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { WANTED_FOR_SECONDS } from './dialled-phones.store.ts'

/** Serialises the decisions about a company's outgoing calls across all nodes. Orders and calls are locked before it. */
export async function lockOutgoing(tx: Tx, companyId: CompanyId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`outgoing calls of ${companyId}`}, 0))`.execute(tx)
}

export interface StoredRules extends OutgoingRules {
  stoppedAt: Date | null
  stoppedByName: string | null
}

type RulesRow = Record<OutgoingLimit, number | null> & {
  approval: CompanyApproval
  status: CompanyStatus
  prefixes: string[] | null
  stoppedAt: Date | null
  stoppedByName: string | null
}

export async function rulesOf(db: Db | Tx, companyId: CompanyId): Promise<StoredRules> {
  const { rows } = await sql<RulesRow>`
    select companies.approval, companies.status, open_calls, day_calls, day_minutes, day_bani,
      dispatcher_open_calls, dispatcher_day_calls, dispatcher_day_minutes, dispatcher_day_bani,
      prefixes, stopped_at as "stoppedAt", users.name as "stoppedByName"
    from companies left join outgoing_rules on company_id = companies.id left join users on users.id = stopped_by
    where companies.id = ${companyId}
  `.execute(db)
  const { approval = 'waiting', status = 'suspended', ...found } = rows[0] ?? {}
  const { prefixes, stoppedAt = null, stoppedByName = null, ...row }: Partial<RulesRow> = found
  const limits = limitsOf(row, hasFullQuotas({ approval, status }) ? DEFAULT_LIMITS : TRIAL_LIMITS)
  return { limits, prefixes: prefixes ?? [], isStopped: stoppedAt !== null, stoppedAt, stoppedByName }
}

function limitsOf(
  stored: Partial<Record<OutgoingLimit, number | null>>,
  defaults: Readonly<Record<OutgoingLimit, number>>,
): Record<OutgoingLimit, number> {
  const pairs = OUTGOING_LIMITS.map((limit) => [limit, stored[limit] ?? defaults[limit]])
  return Object.fromEntries(pairs) as Record<OutgoingLimit, number>
}

export interface RulesChange {
  limits: Partial<Record<OutgoingLimit, number>>
  prefixes?: readonly string[] | undefined
}

export async function saveRules(tx: Tx, companyId: CompanyId, { limits, prefixes }: RulesChange): Promise<void> {
  const columns = { ...limits, ...(prefixes ? { prefixes: [...prefixes] } : {}) }
  await tx
    .insertInto('outgoing_rules')
    .values({ company_id: companyId, ...columns })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ company_id: companyId, ...columns }))
    .execute()
}

/** null: outgoing calls are allowed again. */
export async function saveStop(
  tx: Tx,
  companyId: CompanyId,
  stop: { at: Date; by: UserId | null } | null,
): Promise<void> {
  const columns = { stopped_at: stop?.at ?? null, stopped_by: stop?.by ?? null }
  await tx
    .insertInto('outgoing_rules')
    .values({ company_id: companyId, ...columns })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(columns))
    .execute()
}

const OPEN = sql`o.ended_at is null and (
  exists (select from calls where calls.sip_caller_id = o.sip_caller_id and calls.state <> 'ended')
  or exists (select from playbacks where playbacks.sip_caller_id = o.sip_caller_id and playbacks.state in ('ringing', 'speaking')))`

/**
 * Today's use of the company's limits, running calls included; for one dispatcher, or the maximum over all. With `pendingBut`, pending
 * requests to dial count as calls, except this user's, whose new request replaces the old one. Every begun minute counts.
 */
export async function useOf(
  db: Db | Tx,
  { companyId, userId, pendingBut }: { companyId: CompanyId; userId?: UserId | null; pendingBut?: number | null },
  now: Date,
): Promise<OutgoingUse> {
  const since = new Date(now.getTime() - WANTED_FOR_SECONDS * 1000)
  const pending =
    pendingBut === undefined
      ? sql`0`
      : sql`(select count(*) from dialled_phones where company_id = ${companyId} and asked_at > ${since}
          and user_id is distinct from ${pendingBut}::bigint)`
  const { rows } = await sql<OutgoingUse>`
    with today as (
      select o.user_id, o.bani_per_minute,
        case when o.reached_at is null then 0
          else greatest(1, ceil(extract(epoch from coalesce(o.ended_at, ${now}::timestamptz) - o.reached_at) / 60)) end as minutes
      from outgoing_calls o where o.company_id = ${companyId} and o.day = ${bucharestDay(now)}
    ), running as (
      select o.user_id, count(*) as calls from outgoing_calls o where o.company_id = ${companyId} and ${OPEN} group by o.user_id
    ), dispatchers as (
      select user_id, count(*) as calls, sum(minutes) as minutes, sum(minutes * bani_per_minute) as bani
      from today where ${ofUser(userId)} group by user_id
    )
    select
      ((select coalesce(sum(calls), 0) from running) + ${pending})::int as open_calls,
      (count(*) + ${pending})::int as day_calls,
      coalesce(sum(minutes), 0)::int as day_minutes,
      coalesce(sum(minutes * bani_per_minute), 0)::int as day_bani,
      coalesce((select max(calls) from running where ${ofUser(userId)}), 0)::int as dispatcher_open_calls,
      coalesce((select max(calls) from dispatchers), 0)::int as dispatcher_day_calls,
      coalesce((select max(minutes) from dispatchers), 0)::int as dispatcher_day_minutes,
      coalesce((select max(bani) from dispatchers), 0)::int as dispatcher_day_bani
    from today
  `.execute(db)
  const [use] = rows
  if (!use) throw new Error('a sum has a row')
  return use
}

/** undefined: any dispatcher; null: automatic calls. */
function ofUser(userId: UserId | null | undefined) {
  return userId === undefined ? sql`user_id is not null` : sql`user_id = ${userId}::bigint`
}

export interface NewOutgoing {
  companyId: CompanyId
  /** null: an automatic call. */
  userId: UserId | null
  sipCallerId: string
  baniPerMinute: number
}

export async function insertOutgoing(tx: Tx, call: NewOutgoing, now: Date): Promise<void> {
  await tx
    .insertInto('outgoing_calls')
    .values({
      company_id: call.companyId,
      user_id: call.userId,
      sip_caller_id: call.sipCallerId,
      bani_per_minute: call.baniPerMinute,
      day: bucharestDay(now),
      began_at: now,
    })
    .execute()
}

/** The called party answered: minutes count from here. */
export async function noteOutgoingReached(tx: Tx, sipCallerId: string, now: Date): Promise<void> {
  await sql`
    update outgoing_calls set reached_at = ${now}
    where sip_caller_id = ${sipCallerId} and ended_at is null and reached_at is null
  `.execute(tx)
}

export async function noteOutgoingEnded(tx: Tx, sipCallerId: string, now: Date): Promise<void> {
  await sql`
    update outgoing_calls set ended_at = ${now} where sip_caller_id = ${sipCallerId} and ended_at is null
  `.execute(tx)
}

/** True the first time on a day. */
export async function insertAlarm(
  tx: Tx,
  companyId: CompanyId,
  { limit, percent }: OutgoingAlarm,
  { userId, now }: { userId: UserId | null; now: Date },
): Promise<boolean> {
  const isOfDispatcher = DISPATCHER_LIMITS.some((one) => one === limit)
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('outgoing_alarms')
    .values({
      company_id: companyId,
      day: bucharestDay(now),
      about: limit,
      percent,
      user_id: isOfDispatcher ? (userId ?? NO_USER) : NO_USER,
      raised_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/** Companies with running outgoing calls. */
export async function companiesThatDial(db: Db): Promise<CompanyId[]> {
  const { rows } = await sql<{ companyId: CompanyId }>`
    select distinct o.company_id as "companyId" from outgoing_calls o where ${OPEN} order by o.company_id
  `.execute(db)
  return rows.map(({ companyId }) => companyId)
}

/** Dispatchers with running outgoing calls of a company. */
export async function dispatchersThatDial(db: Db | Tx, companyId: CompanyId): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`
    select distinct o.user_id as "userId" from outgoing_calls o
    where o.company_id = ${companyId} and o.user_id is not null and ${OPEN} order by o.user_id
  `.execute(db)
  return rows.map(({ userId }) => userId)
}

export async function openOutgoingOf(
  db: Db,
  companyId: CompanyId,
  whose: 'everybody' | readonly UserId[],
): Promise<{ id: CallId; orderId: OrderId | null }[]> {
  const ofThese =
    whose === 'everybody'
      ? sql`true`
      : sql`exists (
      select from outgoing_calls o where o.sip_caller_id = calls.sip_caller_id and o.user_id = any(${[...whose]}::bigint[]))`
  const { rows } = await sql<{ id: CallId; orderId: OrderId | null }>`
    select id, order_id as "orderId" from calls
    where company_id = ${companyId} and direction = 'out' and state <> 'ended' and ${ofThese} order by id
  `.execute(db)
  return rows
}
