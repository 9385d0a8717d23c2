import type { OrderRating } from '@dispecerat/contract/order-shapes'
import { DomainError } from '@dispecerat/domain/errors'
import { meanOfStars, RATINGS_IN_MEAN } from '@dispecerat/domain/rating'
import { toWireTime } from '@dispecerat/domain/wire-time'
import { sql } from 'kysely'
import type { Scope } from '../db/caller.ts'
import type { Db } from '../db/database.ts'

type Row = Omit<OrderRating, 'created_at'> & { order_id: number; created_at: Date }

/** What was said of an order in this direction, or null. */
export async function ratingOf(
  db: Db,
  orderId: number,
  direction: 'of_driver' | 'of_client',
): Promise<OrderRating | null> {
  const row = await db
    .selectFrom('ratings')
    .select(['stars', 'tags', 'comment', 'source', 'created_at'])
    .where('order_id', '=', orderId)
    .where('direction', '=', direction)
    .executeTakeFirst()
  return row ? { ...row, created_at: toWireTime(row.created_at) } : null
}

/** What clients said of a driver of the caller's companies, newest first; `driver.unknown` for any other. */
export async function ratingsOfDriver(
  db: Db,
  driverId: number,
  { scope, page, perPage }: { scope: Scope; page: number; perPage: number },
) {
  const companies = scope.companies === 'every' ? null : scope.companies
  const known = await sql`
    select 1 from driver_status as status join users on users.id = status.driver_id and users.deleted_at is null
    where status.driver_id = ${driverId}
      and (${companies}::bigint[] is null or status.company_id = any(${companies}::bigint[]))
  `.execute(db)
  if (known.rows.length === 0) throw new DomainError('driver.unknown')
  const [{ rows }, last, counted] = await Promise.all([
    sql<Row>`
      select order_id, stars, tags, comment, source, created_at from ratings
      where driver_id = ${driverId} and direction = 'of_driver'
      order by created_at desc, order_id desc limit ${perPage} offset ${(page - 1) * perPage}
    `.execute(db),
    sql<{ stars: number }>`
      select stars from ratings where driver_id = ${driverId} and direction = 'of_driver'
      order by created_at desc, order_id desc limit ${RATINGS_IN_MEAN}
    `.execute(db),
    sql<{ n: number }>`
      select count(*)::integer as n from ratings where driver_id = ${driverId} and direction = 'of_driver'
    `.execute(db),
  ])
  return {
    data: rows.map((row) => ({ ...row, created_at: toWireTime(row.created_at) })),
    mean: meanOfStars(last.rows.map(({ stars }) => stars)),
    meta: { total: counted.rows[0]?.n ?? 0, total_is_capped: false, page, per_page: perPage },
  }
}
