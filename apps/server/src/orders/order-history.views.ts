import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../platform/db/actor.ts'
import type { Db } from '../platform/db/database.ts'
import { inScope } from './in-scope.store.ts'
import { wire } from './wire-times.ts'

export interface HistoryView {
  id: number
  timestamp: string
  type: string
  initiator: { kind: string; id: number | null; name: string | null }
  data: Record<string, unknown>
}

interface Row extends Omit<HistoryView, 'timestamp' | 'initiator'> {
  timestamp: Date
  kind: string
  initiator_id: number | null
  name: string | null
}

/** Offer entries are visible only to the driver's company. */
const OF_OFFERS = ['driver_notified', 'driver_viewed', 'driver_refused', 'driver_accepted']

/**
 * History of an order, newest last, with the car but not the identity of other companies' drivers. Null for an order outside the actor's
 * scope, deleted ones included.
 */
export async function historyView(db: Db, scope: Scope, orderId: OrderId): Promise<HistoryView[] | null> {
  const order = await sql`select 1 from orders where id = ${orderId} and ${inScope(scope)}`.execute(db)
  if (order.rows.length === 0) return null
  const mine = scope.companies === 'every' ? null : [...scope.companies]
  const isOthers = sql`(${mine}::bigint[] is not null and driver.company_id <> all(${mine}::bigint[]))`
  const isByOthersDriver = sql`(${mine}::bigint[] is not null and accepting.company_id <> all(${mine}::bigint[]))`
  const confirmedBy = sql`(h.data->>'company_id')::bigint`
  const isConfirmedByOthers = sql`(${mine}::bigint[] is not null and h.type = 'fare_confirmed' and ${confirmedBy} <> all(${mine}::bigint[]))`
  const { rows } = await sql<Row>`
    select h.id, h.timestamp, h.type, h.initiator_kind as kind, h.initiator_id,
      -- A client's account may be another company's colleague: the name is not theirs to read.
      case when h.initiator_kind <> 'client' and not (h.initiator_kind = 'driver' and coalesce(${isOthers} or ${isByOthersDriver}, false))
        and not coalesce(${isConfirmedByOthers}, false) then u.name end as name,
      case when car.indicativ is null then h.data else jsonb_build_object('indicativ', car.indicativ) || h.data end
        || case when letter.id is null then '{}' else jsonb_build_object('letter_state', letter.state) end as data
    from order_history h left join users u on u.id = h.initiator_id
    left join driver_status driver on driver.driver_id =
      coalesce((h.data->>'driver_id')::bigint, case when h.initiator_kind = 'driver' then h.initiator_id end)
    left join driver_status accepting on h.initiator_kind = 'driver' and accepting.driver_id = h.initiator_id
    left join driver_cars own on own.driver_id = (h.data->>'driver_id')::bigint and own.is_default
    left join cars car on car.id = own.car_id
    left join outbox letter on letter.id = (h.data->>'letter_id')::bigint
    where h.order_id = ${orderId} and not (h.type = any(${OF_OFFERS}::text[]) and coalesce(${isOthers}, false))
    order by h.id
  `.execute(db)
  return rows.map(({ kind, initiator_id, name, timestamp, ...row }) => ({
    ...row,
    timestamp: wire(timestamp),
    initiator: { kind, id: initiator_id, name },
  }))
}
