import type { readCallsReport } from '@dispecerat/contract/call-reports'
import type { ReplyOf } from '@dispecerat/contract/endpoint'
import { toWireTime } from '@dispecerat/domain/wire-time'
import { sql } from 'kysely'
import type { Scope } from '../db/caller.ts'
import type { Db } from '../db/database.ts'
import { type CallSums, figuresOf, NO_CALLS, outgoingOf } from './call-figures.ts'
import type { CallPeriod } from './call-period.ts'
import { inPeriod, MAKES_ORDER, OUTCOME, SUMS, TALKED, WAITED } from './calls-in-period.store.ts'
import { timesOf } from './report-times.ts'

interface Group extends CallSums {
  kind: 'all' | 'time' | 'dispatcher'
  startsAt: Date | null
  dispatcherId: number | null
  dispatcherName: string | null
}

type Report = Omit<ReplyOf<typeof readCallsReport>, 'columns'>

/**
 * The period's calls by time, by dispatcher and in all, read once. Days are Bucharest's; hours are told apart by their instant, so
 * that the hour the clocks go back is two.
 */
export async function callsReport(db: Db, scope: Scope, period: CallPeriod, by: 'day' | 'hour'): Promise<Report> {
  const groups = await groupsOf(db, scope, period, by)
  const byTime = new Map(groups.flatMap((one) => (one.startsAt ? [[one.startsAt.getTime(), one] as const] : [])))
  const times = timesOf(period, by)
  const all = groups.find(({ kind }) => kind === 'all') ?? NO_CALLS
  return {
    rows: times.slice(0, -1).map((at, n) => ({
      from: toWireTime(at),
      to: toWireTime(new Date((times[n + 1] ?? at).getTime() - 1000)),
      ...figuresOf(byTime.get(at.getTime()) ?? NO_CALLS),
    })),
    dispatchers: groups
      .flatMap((one) =>
        one.kind === 'dispatcher' && one.dispatcherId !== null ? [ofDispatcher(one, one.dispatcherId)] : [],
      )
      .sort((a, b) => b.answered - a.answered || a.dispatcher_id - b.dispatcher_id),
    totals: { ...figuresOf(all), ...outgoingOf(all) },
  }
}

function ofDispatcher(group: Group, dispatcherId: number) {
  return {
    dispatcher_id: dispatcherId,
    dispatcher_name: group.dispatcherName,
    ...figuresOf(group),
    ...outgoingOf(group),
  }
}

async function groupsOf(db: Db, scope: Scope, period: CallPeriod, by: 'day' | 'hour'): Promise<Group[]> {
  const { rows } = await sql<Group>`
    with seen as (
      select calls.direction, calls.transferred_from, calls.dispatcher_id,
        date_trunc(${by}, calls.rang_at, 'Europe/Bucharest') as starts_at,
        ${OUTCOME} as outcome, ${WAITED} as waited, ${TALKED} as talked, ${MAKES_ORDER} as makes_order
      from calls where ${inPeriod(scope, period)}
    ), summed as (
      select
        case when grouping(starts_at) = 0 then 'time' when grouping(dispatcher_id) = 0 then 'dispatcher' else 'all' end
          as kind,
        starts_at as "startsAt", dispatcher_id as "dispatcherId", ${SUMS}
      from seen group by grouping sets ((starts_at), (dispatcher_id), ())
    )
    select summed.*, users.name as "dispatcherName" from summed left join users on users.id = "dispatcherId"
  `.execute(db)
  return rows
}
