import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Inputs for the price of a trip in progress. */
export interface DrivenDelivery {
  companyId: CompanyId
  serviceId: number
  estimatedCostBani: number | null
  startedAt: Date | null
  /** From this driver's arrival at the pickup until the trip began; 0 when none was reported, or when it is doubted. */
  waitSeconds: number
  places: Point[]
}

/** The driver's running trip; null when the order is not theirs. */
export async function readDrivenDelivery(
  db: Db,
  orderId: OrderId,
  driverId: DriverId | null,
): Promise<DrivenDelivery | null> {
  const { rows } = await sql<DrivenDelivery>`
    select created_by_company_id as "companyId", service_id as "serviceId", estimated_cost_bani as "estimatedCostBani",
      trip_started_at as "startedAt",
      case when arrival_doubt is null then
        coalesce(greatest(0, extract(epoch from trip_started_at - arrived_at)), 0)::integer else 0 end as "waitSeconds",
      coalesce((select jsonb_agg(jsonb_build_object('lat', p.lat, 'long', p.long) order by p.position)
        from order_places p where p.order_id = orders.id), '[]') as places
    from orders where id = ${orderId} and driver_id = ${driverId} and deleted_at is null
  `.execute(db)
  return rows[0] ?? null
}
