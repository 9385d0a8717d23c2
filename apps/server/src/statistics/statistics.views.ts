import { startOfBucharestDay } from '@dispecerat/domain/bucharest-day'
import { sql } from 'kysely'
import type { Scope } from '../db/caller.ts'
import type { Db } from '../db/database.ts'

const DAY_MS = 86_400_000

/** What the database counts for the top bar and the dashboard (GAP-25, C-35). */
export interface TradeCounts {
  clientsCount: number
  ordersTodayCount: number
  ordersTotalCount: number
  canceledOrdersTodayCount: number
  ordersLast24hCount: number
  canceledOrdersLast24hCount: number
}

/** Today begins at midnight in Bucharest. An order counts once it is placed; a draft that was dropped counts as canceled. */
export async function tradeCounts(db: Db, { companies }: Scope, now: Date): Promise<TradeCounts> {
  const midnight = startOfBucharestDay(now)
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const isMine = companies === 'every' ? sql`true` : sql`created_by_company_id = any(${[...companies]}::bigint[])`
  const isOurClient = companies === 'every' ? sql`true` : sql`company_id = any(${[...companies]}::bigint[])`
  const { rows } = await sql<TradeCounts>`
    select
      (select count(distinct user_id) from company_clients where ${isOurClient}) as "clientsCount",
      count(*) filter (where placed_at >= ${midnight}) as "ordersTodayCount",
      count(placed_at) as "ordersTotalCount",
      count(*) filter (where state = 'canceled' and canceled_at >= ${midnight}) as "canceledOrdersTodayCount",
      count(*) filter (where placed_at >= ${dayAgo}) as "ordersLast24hCount",
      count(*) filter (where state = 'canceled' and canceled_at >= ${dayAgo}) as "canceledOrdersLast24hCount"
    from orders where deleted_at is null and ${isMine}
  `.execute(db)
  const counts = rows[0]
  if (!counts) throw new Error('an aggregate without groups has one row')
  return counts
}
