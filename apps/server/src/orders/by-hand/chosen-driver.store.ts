import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import type { Tx } from '../../platform/db/database.ts'
import type { OrderRecord } from '../order-record.ts'

/** Company of a driver who may drive the order: its own company's, or of a partner that it was sent to; `driver.unknown` for any other. */
export async function companyOfChosen(tx: Tx, order: OrderRecord, driverId: DriverId): Promise<CompanyId> {
  const partners = order.sendToOtherCompany ? order.searchCompanyIds : []
  const row = await tx
    .selectFrom('driver_status')
    .innerJoin('users', 'users.id', 'driver_status.driver_id')
    .select('company_id')
    .where('driver_id', '=', driverId)
    .where('users.deleted_at', 'is', null)
    .where('company_id', 'in', [order.createdByCompanyId, ...partners])
    .executeTakeFirst()
  if (!row) throw new DomainError('driver.unknown')
  return row.company_id
}
