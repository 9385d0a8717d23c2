import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { limitStatements } from '../../platform/db/limit-statements.ts'
import { Slots } from '../../platform/db/slots.ts'

/** A report on a year of a large company takes longer than the default statement timeout. */
const SECONDS = 30
/** The rest of the connection pool is reserved for dispatchers. */
const slots = new Slots({ max: 4, maxPerKey: 1 })

/** Reads a report in one snapshot with a longer statement timeout and more memory; one at a time per set of companies. */
export async function readPatiently<T>(
  db: Db,
  companyIds: readonly CompanyId[],
  read: (tx: Db) => Promise<T>,
): Promise<T> {
  const release = await slots.take(companyIds.toSorted((a, b) => a - b).join(','))
  try {
    return await db
      .transaction()
      .setAccessMode('read only')
      .execute(async (tx) => {
        await limitStatements(tx, SECONDS)
        await sql`set local work_mem = '96MB'`.execute(tx)
        return read(tx)
      })
  } finally {
    release()
  }
}
