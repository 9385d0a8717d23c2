import type { OrderState } from '@dispecerat/domain/orders/order'
import { type HistoryLine, historyProblem } from '@dispecerat/domain/orders/order-history'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { limitStatements } from '../db/limit-statements.ts'
import { RULES } from './rules.ts'

export interface Violation {
  /** The invariant, as a sentence. */
  rule: string
  /** Ids of the offending orders, drivers, walks, rounds or offers, or seqs of events, depending on the rule. */
  ids: number[]
  /** Details about the first few. */
  notes: string[]
}

/** Rows per read when the histories are checked. */
const ORDERS_AT_ONCE = 2000
const MAX_NOTES = 5

/**
 * Checks what must be true of any database at any instant, in one snapshot, so that a running server can be checked too. Empty = no
 * violation. `now` decides which bans are in force and which searches are late.
 */
export async function checkInvariants(db: Db, now: Date): Promise<Violation[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // Reads whole tables, which in a big database takes longer than a request may.
      await limitStatements(tx, 0)
      const violations: Violation[] = []
      for (const { rule, broken } of RULES) {
        const { rows } = await sql<{ id: number }>`${broken(now)}`.execute(tx)
        if (rows.length > 0) violations.push({ rule, ids: rows.map(({ id }) => id), notes: [] })
      }
      const histories = await brokenHistories(tx)
      return histories ? [...violations, histories] : violations
    })
}

interface History {
  id: number
  state: OrderState
  lines: HistoryLine[]
}

async function brokenHistories(tx: Tx): Promise<Violation | null> {
  const broken: Violation = { rule: 'an order’s history is a legal path to its state', ids: [], notes: [] }
  for (let after = 0; ; ) {
    const { rows } = await sql<History>`
      select orders.id, orders.state, coalesce((
        select json_agg(json_build_object('type', h.type, 'state', h.data ->> 'state') order by h.id)
        from order_history h where h.order_id = orders.id), '[]') as lines
      from orders where orders.id > ${after} order by orders.id limit ${ORDERS_AT_ONCE}
    `.execute(tx)
    for (const { id, state, lines } of rows) {
      const problem = historyProblem(lines, state)
      if (problem === null) continue
      broken.ids.push(id)
      if (broken.notes.length < MAX_NOTES) broken.notes.push(`order ${id}: ${problem}`)
    }
    const last = rows.at(-1)
    if (!last) return broken.ids.length > 0 ? broken : null
    after = last.id
  }
}
