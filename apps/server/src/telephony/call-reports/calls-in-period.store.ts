import { RINGS_FOR_SECONDS } from '@dispecerat/domain/telephony/call'
import { ANSWERED_IN_TIME_SECONDS } from '@dispecerat/domain/telephony/call-outcome'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { CallPeriod } from './call-period.ts'

/** Always names the companies, so that the index by company and day also serves administrators of all of them. */
export function inPeriod({ companies }: Scope, { from, to, companyId }: CallPeriod): RawBuilder<boolean> {
  const mine =
    companies === 'every'
      ? sql`calls.company_id in (select id from companies)`
      : sql`calls.company_id = any(${[...companies]}::bigint[])`
  const chosen = companyId === null ? sql`true` : sql`calls.company_id = ${companyId}`
  return sql<boolean>`${mine} and ${chosen} and not calls.is_test
    and calls.rang_at >= ${from} and calls.rang_at < ${to}::timestamptz + interval '1 second'`
}

/** An unanswered call rang for the maximum time; one that ended earlier was ended by the caller. */
export const OUTCOME = sql<string>`
  case
    when calls.direction = 'out' then case when calls.reached_at is null then 'not_reached' else 'reached' end
    when calls.started_at is not null then 'answered'
    when calls.state <> 'ended' then 'waiting'
    when calls.reason_type in ('busy', 'blocked') then calls.reason_type
    when calls.ended_at - calls.rang_at >= make_interval(secs => ${RINGS_FOR_SECONDS}) then 'missed'
    else 'abandoned'
  end`

/** Seconds until the call was answered or ended; for an outgoing call until it was answered. */
export const WAITED = sql<number>`
  extract(epoch from
    coalesce(case when calls.direction = 'out' then calls.reached_at else calls.started_at end, calls.ended_at) - calls.rang_at)`

/** Seconds of talk, including the time on hold; null when there was none or it is still running. */
export const TALKED = sql<number>`
  extract(epoch from calls.ended_at - case when calls.direction = 'out' then calls.reached_at else calls.started_at end)`

const FATE = (fate: string) => sql`count(*) filter (where outcome = ${fate})::int`
const RANG = sql`outcome in ('answered', 'abandoned', 'missed')`

/** Sums over a group of calls with `outcome`, `waited`, `talked`, `transferred_from`, `makes_order`; the rates are computed later. */
export const TOTALS = sql`
  count(*) filter (where direction = 'in')::int as offered,
  ${FATE('answered')} as answered, ${FATE('abandoned')} as abandoned, ${FATE('missed')} as missed,
  ${FATE('busy')} as busy, ${FATE('blocked')} as blocked,
  count(*) filter (where direction = 'in' and transferred_from is not null)::int as transferred,
  count(*) filter (where direction = 'in' and makes_order)::int as orders,
  percentile_disc(0.5) within group (order by waited) filter (where ${RANG}) as "waitP50",
  percentile_disc(0.9) within group (order by waited) filter (where ${RANG}) as "waitP90",
  max(waited) filter (where ${RANG}) as "waitMax",
  coalesce(sum(talked) filter (where outcome = 'answered'), 0)::float as talk,
  count(talked) filter (where outcome = 'answered')::int as talks,
  count(*) filter (where outcome = 'answered' and waited <= ${ANSWERED_IN_TIME_SECONDS})::int as "inTime",
  count(*) filter (where direction = 'out')::int as dialled, ${FATE('reached')} as reached,
  coalesce(sum(talked) filter (where outcome = 'reached'), 0)::float as "outgoingTalk"`

/** A call counts as the source of an order when the order began with it and was placed; questions about an existing order do not count. */
export const MAKES_ORDER = sql<boolean>`
  exists (
    select from orders
    where orders.id = calls.order_id and orders.placed_at is not null and orders.created_at >= calls.rang_at
  )`
