import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { sql } from 'kysely'
import type { OrderColumns } from '../order-record.ts'
import { wireOrNull } from '../wire-times.ts'

/** Column `car_warning` of an order's row or view: the warning about its car, as the contract has it. */
export const CAR_WARNING = sql<OrderView['car_warning']>`(
  select json_build_object('kind', watch.warned_as,
    'since', to_char(watch.warned_since at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'))
  from car_watches as watch
  where watch.order_id = orders.id and watch.warned_as is not null and orders.trip_state = 'waiting_driver'
    and (watch.driver_id, watch.assigned_at) = (orders.driver_id, orders.assigned_at)) as car_warning`

type Columns = Pick<OrderColumns, 'trip_state' | 'is_next_order' | 'replacement_since'>

/** Since when another car is searched for an order whose driver is on the way. */
export function replacementView({
  trip_state,
  is_next_order,
  replacement_since: since,
}: Columns): OrderView['replacement_since'] {
  return trip_state === 'waiting_driver' && !is_next_order ? wireOrNull(since) : null
}
