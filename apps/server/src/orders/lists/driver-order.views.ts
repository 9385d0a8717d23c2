import type { DriverOrder } from '@dispecerat/contract/dispatch/driver'
import { SETTINGS } from '@dispecerat/domain/identity/company-settings'
import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { kgFromGrams } from '@dispecerat/domain/orders/goods'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { PREPARED } from '../../platform/db/hasten-client.ts'
import { fareDoubtView } from '../fare/fare-doubt.views.ts'
import type { OrderColumns } from '../order-record.ts'
import { arrivalDoubtView } from '../pickup/arrival-doubt.views.ts'
import { placesJson } from '../places/place-json.store.ts'
import { replacementView } from '../watch/car-warning.views.ts'
import { wire, wireOrNull } from '../wire-times.ts'

interface Row
  extends Omit<
    DriverOrder,
    | 'departure_time'
    | 'assigned_at'
    | 'trip_started_at'
    | 'trip_finished_at'
    | 'no_show_at'
    | 'replacement_since'
    | 'cost'
    | 'fare_doubt'
    | 'arrival_doubt'
    | 'cod_amount'
    | 'weight_kg'
  > {
  departure_time: Date
  assigned_at: Date | null
  trip_started_at: Date | null
  trip_finished_at: Date | null
  no_show_at: Date | null
  replacement_since: Date | null
  cost_bani: number | null
  fare_doubt: OrderColumns['fare_doubt']
  arrival_doubt: OrderColumns['arrival_doubt']
  arrival_metres: number | null
  estimated_cost_bani: number | null
  cod_bani: number | null
  weight_g: number | null
}

/** An order and the driver who views it. */
export interface ShownTo {
  orderId: OrderId
  driverId: DriverId
}

/** Orders as the driver may see them, in the order of the ids; the client's data only while the driver has the order. */
export function driverOrderViews(
  db: Db | Tx,
  orderIds: readonly OrderId[],
  driverId: DriverId,
): Promise<DriverOrder[]> {
  return ordersShownTo(
    db,
    orderIds.map((orderId) => ({ orderId, driverId })),
  )
}

/** The same for many drivers in one statement; an order that no longer exists is left out. */
export async function ordersShownTo(db: Db | Tx, shown: readonly ShownTo[]): Promise<DriverOrder[]> {
  if (shown.length === 0) return []
  const orderIds = shown.map(({ orderId }) => orderId)
  const driverIds = shown.map(({ driverId }) => driverId)
  const { rows } = await sql<Row>`
    ${PREPARED} select orders.id, state, trip_state, case when has_it then name end as name,
      case when has_it then about_client end as about_client, case when has_it then coalesce(phone, client_phone) end as phone,
      ${placesJson} as places, departure_time, assigned_at, arrival_doubt, arrival_metres, trip_started_at, trip_finished_at, waiting_driver_time,
      service_id, options, payment_type, cost_bani, fare_doubt, estimated_cost_bani, manually_assigned,
      is_next_order as is_next, package_note, cod_bani, weight_g,
      case when has_it and trip_state = 'waiting_client' and arrived_at is not null and arrival_doubt is null then
        greatest(arrived_at, departure_time) + make_interval(mins =>
          coalesce(settings.no_show_wait_min, ${SETTINGS.orders.no_show_wait_min.default}::integer)) end as no_show_at,
      case when has_it then replacement_since end as replacement_since,
      service_id in (2, 3) and coalesce(settings.proof_photo_required, false) as proof_photo_required
    from unnest(${orderIds}::bigint[], ${driverIds}::bigint[]) with ordinality as shown(order_id, to_driver_id, line)
    join orders on orders.id = shown.order_id
    left join company_settings settings on settings.company_id = orders.created_by_company_id
    cross join lateral (select state = 'assigned' and driver_id is not distinct from to_driver_id as has_it) as mine
    order by line
  `.execute(db)
  return rows.map(({ cost_bani, estimated_cost_bani, cod_bani, weight_g, arrival_doubt, arrival_metres, ...row }) => ({
    ...row,
    fare_doubt: fareDoubtView({ ...row, cost_bani, estimated_cost_bani }),
    arrival_doubt: arrivalDoubtView({ arrival_doubt, arrival_metres }),
    departure_time: wire(row.departure_time),
    assigned_at: wireOrNull(row.assigned_at),
    trip_started_at: wireOrNull(row.trip_started_at),
    trip_finished_at: wireOrNull(row.trip_finished_at),
    no_show_at: wireOrNull(row.no_show_at),
    replacement_since: replacementView({ ...row, is_next_order: row.is_next }),
    cost: cost_bani === null ? null : ronFromBani(cost_bani),
    cod_amount: cod_bani === null ? null : ronFromBani(cod_bani),
    weight_kg: weight_g === null ? null : kgFromGrams(weight_g),
  }))
}
