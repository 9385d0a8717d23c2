import type { CompanyId, DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

export interface Miss {
  driverId: DriverId
  companyId: CompanyId
  /** Instants of all uncleared misses of this driver in this company, the new one included. */
  missesAt: Date[]
}

/** Writes one miss for each of the locked drivers and reads their uncleared ones since `since`. */
export async function addMissedOffers(
  tx: Tx,
  orderId: OrderId,
  missed: readonly { driverId: DriverId; companyId: CompanyId }[],
  { since, now }: { since: Date; now: Date },
): Promise<Miss[]> {
  const driverIds = missed.map(({ driverId }) => driverId)
  const { rows } = await sql<Omit<Miss, 'missesAt'> & { missesAt: string[] | null }>`
    with added as (
      insert into missed_offers (driver_id, company_id, order_id, missed_at)
      select driver_id, company_id, ${orderId}, ${now}
      from unnest(${driverIds}::bigint[], ${missed.map(({ companyId }) => companyId)}::bigint[]) as new(driver_id, company_id)
      returning driver_id, company_id
    )
    select added.driver_id as "driverId", added.company_id as "companyId", (
      select jsonb_agg(earlier.missed_at) from missed_offers as earlier
      where earlier.driver_id = added.driver_id and earlier.company_id = added.company_id
        and earlier.cleared_at is null and earlier.missed_at >= ${since}) as "missesAt"
    from added order by added.driver_id
  `.execute(tx)
  return rows.map(({ missesAt, ...miss }) => ({
    ...miss,
    missesAt: [...(missesAt ?? []).map((at) => new Date(at)), now],
  }))
}

/** Restarts the count after an acceptance, a ban or a reset. */
export async function clearMissedOffers(tx: Tx, driverId: DriverId, companyId: CompanyId, now: Date): Promise<void> {
  await sql`
    update missed_offers set cleared_at = ${now}
    where driver_id = ${driverId} and company_id = ${companyId} and cleared_at is null
  `.execute(tx)
}
