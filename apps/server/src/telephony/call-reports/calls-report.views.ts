import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import type { CallGroup, readCallsReport } from '@dispecerat/contract/telephony/call-reports'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { type CallTotals, figuresOf, NO_CALLS, outgoingOf } from './call-figures.ts'
import type { CallPeriod } from './call-period.ts'
import { inPeriod, MAKES_ORDER, OUTCOME, TALKED, TOTALS, WAITED } from './calls-in-period.store.ts'
import { timesOf } from './report-times.ts'

interface Group extends CallTotals {
  kind: 'all' | 'time' | 'dispatcher' | 'company'
  startsAt: Date | null
  dispatcherId: UserId | null
  dispatcherName: string | null
  companyId: CompanyId | null
  companyName: string | null
}

type Report = Omit<ReplyOf<typeof readCallsReport>, 'columns'>

/**
 * The period's calls by time, by dispatcher and in total, from one read. Days are Bucharest's; hours are distinguished by their instant, so
 * that the repeated hour at the end of daylight saving time is two.
 */
export async function callsReport(db: Db, scope: Scope, period: CallPeriod, by: CallGroup): Promise<Report> {
  const groups = await groupsOf(db, scope, period, by === 'company' ? 'month' : by)
  const byTime = new Map(groups.flatMap((one) => (one.startsAt ? [[one.startsAt.getTime(), one] as const] : [])))
  const times = by === 'company' ? [] : timesOf(period, by)
  const all = groups.find(({ kind }) => kind === 'all') ?? NO_CALLS
  return {
    rows: times.slice(0, -1).map((at, n) => ({
      ...endsOf(period, by, at, times[n + 1] ?? at),
      ...figuresOf(byTime.get(at.getTime()) ?? NO_CALLS),
    })),
    dispatchers: groups
      .flatMap((one) =>
        one.kind === 'dispatcher' && one.dispatcherId !== null ? [ofDispatcher(one, one.dispatcherId)] : [],
      )
      .sort((a, b) => b.answered - a.answered || a.dispatcher_id - b.dispatcher_id),
    companies: groups
      .flatMap((one) => (one.kind === 'company' && one.companyId !== null ? [ofCompany(one, one.companyId)] : []))
      .sort((a, b) => b.offered - a.offered || a.company_id - b.company_id),
    totals: { ...figuresOf(all), ...outgoingOf(all) },
  }
}

/** The first and last month are limited to the period. */
function endsOf(period: CallPeriod, by: CallGroup, start: Date, next: Date): { from: string; to: string } {
  const last = new Date(next.getTime() - 1000)
  if (by !== 'month') return { from: toWireTime(start), to: toWireTime(last) }
  return {
    from: toWireTime(start > period.from ? start : period.from),
    to: toWireTime(last < period.to ? last : period.to),
  }
}

function ofDispatcher(group: Group, dispatcherId: UserId) {
  return {
    dispatcher_id: dispatcherId,
    dispatcher_name: group.dispatcherName,
    ...figuresOf(group),
    ...outgoingOf(group),
  }
}

function ofCompany(group: Group, companyId: CompanyId) {
  return { company_id: companyId, company_name: group.companyName ?? '', ...figuresOf(group), ...outgoingOf(group) }
}

async function groupsOf(db: Db, scope: Scope, period: CallPeriod, by: 'day' | 'hour' | 'month'): Promise<Group[]> {
  const { rows } = await sql<Group>`
    with seen as (
      select calls.direction, calls.transferred_from, calls.dispatcher_id, calls.company_id,
        date_trunc(${by}, calls.rang_at, 'Europe/Bucharest') as starts_at,
        ${OUTCOME} as outcome, ${WAITED} as waited, ${TALKED} as talked, ${MAKES_ORDER} as makes_order
      from calls where ${inPeriod(scope, period)}
    ), summed as (
      select
        case when grouping(starts_at) = 0 then 'time' when grouping(dispatcher_id) = 0 then 'dispatcher'
          when grouping(company_id) = 0 then 'company' else 'all' end
          as kind,
        starts_at as "startsAt", dispatcher_id as "dispatcherId", company_id as "companyId", ${TOTALS}
      from seen group by grouping sets ((starts_at), (dispatcher_id), (company_id), ())
    )
    select summed.*, users.name as "dispatcherName", companies.name as "companyName"
    from summed left join users on users.id = "dispatcherId" left join companies on companies.id = "companyId"
  `.execute(db)
  return rows
}

const MAX_COUNTED = 100_000

/** An estimate of the calls that a report of the period reads; counting stops at a limit. */
export async function callsInPeriod(
  db: Db,
  scope: Scope,
  period: CallPeriod,
): Promise<{ calls: number; is_capped: boolean }> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (select from calls where ${inPeriod(scope, period)} limit ${MAX_COUNTED + 1}) as found
  `.execute(db)
  const n = rows[0]?.n ?? 0
  return { calls: Math.min(n, MAX_COUNTED), is_capped: n > MAX_COUNTED }
}
