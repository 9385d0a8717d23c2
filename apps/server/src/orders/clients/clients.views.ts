import type { ClientView } from '@dispecerat/contract/orders/clients'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

/** A dispatcher has no time to read more during a call. */
const MAX_ADDRESSES = 12

interface ClientRow extends Omit<ClientView, 'phone' | 'is_blocked' | 'last_order_at'> {
  last_order_at: Date | null
}

/**
 * The data of the actor's companies about a phone (E.164). Another company's client is unknown here, with all orders and addresses there;
 * an unknown phone has id null and no data. Of several companies of one actor the first one is used.
 */
export async function clientView(db: Db, scope: Scope, phone: string, now: Date): Promise<ClientView> {
  const { rows } = await sql<ClientRow>`
    with of_phone as (
      select id, state, trip_state, cancellation_reason_type, address, car_indicativ, assigned_at, waiting_driver_time, departure_time, placed_at from orders
      where client_phone = ${phone} and placed_at is not null and deleted_at is null
        and ${ofCompanies(scope, 'orders.created_by_company_id')}
    ),
    client as (
      select known.user_id as id, known.company_id, known.name, known.about, known.protocol_parent_user_id
      from users join company_clients known on known.user_id = users.id and ${ofCompanies(scope, 'known.company_id')}
      where users.phone = ${phone} order by known.company_id limit 1
    )
    select client.id, client.name, client.about,
      (select json_build_object('id', account.id, 'name', account.name)
        from protocol_companies contract join users account on account.id = contract.user_id and account.deleted_at is null
        where contract.user_id = client.protocol_parent_user_id and contract.is_active
          and (contract.contract_until is null or contract.contract_until >= ${bucharestDay(now)}::date)
          and contract.company_id = client.company_id) as protocol_parent_user,
      (select reason from blocked_phones where phone = ${phone} and ${ofCompanies(scope, 'blocked_phones.company_id')}
        order by created_at desc limit 1) as blocked_reason,
      (select count(*) from of_phone) as orders_count,
      (select count(*) from of_phone where state = 'canceled') as canceled_count,
      (select count(*) from of_phone where cancellation_reason_type = 'no_show') as no_shows_count,
      (select max(placed_at) from of_phone) as last_order_at,
      (select json_build_object('id', id, 'state', state, 'trip_state', trip_state, 'address', address,
          'car_indicativ', car_indicativ, 'assigned_at', ${wireTimeOf('assigned_at')},
          'waiting_driver_time', waiting_driver_time, 'departure_time', ${wireTimeOf('departure_time')})
        from of_phone where state in ('created', 'assigned', 'pending') order by placed_at desc, id desc limit 1) as open_order,
      coalesce((select json_agg(address) from (
        select id, name, lat, long, place_id, comment, nullif(bloc, '') as bloc, nullif(scara, '') as scara, reper
        from saved_addresses
        where phone = ${phone} and deleted_at is null and ${ofCompanies(scope, 'saved_addresses.company_id')}
        order by use_count desc, last_used_at desc, id
        limit ${MAX_ADDRESSES}
      ) as address), '[]') as addresses
    from (select) as nothing left join client on true
  `.execute(db)
  const row = rows[0]
  if (!row) throw new Error('a left join from one row has a row')
  return {
    ...row,
    phone,
    is_blocked: row.blocked_reason !== null,
    last_order_at: row.last_order_at && toWireTime(row.last_order_at),
  }
}

/** A timestamp inside JSON, in the wire format. */
function wireTimeOf(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`
}
