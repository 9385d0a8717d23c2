import type { Tx } from '../db/database.ts'

/** How the driver and his company are called, for what is written to him. */
export async function namesFor(
  tx: Tx,
  { driverId, companyId }: { driverId: number; companyId: number },
): Promise<{ sofer: string; companie: string }> {
  const row = await tx
    .selectFrom('users')
    .innerJoin('companies', (join) => join.on('companies.id', '=', companyId))
    .select(['users.name as sofer', 'companies.name as companie'])
    .where('users.id', '=', driverId)
    .executeTakeFirst()
  return { sofer: row?.sofer ?? '', companie: row?.companie ?? '' }
}
