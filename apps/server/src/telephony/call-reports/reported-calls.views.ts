import type { ReportedCall } from '@dispecerat/contract/telephony/call-reports'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { CallDirection } from '@dispecerat/domain/telephony/call'
import type { CallOutcome } from '@dispecerat/domain/telephony/call-outcome'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { CallPeriod } from './call-period.ts'
import { inPeriod, OUTCOME, TALKED, WAITED } from './calls-in-period.store.ts'

/** A total is exact up to here. */
const MAX_COUNTED = 10_000

export interface CallFilter extends CallPeriod {
  dispatcherId: UserId | null
  direction: CallDirection | null
  outcome: CallOutcome | null
}

interface Row extends Omit<ReportedCall, 'rang_at' | 'recording' | 'waited_seconds' | 'talk_seconds'> {
  rang_at: Date
  waited: number
  talked: number | null
  recording_id: number | null
  recording_seconds: number | null
}

/** The calls of a filter, newest first. */
export async function reportedCalls(
  db: Db,
  scope: Scope,
  filter: CallFilter,
  { page, perPage, now }: { page: number; perPage: number; now: Date },
) {
  const where = matching(scope, filter)
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      select calls.id, calls.company_id, calls.direction, ${OUTCOME} as outcome, calls.phone, calls.rang_at,
        coalesce(${WAITED}, extract(epoch from ${now}::timestamptz - calls.rang_at))::float as waited,
        ${TALKED}::float as talked, calls.dispatcher_id, calls.order_id, dispatcher.name as dispatcher_name,
        giver.name as transferred_from_name, client.name as client_name,
        recording.id as recording_id, recording.seconds as recording_seconds
      from calls
      left join users dispatcher on dispatcher.id = calls.dispatcher_id
      left join users giver on giver.id = calls.transferred_from
      left join users person on person.phone = calls.phone
      left join company_clients client on client.company_id = calls.company_id and client.user_id = person.id
      left join lateral (
        select id, seconds from call_recordings where call_id = calls.id order by id desc limit 1
      ) recording on true
      where ${where} order by calls.rang_at desc, calls.id desc limit ${perPage} offset ${(page - 1) * perPage}
    `.execute(db),
    sql<{ n: number }>`
      select count(*)::int as n from (select from calls where ${where} limit ${MAX_COUNTED + 1}) as found
    `.execute(db),
  ])
  const found = counted.rows[0]?.n ?? 0
  return {
    data: rows.map(viewOf),
    meta: {
      total: Math.min(found, MAX_COUNTED),
      total_is_capped: found > MAX_COUNTED,
      page,
      per_page: perPage,
    },
  }
}

function matching(scope: Scope, { dispatcherId, direction, outcome, ...period }: CallFilter): RawBuilder<boolean> {
  const ofDispatcher = dispatcherId === null ? sql`true` : sql`calls.dispatcher_id = ${dispatcherId}`
  const ofDirection = direction === null ? sql`true` : sql`calls.direction = ${direction}`
  const ofOutcome = outcome === null ? sql`true` : sql`${OUTCOME} = ${outcome}`
  return sql<boolean>`${inPeriod(scope, period)} and ${ofDispatcher} and ${ofDirection} and ${ofOutcome}`
}

function viewOf({ waited, talked, recording_id, recording_seconds, ...row }: Row): ReportedCall {
  return {
    ...row,
    rang_at: toWireTime(row.rang_at),
    waited_seconds: Math.round(waited),
    talk_seconds: talked === null ? null : Math.round(talked),
    recording: recording_id === null ? null : { id: recording_id, seconds: recording_seconds ?? 0 },
  }
}
