import type { OrderRow } from '@dispecerat/contract/orders/order-shapes'
import type { CompanyId, OrderId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { fareDoubtView } from '../fare/fare-doubt.views.ts'
import type { OrderColumns } from '../order-record.ts'
import { arrivalDoubtView } from '../pickup/arrival-doubt.views.ts'
import { CAR_WARNING, replacementView } from '../watch/car-warning.views.ts'
import { wireOrNull } from '../wire-times.ts'

type Times = 'created_at' | 'departure_time' | 'start_at' | 'assigned_at' | 'trip_finished_at' | 'canceled_at'
interface Row
  extends Omit<OrderRow, Times | 'call' | 'cod_amount' | 'fare_doubt' | 'arrival_doubt' | 'replacement_since'> {
  created_by_company_id: CompanyId
  processed_by_company_id: CompanyId | null
  created_at: Date
  departure_time: Date
  start_at: Date | null
  assigned_at: Date | null
  trip_finished_at: Date | null
  canceled_at: Date | null
  cod_bani: number | null
  fare_doubt: OrderColumns['fare_doubt']
  arrival_doubt: OrderColumns['arrival_doubt']
  arrival_metres: number | null
  replacement_since: Date | null
  is_next_order: boolean
  cost_bani: number | null
  estimated_cost_bani: number | null
  trip_started_at: Date | null
  call_phone: string | null
  call_state: string | null
  call_started_at: Date | null
}

/** Joins the open call of each of `orders`. */
export const OPEN_CALL = sql`
  left join lateral (
    select phone, state, started_at from calls
    where calls.order_id = orders.id and calls.state in ('started', 'on_hold') order by calls.id desc limit 1
  ) as open_call on true`

/** Joins the settings of each order's company, for the list window. */
const SETTINGS = sql`left join company_settings as settings on settings.company_id = orders.created_by_company_id`

/** Time that closed orders stay in their lists. */
export const LIST_WINDOW = sql`make_interval(hours => coalesce(settings.operator_list_hours, 24))`

/** Columns of a list row; `now` decides which closed orders are still in a list. */
function rowColumns(now: Date): RawBuilder<unknown> {
  return sql`
    orders.id, orders.created_by_company_id, orders.processed_by_company_id, orders.order_no, orders.state, orders.trip_state, coalesce(orders.phone, orders.client_phone) as phone,
    orders.name, orders.address,
    array(select p.name from order_places p where p.order_id = orders.id order by p.position) as place_names,
    orders.car_indicativ, orders.driver_id, orders.dispatcher_id, orders.created_at, orders.departure_time,
    orders.start_at, orders.assigned_at, orders.waiting_driver_time, orders.trip_finished_at, orders.canceled_at,
    orders.in_pending_queue, orders.always_in_call, orders.call_need_interaction, orders.cancellation_reason_type,
    orders.cod_bani, orders.prep_minutes, orders.fare_doubt, orders.arrival_doubt, orders.arrival_metres, orders.replacement_since, orders.is_next_order, ${CAR_WARNING}, orders.cost_bani, orders.estimated_cost_bani, orders.trip_started_at,
    open_call.phone as call_phone, open_call.state as call_state, open_call.started_at as call_started_at,
    array_remove(array[
      case when orders.always_in_call or open_call.state is not null then 'in-call' end,
      case when orders.state in ('created', 'assigned', 'pending') then 'live' end,
      case when orders.state = 'finished' and orders.trip_finished_at > ${now}::timestamptz - ${LIST_WINDOW} then 'finished' end,
      case when orders.state = 'canceled' and orders.placed_at is not null
        and orders.canceled_at > ${now}::timestamptz - ${LIST_WINDOW} then 'canceled' end
    ], null) as lists`
}

/**
 * Complete rows of `from` (which joins `settings` and OPEN_CALL and defines filter, order and limit) in one statement; with `companies`,
 * orders of other companies are reduced to a partner's view.
 */
export async function rowsFrom(
  db: Db | Tx,
  now: Date,
  from: RawBuilder<unknown>,
  companies: Scope['companies'] = 'every',
): Promise<OrderRow[]> {
  const { rows } = await sql<Row>`select ${rowColumns(now)} ${from}`.execute(db)
  return rows.map(({ created_by_company_id: companyId, processed_by_company_id: drivingId, ...row }) => {
    if (companies === 'every' || companies.includes(companyId)) return drawn(row)
    return drivingId !== null && companies.includes(drivingId) ? asPartnerSees(drawn(row)) : asInvitedSees(drawn(row))
  })
}

/** Row for a partner whose drivers are offered the order: where to go, without the client. */
export function asInvitedSees(row: OrderRow): OrderRow {
  const hidden = {
    phone: null,
    name: null,
    dispatcher_id: null,
    cod_amount: null,
    fare_doubt: null,
    arrival_doubt: null,
  }
  return { ...asPartnerSees(row), ...hidden, place_names: row.place_names.slice(0, 1) }
}

/** The row without the call-back list and the call, which belong to the other company. */
export function asPartnerSees(row: OrderRow): OrderRow {
  const lists = row.lists.filter((list) => list !== 'in-call')
  return {
    ...row,
    lists,
    call: null,
    car_warning: null,
    replacement_since: null,
    always_in_call: false,
    call_need_interaction: false,
  }
}

function drawn({
  call_phone,
  call_state,
  call_started_at,
  cod_bani,
  cost_bani,
  estimated_cost_bani,
  trip_started_at,
  arrival_doubt,
  arrival_metres,
  is_next_order,
  ...row
}: Omit<Row, 'created_by_company_id' | 'processed_by_company_id'>): OrderRow {
  return {
    ...row,
    fare_doubt: fareDoubtView({ ...row, cost_bani, estimated_cost_bani, trip_started_at }),
    arrival_doubt: arrivalDoubtView({ arrival_doubt, arrival_metres }),
    replacement_since: replacementView({ ...row, is_next_order }),
    created_at: toWireTime(row.created_at),
    departure_time: toWireTime(row.departure_time),
    start_at: wireOrNull(row.start_at),
    assigned_at: wireOrNull(row.assigned_at),
    trip_finished_at: wireOrNull(row.trip_finished_at),
    canceled_at: wireOrNull(row.canceled_at),
    cod_amount: cod_bani === null ? null : ronFromBani(cod_bani),
    call:
      call_phone === null || call_state === null
        ? null
        : { phone: call_phone, state: call_state, started_at: wireOrNull(call_started_at) },
  }
}

/** Rows as of `now`, unsorted; deleted orders and those in no list are left out. */
export async function orderRows(db: Db | Tx, orderIds: readonly OrderId[], now: Date): Promise<OrderRow[]> {
  if (orderIds.length === 0) return []
  const rows = await rowsFrom(
    db,
    now,
    sql`from orders ${SETTINGS} ${OPEN_CALL} where orders.id = any(${[...orderIds]}::bigint[]) and orders.deleted_at is null`,
  )
  return rows.filter(({ lists }) => lists.length > 0)
}
