import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { RatingTables } from '../../platform/db/tables/orders/ratings.ts'

/** False when the order has a rating in this direction already. */
export async function insertRating(tx: Tx, rating: Selectable<RatingTables['ratings']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('ratings')
    .values({ ...rating, tags: sql`${rating.tags}::text[]` })
    .onConflict((same) => same.columns(['order_id', 'direction']).doNothing())
    .returning('order_id')
    .executeTakeFirst()
  return inserted !== undefined
}
