import type { NewPlace } from '@dispecerat/contract/orders/order-shapes'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { UNREAD } from '../../platform/db/hasten-client.ts'
import type { NewHistory } from '../order-history.store.ts'
import { columnsOf, type OrderChanges } from '../order-record.ts'

export interface OrderToInsert {
  columns: OrderChanges & Required<Pick<OrderChanges, 'state' | 'createdByCompanyId' | 'departureTime'>>
  places: readonly NewPlace[]
  history: readonly Omit<NewHistory, 'orderId'>[]
  now: Date
}

/** The order, its addresses and its history in one statement. */
export async function insertOrder(tx: Tx, order: OrderToInsert): Promise<OrderId> {
  const { columns, now } = order
  const { rows } = await sql<{ id: OrderId }>`
    with placed as (${tx
      .insertInto('orders')
      .values({
        ...columnsOf(columns),
        state: columns.state,
        created_by_company_id: columns.createdByCompanyId,
        departure_time: columns.departureTime,
        created_at: now,
        updated_at: now,
      })
      .returning('id')}),
    addresses as (
      insert into order_places (order_id, position, name, lat, long, place_id, comment, bloc, scara, reper)
      select placed.id, ${placeColumns} from placed, ${placeRecords(order.places)}
    ),
    lines as (
      insert into order_history (order_id, timestamp, type, initiator_kind, initiator_id, data)
      select placed.id, ${now}, line.type, line.kind, line.user_id, line.data
      from placed, jsonb_to_recordset(${JSON.stringify(
        order.history.map(({ type, by, data }) => ({ type, kind: by.kind, user_id: by.userId, data: data ?? {} })),
      )}::jsonb) as line(type text, kind text, user_id bigint, data jsonb)
    )
    select id from placed
  `.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('an inserted order has an id')
  return id
}

const placeColumns = sql`
  position, name, lat, long, place_id, nullif(comment, ''), nullif(bloc, ''), nullif(scara, ''), nullif(reper, '')`

/** A table `place` of addresses with their positions. */
function placeRecords(places: readonly NewPlace[]) {
  const records = places.map((place, position) => ({ ...place, position }))
  return sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as place(position integer, name text,
    lat double precision, long double precision, place_id text, comment text, bloc text, scara text, reper text)`
}

function numbering(companyId: number, now: Date) {
  return sql`
    insert into order_numbers as n (company_id, day, last_no) values (${companyId}, ${bucharestDay(now)}::date, 1)
    on conflict (company_id, day) do update set last_no = n.last_no + 1
    returning last_no`
}

/** Assigns the order's number. Done late: locking the counter from the insert on costs a third of the orders per second. */
export async function numberOrder(tx: Tx, orderId: OrderId, companyId: number, now: Date): Promise<void> {
  await sql`
    ${UNREAD} with number as (${numbering(companyId, now)})
    update orders set order_no = number.last_no from number where id = ${orderId}
  `.execute(tx)
}

/** The company's next display number of the Bucharest day, for a draft that is placed. */
export async function nextOrderNo(tx: Tx, companyId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ last_no: number }>`${numbering(companyId, now)}`.execute(tx)
  const number = rows[0]?.last_no
  if (number === undefined) throw new Error('a counter that was raised has a number')
  return number
}

export async function replacePlaces(tx: Tx, orderId: OrderId, places: readonly NewPlace[]): Promise<void> {
  await tx.deleteFrom('order_places').where('order_id', '=', orderId).execute()
  await sql`
    insert into order_places (order_id, position, name, lat, long, place_id, comment, bloc, scara, reper)
    select ${orderId}::bigint, ${placeColumns} from ${placeRecords(places)}
  `.execute(tx)
}
