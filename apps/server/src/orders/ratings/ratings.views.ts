import type { OrderRating } from '@dispecerat/contract/orders/order-shapes'
import type { RatingOfPerson } from '@dispecerat/contract/orders/ratings'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { meanOfStars, RATINGS_IN_MEAN } from '@dispecerat/domain/orders/rating'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'

type Row = Omit<RatingOfPerson, 'created_at'> & { created_at: Date }

/** The rating of an order in this direction, or null. */
export async function ratingOf(
  db: Db,
  orderId: OrderId,
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

interface RatingsPage {
  scope: Scope
  page: number
  perPage: number
}

/** Clients' ratings of a driver of the actor's companies on their orders, newest first; throws `driver.unknown` for any other driver. */
export async function ratingsOfDriver(db: Db, driverId: DriverId, paging: RatingsPage) {
  const companies = companiesOf(paging.scope)
  const known = await sql`
    select 1 from driver_status as status join users on users.id = status.driver_id and users.deleted_at is null
    where status.driver_id = ${driverId}
      and (${companies}::bigint[] is null or status.company_id = any(${companies}::bigint[]))
  `.execute(db)
  if (known.rows.length === 0) throw new DomainError('driver.unknown')
  const which = sql`ratings.driver_id = ${driverId} and ratings.direction = 'of_driver' and ${isOurs(companies)}`
  return ratingPage(db, which, paging)
}

/** Drivers' ratings of a client on orders of the actor's companies; throws `client.unknown` for a client these do not know. */
export async function ratingsOfClient(db: Db, clientId: UserId, paging: RatingsPage) {
  const companies = companiesOf(paging.scope)
  const known = await sql`
    select 1 from company_clients as known
    where known.user_id = ${clientId}
      and (${companies}::bigint[] is null or known.company_id = any(${companies}::bigint[])) limit 1
  `.execute(db)
  if (known.rows.length === 0) throw new DomainError('client.unknown')
  const which = sql`ratings.client_id = ${clientId} and ratings.direction = 'of_client' and ${isOurs(companies)}`
  return ratingPage(db, which, paging)
}

async function ratingPage(db: Db, which: RawBuilder<unknown>, { scope, page, perPage }: RatingsPage) {
  const companies = companiesOf(scope)
  const found = sql`from ratings join orders on orders.id = ratings.order_id where ${which}`
  const newest = sql`order by ratings.created_at desc, ratings.order_id desc`
  const [{ rows }, last, counted] = await Promise.all([
    sql<Row>`
      select order_id, stars, tags, comment, ratings.source, ratings.created_at, ${isOurs(companies)} as is_ours,
        case when ${isGiverOurs(companies)} then (select jsonb_build_object('id', giver.id, 'name', case when giver.id = orders.client_id
            then (select name from company_clients where user_id = giver.id and company_id = orders.created_by_company_id)
            else giver.name end)
          from users as giver where giver.id = ratings.given_by) end as by
      ${found} ${newest} limit ${perPage} offset ${(page - 1) * perPage}
    `.execute(db),
    sql<{ stars: number }>`select stars ${found} ${newest} limit ${RATINGS_IN_MEAN}`.execute(db),
    sql<{ n: number }>`select count(*)::integer as n ${found}`.execute(db),
  ])
  return {
    data: rows.map((row) => ({ ...row, created_at: toWireTime(row.created_at) })),
    mean: meanOfStars(last.rows.map(({ stars }) => stars)),
    meta: { total: counted.rows[0]?.n ?? 0, total_is_capped: false, page, per_page: perPage },
  }
}

function companiesOf({ companies }: Scope): readonly CompanyId[] | null {
  return companies === 'every' ? null : companies
}

/** A client's rating belongs to the company of the order, a driver's to the company that drove. */
function isGiverOurs(companies: readonly CompanyId[] | null): RawBuilder<boolean> {
  if (companies === null) return sql<boolean>`true`
  return sql<boolean>`case ratings.direction when 'of_driver' then orders.created_by_company_id
    else coalesce(orders.processed_by_company_id, orders.created_by_company_id) end = any(${[...companies]}::bigint[])`
}

function isOurs(companies: readonly CompanyId[] | null): RawBuilder<boolean> {
  if (companies === null) return sql<boolean>`true`
  const ours = sql`any(${[...companies]}::bigint[])`
  return sql<boolean>`(orders.created_by_company_id = ${ours} or coalesce(orders.processed_by_company_id = ${ours}, false))`
}
