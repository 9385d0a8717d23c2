import { userPhotoUrl } from '@dispecerat/contract/office/user-photos'
import type { DriverDetails } from '@dispecerat/contract/orders/company-dispatch'
import { startOfBucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import type { DriverId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { meanOfStars, RATINGS_IN_MEAN } from '@dispecerat/domain/orders/rating'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Fleet } from '../fleet.ts'
import { driverCard } from '../fleet.views.ts'

interface DetailsRow {
  appVersion: string | null
  stars: number[]
  photoAt: Date | null
  isSimulated: boolean
  activeOrders: DriverDetails['active_orders']
  shiftStartedAt: Date | null
  received: number
  accepted: number
  refused: number
  ignored: number
  finished: number
}

/** One driver of the actor's companies with their orders and their day, or driver.unknown. */
export async function driverDetails(
  db: Db,
  fleet: Fleet,
  query: { scope: Scope; driverId: DriverId; now: Date },
): Promise<DriverDetails> {
  const { driverId } = query
  const card = await driverCard(db, fleet, query.scope, driverId)
  const since = startOfBucharestDay(query.now)
  const { rows } = await sql<DetailsRow>`
    select
      coalesce((select value from user_meta where user_id = ${driverId} and key = 'app_version' and not is_secret),
        (select app_version from devices where user_id = ${driverId} and app_version is not null
          order by last_seen_at desc limit 1)) as "appVersion",
      (select coalesce(array_agg(stars), '{}') from (
        select stars from ratings join orders on orders.id = ratings.order_id
        where ratings.driver_id = ${driverId} and direction = 'of_driver'
          and (select company_id from driver_status where driver_id = ${driverId})
            in (orders.created_by_company_id, orders.processed_by_company_id)
        order by ratings.created_at desc, order_id desc limit ${RATINGS_IN_MEAN}) as newest) as stars,
      (select updated_at from user_photos where user_id = ${driverId}) as "photoAt",
      coalesce((select is_simulated from users where id = ${driverId}), false) as "isSimulated",
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'address', address, 'trip_state', trip_state,
          'is_next', is_next_order) order by is_next_order, assigned_at), '[]')
        from orders where driver_id = ${driverId} and state = 'assigned' and deleted_at is null) as "activeOrders",
      (select started_at from driver_shifts where driver_id = ${driverId} and stopped_at is null) as "shiftStartedAt",
      offers.*,
      (select count(*)::integer from orders where driver_id = ${driverId} and state = 'finished'
        and created_at >= ${since}::timestamptz - interval '2 days' and trip_finished_at >= ${since}) as finished
    from (
      select count(*)::integer as received,
        count(*) filter (where fate in ('accepted', 'accepted_then_returned'))::integer as accepted,
        count(*) filter (where fate = 'refused')::integer as refused,
        count(*) filter (where fate = 'seen_no_answer')::integer as ignored
      from search_offers where driver_id = ${driverId} and notified_at >= ${since}
    ) as offers
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without from has one row')
  return {
    ...card,
    app_version: row.appVersion,
    rating: { mean: meanOfStars(row.stars), count: row.stars.length },
    photo_url: userPhotoUrl(driverId, row.photoAt),
    is_simulated: row.isSimulated,
    active_orders: row.activeOrders,
    today: {
      shift_started_at: row.shiftStartedAt && toWireTime(row.shiftStartedAt),
      offers_received: row.received,
      offers_accepted: row.accepted,
      offers_refused: row.refused,
      offers_ignored: row.ignored,
      orders_finished: row.finished,
    },
  }
}
