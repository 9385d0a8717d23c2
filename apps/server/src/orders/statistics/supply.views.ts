import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Pickups of orders without a driver that depart before `until`. */
export async function waitingPickups(
  db: Db,
  companies: readonly CompanyId[],
  until: Date,
): Promise<(Point & { companyId: CompanyId })[]> {
  const { rows } = await sql<Point & { companyId: CompanyId }>`
    select o.created_by_company_id as "companyId", p.lat, p.long
    from orders o join order_places p on p.order_id = o.id and p.position = 0
    where o.deleted_at is null and o.state in ('created', 'pending') and o.departure_time <= ${until}
      and o.created_by_company_id = any(${companies}::bigint[])
  `.execute(db)
  return rows
}
