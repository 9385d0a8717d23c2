import { sql } from 'kysely'
import type { Db } from '../apps/server/src/platform/db/database.ts'

/**
 * Inserts live orders directly into a database: placed for tomorrow, a minute apart, so that no search begins. They are listed in the
 * order of their ids, which are returned.
 */
export async function manyOrders(db: Db, howMany: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with desk as (
      select u.id as dispatcher_id, uc.company_id from users u join user_companies uc on uc.user_id = u.id
      where u.email = 'dispecer@demo.ro' order by uc.company_id limit 1
    ), made as (
      insert into orders (state, client_phone, phone, name, address, created_by_company_id, dispatcher_id, departure_time,
        start_at, placed_at, created_at, updated_at)
      select 'pending', '+4072' || lpad(n::text, 7, '0'), '+4072' || lpad(n::text, 7, '0'), 'Client ' || n,
        'Strada Încercării ' || n, desk.company_id, desk.dispatcher_id, leaves, leaves, now(), now() - interval '1 hour', now()
      from desk, generate_series(1, ${howMany}::int) n,
        lateral (select date_trunc('minute', now()) + interval '1 day' + n * interval '1 minute' as leaves) as times
      order by n
      returning id, address
    ), placed as (
      insert into order_places (order_id, position, name, lat, long)
      select id, 0, address, 45.65, 25.6 from made
    )
    select id from made`.execute(db)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}
