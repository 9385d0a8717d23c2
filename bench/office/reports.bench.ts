import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../apps/server/src/platform/db/tables/tables.ts'
import { type Installation, openInstallation } from '../bench-installation.ts'
import { alternate, type Bench, type BenchRow, median, percentile } from '../measure.ts'
import { AT_ONCE, COMPANY, DISPATCHERS, DRIVERS, loadYear, managerToken, ORDERS, YEAR } from './a-year.ts'

const ROUNDS = 5

const WITHIN = `created_at >= '${YEAR.from}' and created_at < '2026-06-01' and created_by_company_id = ${COMPANY} and deleted_at is null`
const OF_FINISHED = `trip_finished_at >= '${YEAR.from}' and trip_finished_at < '2026-06-01'
  and processed_by_company_id = ${COMPANY} and state = 'finished' and deleted_at is null`

interface Question {
  path: string
  /** Hand-written SQL over the orders themselves for the same figures. */
  bare: string
}

const QUESTIONS: readonly Question[] = [
  {
    path: 'dispatchers?group=dispatcher',
    bare: `select dispatcher_id, count(*), count(*) filter (where state = 'finished'), count(*) filter (where state = 'canceled'),
      sum(cost_bani), avg(assigned_at - placed_at) from orders where ${WITHIN} group by 1`,
  },
  {
    path: 'dispatchers?group=day',
    bare: `select (created_at at time zone 'Europe/Bucharest')::date, count(*), count(*) filter (where state = 'finished')
      from orders where ${WITHIN} group by 1`,
  },
  {
    path: 'drivers?group=driver',
    bare: `select driver_id, count(*), sum(cost_bani), sum(driver_payment_bani) from orders where ${OF_FINISHED} group by 1`,
  },
  {
    path: 'cancellations?group=reason',
    bare: `select cancellation_reason_type, count(*) from orders where ${WITHIN} and state = 'canceled' group by 1`,
  },
  {
    path: 'search?group=day',
    bare: `select day, count(*), percentile_disc(0.5) within group (order by seconds) filter (where outcome = 'accepted'),
      percentile_disc(0.9) within group (order by seconds) filter (where outcome = 'accepted') from search_facts
      where company_id = ${COMPANY} and day between '${YEAR.from}' and '${YEAR.to}' group by 1`,
  },
  {
    path: 'fairness?group=driver',
    bare: `select driver_id, sum(cost_bani), (select sum(stopped_at - started_at) from driver_shifts s where s.driver_id = o.driver_id)
      from orders o where ${OF_FINISHED} group by 1`,
  },
]

/** Reports of a whole year, as a manager requests them, against hand-written SQL over the orders. */
export const bench: Bench = {
  name: 'reports',
  run: async () => {
    await using installation = await openInstallation({ drivers: 0 })
    const cost = await installation.db.connection().execute((one) => loadYear(one))
    const token = await managerToken(installation)
    const rows: BenchRow[] = []
    const slowest: number[] = []
    for (const question of QUESTIONS) {
      const times = await alternate(
        ROUNDS,
        () => ours(installation, token, question),
        () => bare(installation.db, question),
      )
      slowest.push(percentile(times.ours, 0.99))
      rows.push({
        what: question.path,
        unit: 'ms',
        ours: median(times.ours),
        peer: median(times.peer),
        peerName: 'bare SQL over the orders',
        better: 'lower',
      })
    }
    return {
      title: 'Reports of a year',
      growsWith: 'days times people, not orders; searches with their number (one narrow index entry each).',
      rows,
      notes: [
        `${ORDERS.toLocaleString('en-US')} orders and searches of one company in a year, ${DRIVERS.toLocaleString('en-US')} drivers, ${DISPATCHERS} dispatchers; slowest p99 ${Math.max(...slowest).toFixed(0)} ms`,
        'ours is the whole request: scope, sums, names, totals; the bare SQL has no names and no totals',
        `keeping the sums costs an inserted order ${cost.toFixed(3)} ms, over ${AT_ONCE.toLocaleString('en-US')} rows with and without its trigger`,
      ],
    }
  },
}

async function ours({ url }: Installation, token: string, { path }: Question): Promise<number> {
  const startedAt = performance.now()
  const address = `${url}/api/reports/${path}&date_from=${YEAR.from}&date_to=${YEAR.to}&company_id=${COMPANY}`
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  const { rows } = (await answer.json()) as { rows?: unknown[] }
  if (!rows || rows.length === 0) throw new Error(`the report ${path} is empty: ${answer.status}`)
  return performance.now() - startedAt
}

async function bare(db: Kysely<Tables>, { bare: statement }: Question): Promise<number> {
  const startedAt = performance.now()
  await sql.raw(statement).execute(db)
  return performance.now() - startedAt
}
