import type { CompanyId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/lifecycle/long-runs.ts'

export interface PaymentRun {
  id: number
  companyIds: CompanyId[]
  startedBy: UserId | null
  /** False: payments are reversed. */
  isPaid: boolean
  orderIds: OrderId[]
  doneCount: number
  changedCount: number
  state: 'running' | 'done' | 'stopped' | 'refused'
  refusal: Refusal | null
}

const COLUMNS = sql`id, company_ids as "companyIds", started_by as "startedBy", is_paid as "isPaid", order_ids as "orderIds",
  done_count as "doneCount", changed_count as "changedCount", state, refusal`

/** SQL condition: all companies of the run's orders are in the scope. */
export const runsOf = ({ companies }: Scope) => {
  const mine = companies === 'every' ? null : [...companies]
  return sql`(${mine}::bigint[] is null or company_ids <@ ${mine}::bigint[])`
}

export async function insertRun(
  tx: Tx,
  { companyIds, startedBy, isPaid, orderIds }: Pick<PaymentRun, 'companyIds' | 'startedBy' | 'isPaid' | 'orderIds'>,
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('payment_runs')
    .values({
      company_ids: companyIds,
      started_by: startedBy,
      started_at: now,
      is_paid: isPaid,
      order_ids: orderIds,
      advanced_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function readRun(db: Db, id: number): Promise<PaymentRun> {
  const { rows } = await sql<PaymentRun>`select ${COLUMNS} from payment_runs where id = ${id}`.execute(db)
  if (!rows[0]) throw new Error(`payment run ${id} does not exist`)
  return rows[0]
}

/** Locks the run, so that its portions run one after another in any process. */
export async function lockRun(tx: Tx, id: number): Promise<PaymentRun> {
  const { rows } =
    await sql<PaymentRun>`select ${COLUMNS} from payment_runs where id = ${id} for no key update`.execute(tx)
  if (!rows[0]) throw new Error(`payment run ${id} does not exist`)
  return rows[0]
}

/** null when the run has orders of a company outside the scope. */
export async function lockRunOf(tx: Tx, scope: Scope, id: number): Promise<PaymentRun | null> {
  const { rows } = await sql<PaymentRun>`
    select ${COLUMNS} from payment_runs where id = ${id} and ${runsOf(scope)} for no key update
  `.execute(tx)
  return rows[0] ?? null
}

/** Stores the progress; the run ends with its last portion. */
export async function saveProgress(
  tx: Tx,
  { id, doneCount, changedCount }: Pick<PaymentRun, 'id' | 'doneCount' | 'changedCount'>,
  now: Date,
): Promise<void> {
  await sql`
    update payment_runs set done_count = ${doneCount}, changed_count = ${changedCount}, advanced_at = ${now},
      state = case when ${doneCount}::integer < cardinality(order_ids) then 'running' else 'done' end,
      ended_at = case when ${doneCount}::integer < cardinality(order_ids) then null else ${now}::timestamptz end
    where id = ${id}
  `.execute(tx)
}

/** Ends the run before its last portion: a user stopped it, or an order changed and refuses the payment. */
export async function endRun(
  tx: Tx,
  id: number,
  { state, by, refusal, now }: { state: 'stopped' | 'refused'; by: number | null; refusal: Refusal | null; now: Date },
): Promise<void> {
  await sql`
    update payment_runs set state = ${state}, stopped_by = ${by}, ended_at = ${now},
      refusal = ${refusal === null ? null : JSON.stringify(refusal)}
    where id = ${id}
  `.execute(tx)
}

/** Runs without a portion since `before`, whose process has ended. Each is claimed by one process. */
export async function claimAbandonedRuns(db: Db, before: Date, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update payment_runs set advanced_at = ${now} where ended_at is null and advanced_at < ${before} returning id
  `.execute(db)
  return rows.map(({ id }) => id)
}
