import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { limitStatements } from '../db/limit-statements.ts'
import { Slots } from '../db/slots.ts'

/** A year of a big company takes longer than a desk's question may. */
const SECONDS = 30
/** The rest of the pool belongs to dispatchers. */
const slots = new Slots({ max: 4, maxPerKey: 1 })

/** Reads sums of a year: one snapshot, more time and more memory than other requests; one at a time for each set of companies. */
export async function readPatiently<T>(
  db: Db,
  companyIds: readonly number[],
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
