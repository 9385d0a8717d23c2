import type { PaymentRun } from '@dispecerat/contract/billing/finance-history'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { runsOf } from './payment-runs.store.ts'

const NEWEST = 20
const ENDED_WITHIN_MS = 3_600_000

interface Row extends Omit<PaymentRun, 'started_at'> {
  started_at: Date
}

const columns = sql`payment_runs.id, is_paid, state, cardinality(order_ids) as orders, done_count as done, changed_count as changed,
  started_at, users.name as started_by`

/** Running payment runs, and those that ended within the last hour. */
export async function paymentRunsOf(db: Db, scope: Scope, now: Date): Promise<PaymentRun[]> {
  const since = new Date(now.getTime() - ENDED_WITHIN_MS)
  const { rows } = await sql<Row>`
    select ${columns} from payment_runs left join users on users.id = started_by
    where (ended_at is null or ended_at > ${since}) and ${runsOf(scope)}
    order by (ended_at is null) desc, payment_runs.id desc limit ${NEWEST}
  `.execute(db)
  return rows.map(runView)
}

export async function paymentRunView(db: Db, id: number): Promise<PaymentRun> {
  const { rows } = await sql<Row>`
    select ${columns} from payment_runs left join users on users.id = started_by where payment_runs.id = ${id}
  `.execute(db)
  if (!rows[0]) throw new Error(`payment run ${id} does not exist`)
  return runView(rows[0])
}

function runView({ started_at, ...row }: Row): PaymentRun {
  return { ...row, started_at: toWireTime(started_at) }
}
