import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import type { Tx } from '../../platform/db/database.ts'

/** The names of the driver and the company, for messages to the driver. */
export async function namesFor(
  tx: Tx,
  { driverId, companyId }: { driverId: DriverId; companyId: CompanyId },
): Promise<{ sofer: string; companie: string }> {
  const row = await tx
    .selectFrom('users')
    .innerJoin('companies', (join) => join.on('companies.id', '=', companyId))
    .select(['users.name as sofer', 'companies.name as companie'])
    .where('users.id', '=', driverId)
    .executeTakeFirst()
  return { sofer: row?.sofer ?? '', companie: row?.companie ?? '' }
}
