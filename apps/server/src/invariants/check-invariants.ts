import type { OrderState } from '@dispecerat/domain/order'
import { type HistoryLine, historyProblem } from '@dispecerat/domain/order-history'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { INVARIANTS, type Invariant } from './invariants.ts'

/** A rule and the rows that break it; none when it holds. */
export interface InvariantFinding extends Pick<Invariant, 'rule' | 'of'> {
  ids: number[]
}

const HISTORY_RULE = 'the history of an order is a legal path to its state'
const HISTORIES_AT_ONCE = 2000

/** Checks every standing rule on one snapshot, so that it may run beside a working server. `at` judges bans. */
export async function checkInvariants(db: Db, at: Date): Promise<InvariantFinding[]> {
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return reading.execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    const findings: InvariantFinding[] = []
    for (const { rule, of, broken } of INVARIANTS) {
      const { rows } = await broken(at).execute(tx)
      findings.push({ rule, of, ids: rows.map(({ id }) => id).sort((a, b) => a - b) })
    }
    return [...findings, { rule: HISTORY_RULE, of: 'orders', ids: await illegalHistories(tx) }]
  })
}

interface Life {
  id: number
  state: OrderState
  lines: HistoryLine[]
}

async function illegalHistories(tx: Tx): Promise<number[]> {
  const broken: number[] = []
  for (let after = 0; ; ) {
    const lives = await livesAfter(tx, after)
    for (const { id, state, lines } of lives) if (historyProblem(lines, state) !== null) broken.push(id)
    const last = lives.at(-1)
    if (!last) return broken
    after = last.id
  }
}

async function livesAfter(tx: Tx, orderId: number): Promise<Life[]> {
  const { rows } = await sql<Life>`
    select id, state, coalesce((
      select json_agg(json_build_object('type', type, 'state', data ->> 'state') order by history.id)
      from order_history as history where history.order_id = orders.id
    ), '[]') as lines
    from orders where id > ${orderId} order by id limit ${HISTORIES_AT_ONCE}
  `.execute(tx)
  return rows
}
